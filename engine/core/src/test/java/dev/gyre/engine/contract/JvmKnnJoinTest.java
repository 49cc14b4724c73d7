package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmKnnJoinTest extends KnnJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }

    @Override
    protected int thinning() {
        return 3;
    }

    @Override
    protected int largeSize() {
        return 5000;
    }

    @Override
    protected int sampledQueries() {
        return 30;
    }
}
