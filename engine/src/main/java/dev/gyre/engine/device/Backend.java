package dev.gyre.engine.device;

import dev.gyre.engine.program.Program;

/** An open device. Safe for use by several threads, each with executions of its own. Closing can be repeated. */
public interface Backend extends AutoCloseable {

    /**
     * The device.
     *
     * @return the device
     */
    Device device();

    /**
     * Brings a program onto the device.
     *
     * @param program the program
     * @return an execution, to be closed by the caller
     * @throws DeviceException if the device cannot take it
     */
    Execution prepare(Program program);

    @Override
    void close();
}
