package dev.gyre.engine.program;

/** A device could not be opened, or a stage failed on it: names the stage, the device and the sizes. */
public class DeviceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure without a cause of its own.
     *
     * @param message what failed, where, on which sizes
     */
    public DeviceException(String message) {
        super(message);
    }

    /**
     * A failure.
     *
     * @param message what failed, where, on which sizes
     * @param cause why
     */
    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
