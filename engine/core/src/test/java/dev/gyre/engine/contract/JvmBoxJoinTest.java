package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmBoxJoinTest extends BoxJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
