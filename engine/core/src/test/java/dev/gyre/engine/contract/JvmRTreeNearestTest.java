package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmRTreeNearestTest extends RTreeNearestContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
