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
     * Writes elements of an array of the program, as {@link System#arraycopy}. The next phase that uploads the array brings them
     * to the device. While no phase runs, several threads may write at once, each other elements.
     *
     * @param from an array of the caller's; or the array of the program itself, in which the elements have been written already
     * @param fromStart its first element
     * @param to an array of the program, of the same type
     * @param start where it goes
     * @param length number of elements
     */
    default void write(Object from, int fromStart, Object to, int start, int length) {
        if (from != to || fromStart != start) {
            System.arraycopy(from, fromStart, to, start, length);
        }
    }

    /**
     * Where the time went since the execution was made.
     *
     * @return the sums over all runs
     */
    Timing timing();

    @Override
    void close();
}
