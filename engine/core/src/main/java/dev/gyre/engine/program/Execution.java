package dev.gyre.engine.program;

/**
 * A program on a device, with its arrays there. Not safe for use by several threads.
 *
 * <p>Closing frees its memory on the device, also after a failed stage, and may be repeated.
 */
public interface Execution extends AutoCloseable {

    /**
     * Runs a phase and waits until it ends.
     *
     * @param phase name of the phase
     * @param progress receives the progress
     * @throws IllegalArgumentException if the program has no such phase
     * @throws IllegalStateException if the execution is closed
     * @throws DeviceException if a stage fails; the message names the stage, the device and the sizes
     * @throws java.util.concurrent.CancellationException if the phase was cancelled or the thread was interrupted
     */
    void run(String phase, Progress progress);

    /**
     * Writes elements of an array of the program, like {@link System#arraycopy}. The next phase that uploads the array copies
     * them to the device. While no phase runs, several threads may write different elements at once.
     *
     * @param from an array of the caller; or the program's array itself, which already has the elements
     * @param fromStart index of the first element to copy
     * @param to an array of the program, of the same type
     * @param start index of the first element written
     * @param length number of elements
     */
    default void write(Object from, int fromStart, Object to, int start, int length) {
        if (from != to || fromStart != start) {
            System.arraycopy(from, fromStart, to, start, length);
        }
    }

    /**
     * Writes the bits of floats to an array of the program, otherwise as {@link #write}.
     *
     * @param from an array of the caller
     * @param fromStart index of the first element to copy
     * @param to an array of the program
     * @param start index of the first element written
     * @param length number of elements
     */
    default void writeBits(float[] from, int fromStart, int[] to, int start, int length) {
        for (int i = 0; i < length; i++) {
            to[start + i] = Float.floatToRawIntBits(from[fromStart + i]);
        }
        write(to, start, to, start, length);
    }

    /**
     * Reads elements of an array of the program, like {@link System#arraycopy}, as the last phase that downloaded the array left them.
     * While no phase runs, several threads may read at once.
     *
     * @param from an array of the program
     * @param start index of the first element to copy
     * @param to an array of the caller, of the same type; or the program's array itself
     * @param toStart index of the first element written
     * @param length number of elements
     */
    default void read(Object from, int start, Object to, int toStart, int length) {
        if (from != to || start != toStart) {
            System.arraycopy(from, start, to, toStart, length);
        }
    }

    /**
     * Returns the times since the execution was made.
     *
     * @return the sums over all runs
     */
    Timing timing();

    @Override
    void close();

    /**
     * The times of an execution, in nanoseconds.
     *
     * @param uploadNanos time to copy arrays to the device
     * @param compileNanos time to convert the program to the device's form, including compilation on first use
     * @param computeNanos time to run stages
     * @param downloadNanos time to copy arrays back
     */
    record Timing(long uploadNanos, long compileNanos, long computeNanos, long downloadNanos) {

        /** Zero times. */
        public static final Timing ZERO = new Timing(0, 0, 0, 0);

        /**
         * Adds another timing to this one.
         *
         * @param other another timing
         * @return the sums
         */
        public Timing plus(Timing other) {
            return new Timing(
                    uploadNanos + other.uploadNanos,
                    compileNanos + other.compileNanos,
                    computeNanos + other.computeNanos,
                    downloadNanos + other.downloadNanos);
        }

        /**
         * Subtracts an earlier timing.
         *
         * @param before an earlier timing of the same work
         * @return the differences
         */
        public Timing minus(Timing before) {
            return new Timing(
                    uploadNanos - before.uploadNanos,
                    compileNanos - before.compileNanos,
                    computeNanos - before.computeNanos,
                    downloadNanos - before.downloadNanos);
        }

        /**
         * Returns the sum of all times.
         *
         * @return the sum, in nanoseconds
         */
        public long totalNanos() {
            return transferNanos() + compileNanos + computeNanos;
        }

        /**
         * Returns the time of copies in both directions.
         *
         * @return the sum, in nanoseconds
         */
        public long transferNanos() {
            return uploadNanos + downloadNanos;
        }
    }

    /**
     * What a device did, as times and counts.
     *
     * @param timing the times
     * @param phases phases that ran; the host waits for the device at the end of each
     * @param launches launches of kernels: stages that had items. On the JVM these are loops
     * @param uploadedBytes bytes of the elements that were copied to the device, 0 on the JVM
     * @param downloadedBytes bytes of the elements that were copied back, 0 on the JVM
     */
    record Work(Timing timing, long phases, long launches, long uploadedBytes, long downloadedBytes) {

        /** No work. */
        public static final Work NONE = new Work(Timing.ZERO, 0, 0, 0, 0);

        /**
         * Adds other work to this one.
         *
         * @param other other work
         * @return the sums
         */
        public Work plus(Work other) {
            return new Work(
                    timing.plus(other.timing),
                    phases + other.phases,
                    launches + other.launches,
                    uploadedBytes + other.uploadedBytes,
                    downloadedBytes + other.downloadedBytes);
        }

        /**
         * Subtracts earlier work.
         *
         * @param before what the device had done earlier
         * @return the differences
         */
        public Work minus(Work before) {
            return new Work(
                    timing.minus(before.timing),
                    phases - before.phases,
                    launches - before.launches,
                    uploadedBytes - before.uploadedBytes,
                    downloadedBytes - before.downloadedBytes);
        }
    }
}
