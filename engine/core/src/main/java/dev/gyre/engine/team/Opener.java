package dev.gyre.engine.team;

import dev.gyre.engine.device.Backend;
import java.util.Optional;

/** Finds and opens devices for an automatic planner. */
public interface Opener {

    /**
     * Returns why there can be no devices; starts no driver.
     *
     * @return the reason, or empty if there may be some
     */
    Optional<String> noDevices();

    /**
     * Opens the best device that can be trusted. Called once; may run for about a second.
     *
     * @return the device, or why there is none
     */
    Opened open();

    /**
     * The result of opening.
     *
     * @param backend the device, or empty
     * @param reason a line about the device, or why there is none
     */
    record Opened(Optional<Backend> backend, String reason) {}
}
