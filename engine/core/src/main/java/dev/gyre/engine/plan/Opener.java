package dev.gyre.engine.plan;

import dev.gyre.engine.device.Backend;
import java.util.Optional;

/** Finds and opens devices for an automatic planner. */
public interface Opener {

    /**
     * Why it is not worth looking for devices; starts nothing to find out.
     *
     * @return the reason, or empty if there may be some
     */
    Optional<String> noDevices();

    /**
     * Opens the best device that can be trusted. Called once; may take a second.
     *
     * @return the device, or why there is none
     */
    Opened open();

    /**
     * What an opener found.
     *
     * @param backend the device, or empty
     * @param reason what is to be said of it, or why there is none
     */
    record Opened(Optional<Backend> backend, String reason) {}
}
