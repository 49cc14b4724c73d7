package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class SingleThreadKnnJoinTest extends KnnJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1);
    }

    @Override
    protected int thinning() {
        return 9;
    }

    @Override
    protected int largeSize() {
        return 3000;
    }

    @Override
    protected int sampledQueries() {
        return 20;
    }
}
