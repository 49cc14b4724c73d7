package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmBlockSortTest extends BlockSortContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
