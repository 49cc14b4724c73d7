package dev.gyre.engine.contract;

import dev.gyre.engine.Settings;

class JvmSelectionTest extends SelectionContract {

    @Override
    protected Settings settings() {
        return Settings.DEFAULT.withDevice(Settings.JVM);
    }
}
