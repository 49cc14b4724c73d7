package dev.gyre.engine.data;

/**
 * Parameters of {@link JoinMethod#HYBRID_GRID}, named as in its paper (Gowanlock, "Hybrid KNN-Join: Parallel nearest neighbor
 * searches exploiting CPU and GPU architectural features", Journal of Parallel and Distributed Computing, 2021). Unless said
 * otherwise, they are fractions of all points. Immutable.
 *
 * @param monolithic the first batch of the device, above 0 to 1; each further batch is half as large
 * @param reserved points that are left to the host while the device handles monolithic batches, 0 to 1
 * @param deviceBatch a small batch of the device, for the time after the monolithic batches, above 0 to 1
 * @param hostBatch a batch of the host, above 0 to 1
 * @param threadsPerPoint threads of the device for each point: 1, 2, 4, 8, 16 or 32
 * @param failures the device makes a new grid if this part of a batch, or more, found too few neighbors, above 0 to 1
 * @param growth the growth of the radius with each new grid, in multiples of the first radius, above 0
 * @param end batches are half as large once this part of the points has its neighbors, 0 to 1
 * @param sample points whose distances to each other give the mean distance, above 0 to 1; at most 2,000 points
 * @param queries number of points whose distances to all points determine the radius of k neighbors, 1 or more
 * @param bins number of bins of these distances, up to the mean distance, or less if far rows make that too large; 1 or more
 * @param resultBuffer largest number of matches that the device returns at a time, 1 or more
 */
public record HybridGridOptions(
        double monolithic,
        double reserved,
        double deviceBatch,
        double hostBatch,
        int threadsPerPoint,
        double failures,
        double growth,
        double end,
        double sample,
        int queries,
        int bins,
        int resultBuffer) {

    private static final int WARP = 32;

    /**
     * The values of the paper: batches of 40 %, 40 % reserved, small batches of 0.5 % each, 8 threads per point, a new grid at 25 %
     * failures, halved batches at 95 %, a sample of 0.1 %. The number of bins (10,000) and the buffer (2^24 matches) are not known from the
     * paper.
     */
    public static final HybridGridOptions DEFAULT =
            new HybridGridOptions(0.4, 0.4, 0.005, 0.005, 8, 0.25, 1, 0.95, 0.001, 64, 10_000, 1 << 24);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public HybridGridOptions {
        checkPart("monolithic", monolithic, true);
        checkPart("reserved", reserved, false);
        checkPart("deviceBatch", deviceBatch, true);
        checkPart("hostBatch", hostBatch, true);
        checkPart("failures", failures, true);
        checkPart("end", end, false);
        checkPart("sample", sample, true);
        if (threadsPerPoint < 1 || WARP % threadsPerPoint != 0) {
            throw new IllegalArgumentException(
                    "threadsPerPoint must be 1, 2, 4, 8, 16 or 32: threadsPerPoint=" + threadsPerPoint);
        }
        // False for NaN too.
        if (!(growth > 0 && growth < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("growth must be above 0 and finite: growth=" + growth);
        }
        checkPositive("queries", queries);
        checkPositive("bins", bins);
        checkPositive("resultBuffer", resultBuffer);
    }

    private static void checkPart(String name, double part, boolean above) {
        if (!(part >= 0 && part <= 1) || above && part == 0) {
            throw new IllegalArgumentException(
                    name + " must be " + (above ? "above 0 to 1" : "in 0..1") + ": " + name + "=" + part);
        }
    }

    private static void checkPositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be 1 or more: " + name + "=" + value);
        }
    }

    /**
     * Returns these options with other large batches.
     *
     * @param newMonolithic the first batch of the device
     * @param newReserved points that are left to the host meanwhile
     * @return new options
     */
    public HybridGridOptions withMonolithic(double newMonolithic, double newReserved) {
        return new HybridGridOptions(
                newMonolithic,
                newReserved,
                deviceBatch,
                hostBatch,
                threadsPerPoint,
                failures,
                growth,
                end,
                sample,
                queries,
                bins,
                resultBuffer);
    }

    /**
     * Returns these options with other small batches.
     *
     * @param newDeviceBatch a batch of the device
     * @param newHostBatch a batch of the host
     * @return new options
     */
    public HybridGridOptions withBatches(double newDeviceBatch, double newHostBatch) {
        return new HybridGridOptions(
                monolithic,
                reserved,
                newDeviceBatch,
                newHostBatch,
                threadsPerPoint,
                failures,
                growth,
                end,
                sample,
                queries,
                bins,
                resultBuffer);
    }

    /**
     * Returns these options with another number of threads for each point.
     *
     * @param newThreads the number
     * @return new options
     */
    public HybridGridOptions withThreadsPerPoint(int newThreads) {
        return new HybridGridOptions(
                monolithic,
                reserved,
                deviceBatch,
                hostBatch,
                newThreads,
                failures,
                growth,
                end,
                sample,
                queries,
                bins,
                resultBuffer);
    }

    /**
     * Returns these options with another buffer.
     *
     * @param newBuffer largest number of matches at a time
     * @return new options
     */
    public HybridGridOptions withResultBuffer(int newBuffer) {
        return new HybridGridOptions(
                monolithic,
                reserved,
                deviceBatch,
                hostBatch,
                threadsPerPoint,
                failures,
                growth,
                end,
                sample,
                queries,
                bins,
                newBuffer);
    }
}
