package dev.gyre.engine.device;

import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.util.List;

/** A source of devices, found as a service. Asking it what there is must be cheap where its driver is missing. */
public interface BackendProvider {

    /** The provider's name, for messages. */
    String name();

    /**
     * Whether there may be devices, by signs that cost nothing: no driver is started to find out.
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

    /** Why there are no devices, or where they come from: one line for {@code gyre devices}. */
    String status();

    /**
     * Opens a device.
     *
     * @throws DeviceException if it cannot be opened
     */
    Backend open(Device device, BackendSettings settings);
}
