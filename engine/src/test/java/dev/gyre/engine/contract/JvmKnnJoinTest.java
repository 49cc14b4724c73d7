package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmKnnJoinTest extends KnnJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
