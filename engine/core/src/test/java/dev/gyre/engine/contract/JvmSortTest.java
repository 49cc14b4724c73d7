package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmSortTest extends SortContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
