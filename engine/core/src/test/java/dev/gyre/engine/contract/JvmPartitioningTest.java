package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmPartitioningTest extends PartitioningContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
