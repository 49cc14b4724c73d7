package dev.gyre.engine.contract;

import dev.gyre.engine.data.JoinMethod;

class JvmKnnTwoStageJoinTest extends JvmKnnJoinTest {

    @Override
    protected JoinMethod method() {
        return JoinMethod.TWO_STAGE;
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
