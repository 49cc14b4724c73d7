package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmTopKJoinTest extends TopKJoinContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM).withThreads(3);
    }
}
