package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmKdRangeTest extends KdRangeContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
