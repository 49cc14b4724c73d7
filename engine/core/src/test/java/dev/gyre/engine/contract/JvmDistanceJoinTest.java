package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmDistanceJoinTest extends DistanceJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
