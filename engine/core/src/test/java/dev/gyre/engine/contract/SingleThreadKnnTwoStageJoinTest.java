package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;

class SingleThreadKnnTwoStageJoinTest extends SingleThreadKnnJoinTest {

    @Override
    protected JoinMethod method() {
        return JoinMethod.TWO_STAGE;
    }

    @Override
    protected int thinning() {
        return 11;
    }
}
