package dev.gyre.engine.program;

/**
 * Where the time of an execution went, in nanoseconds.
 *
 * @param uploadNanos copying arrays to the device
 * @param compileNanos bringing the program into the device's form, compilation on first use included
 * @param computeNanos running stages
 * @param downloadNanos copying arrays back
 */
public record Timing(long uploadNanos, long compileNanos, long computeNanos, long downloadNanos) {

    /** No time at all. */
    public static final Timing ZERO = new Timing(0, 0, 0, 0);

    /**
     * Adds up.
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
     * What was added since.
     *
     * @param before an earlier time of the same work
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
     * Everything.
     *
     * @return the sum, in nanoseconds
     */
    public long totalNanos() {
        return transferNanos() + compileNanos + computeNanos;
    }

    /**
     * Copying both ways.
     *
     * @return the sum, in nanoseconds
     */
    public long transferNanos() {
        return uploadNanos + downloadNanos;
    }
}
