package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmDistinctTest extends DistinctContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
