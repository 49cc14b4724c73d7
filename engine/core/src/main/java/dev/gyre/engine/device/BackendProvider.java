package dev.gyre.engine.device;

import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.List;

/** A source of devices, found as a service. Its answers must be cheap if its driver is missing. */
public interface BackendProvider {

    /** The provider's name, for messages. */
    String name();

    /**
     * Returns whether there may be devices, by a cheap check that starts no driver.
     *
     * @return false if there are none
     */
    default boolean mayHaveDevices() {
        return true;
    }

    /**
     * Returns the devices that this provider can open.
     *
     * @return the devices, in a fixed order; empty if there are none
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
