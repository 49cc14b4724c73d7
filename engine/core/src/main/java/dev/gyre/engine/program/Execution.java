package dev.gyre.engine.program;

/**
 * A program on a device, with its arrays there. Not safe for use by several threads.
 *
 * <p>Closing frees what it holds on the device, also when a stage failed; it can be closed twice.
 */
public interface Execution extends AutoCloseable {

    /**
     * Runs a phase and waits for its end.
     *
     * @param phase name of the phase
     * @param progress told how far it is
     * @throws IllegalArgumentException if the program has no such phase
     * @throws IllegalStateException if the execution is closed
     * @throws DeviceException if a stage fails; names the stage, the device and the sizes
     * @throws java.util.concurrent.CancellationException if it was cancelled or the thread was interrupted
     */
    void run(String phase, Progress progress);

    /**
     * Where the time went since the execution was made.
     *
     * @return the sums over all runs
     */
    Timing timing();

    @Override
    void close();
}
