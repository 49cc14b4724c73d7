package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmRTreeSearchTest extends RTreeSearchContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
