package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;

class JvmKnnTreeJoinTest extends JvmKnnJoinTest {

    @Override
    protected JoinMethod method() {
        return JoinMethod.KD_TREE;
    }

    @Override
    protected int thinning() {
        return 3;
    }

    @Override
    protected int largeSize() {
        return 9000;
    }

    @Override
    protected int sampledQueries() {
        return 20;
    }
}
