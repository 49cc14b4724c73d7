package dev.gyre.engine.program;

/**
 * Thrown when a device cannot be opened, or when a stage fails on it. The message names the stage, the device and the sizes.
 */
public class DeviceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message the failure, the device and the sizes
     */
    public DeviceException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message the failure, the device and the sizes
     * @param cause the cause
     */
    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
