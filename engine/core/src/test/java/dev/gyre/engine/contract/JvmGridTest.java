package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmGridTest extends GridContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
