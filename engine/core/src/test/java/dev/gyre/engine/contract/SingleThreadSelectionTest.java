package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class SingleThreadSelectionTest extends SelectionContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1);
    }

    @Override
    protected int thinning() {
        return 4;
    }

    @Override
    protected int largeSize() {
        return 500_000;
    }
}
