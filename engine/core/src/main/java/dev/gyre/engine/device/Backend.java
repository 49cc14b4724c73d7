package dev.gyre.engine.device;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;

/** An open device. Safe for use by several threads, each with executions of its own. Closing can be repeated. */
public interface Backend extends AutoCloseable {

    /** The device. */
    Device device();

    /**
     * The device, and all versions on which the code that runs on it depends: what is known of a device by trying, such as
     * that its kernels are right, holds as long as this text is the same.
     *
     * @return one line: the device's text, and after it driver and compiler where the backend has such
     */
    default String identity() {
        return device().toString();
    }

    /**
     * Brings a program onto the device.
     *
     * @return an execution, to be closed by the caller
     * @throws DeviceException if the device cannot run it
     */
    Execution prepare(Program program);

    @Override
    void close();
}
