package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmKdTreeTest extends KdTreeContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
