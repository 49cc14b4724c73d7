package dev.gyre.engine.program;

/**
 * The times of an execution, in nanoseconds.
 *
 * @param uploadNanos time to copy arrays to the device
 * @param compileNanos time to convert the program to the device's form, including compilation on first use
 * @param computeNanos time to run stages
 * @param downloadNanos time to copy arrays back
 */
public record Timing(long uploadNanos, long compileNanos, long computeNanos, long downloadNanos) {

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
