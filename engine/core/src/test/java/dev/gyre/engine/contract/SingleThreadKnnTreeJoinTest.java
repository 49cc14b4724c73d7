package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;

class SingleThreadKnnTreeJoinTest extends SingleThreadKnnJoinTest {

    @Override
    protected JoinMethod method() {
        return JoinMethod.KD_TREE;
    }

    @Override
    protected int thinning() {
        return 11;
    }
}
