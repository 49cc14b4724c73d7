package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class SingleThreadGridTest extends GridContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1);
    }

    @Override
    protected int thinning() {
        return 4;
    }
}
