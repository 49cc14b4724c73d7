package dev.gyre.engine.device;

import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.List;

/** A source of devices, found as a service. Its answers must be cheap where its driver is missing. */
public interface BackendProvider {

    /** The provider's name, for messages. */
    String name();

    /**
     * Tells whether there may be devices, by cheap signs: starts no driver.
     *
     * @return false if there are none
     */
    default boolean mayHaveDevices() {
        return true;
    }

    /**
     * The devices that it can open.
     *
     * @return the devices, in a fixed order; empty where there are none
     */
    List<Device> devices();

    /** Returns why there are no devices, or their origin: one line for {@code gyre devices}. */
    String status();

    /**
     * Opens a device.
     *
     * @throws DeviceException if it cannot be opened
     */
    Backend open(Device device, BackendSettings settings);
}
