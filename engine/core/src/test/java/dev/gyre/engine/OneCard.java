package dev.gyre.engine;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.BackendProvider;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import java.util.List;

/** Provides one device with the given backend. */
record OneCard(Device card, Backend backend) implements BackendProvider {

    @Override
    public boolean mayHaveDevices() {
        return true;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public List<Device> devices() {
        return List.of(card);
    }

    @Override
    public String status() {
        return "1 device";
    }

    @Override
    public Backend open(Device device, BackendSettings settings) {
        return backend;
    }
}
