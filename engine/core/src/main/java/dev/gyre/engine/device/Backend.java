package dev.gyre.engine.device;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;

/** An open device. Safe for use by several threads, each with its own executions. Closing can be repeated. */
public interface Backend extends AutoCloseable {

    Device device();

    /**
     * Returns the device, and all versions that affect the code that runs on it. Results of checks of the device, such as that its kernels
     * are right, hold as long as this text is the same.
     *
     * @return one line: the device's text, then driver and compiler if the backend has them
     */
    default String identity() {
        return device().toString();
    }

    /** Tells whether the device makes scratch arrays by their lengths; if not, it gets programs without scratch. */
    default boolean makesScratch() {
        return false;
    }

    /**
     * Prepares a program on the device.
     *
     * @return an execution, which the caller must close
     * @throws DeviceException if the device cannot run it
     */
    Execution prepare(Program program);

    @Override
    void close();
}
