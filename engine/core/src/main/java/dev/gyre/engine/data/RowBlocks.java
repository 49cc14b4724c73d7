package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/** Ids with keys for each query, in blocks of queries that several threads fill in parallel. Immutable; safe for use by several threads. */
abstract sealed class RowBlocks permits Matches, Neighbors {

    final int[][] ids;

    /** The canonical keys; null if there are none. */
    final double[][] keys;

    /** Binary logarithm of the number of queries of a block. */
    final int blockBits;

    final Metric metric;
    private final ExecutionReport report;

    RowBlocks(int[][] ids, double[][] keys, int blockBits, Metric metric, ExecutionReport report) {
        this.ids = ids;
        this.keys = keys;
        this.blockBits = blockBits;
        this.metric = metric.reported();
        this.report = Objects.requireNonNull(report, "report");
    }

    /** Makes a result of a single block. */
    RowBlocks(int[] ids, double[] keys, Metric metric, ExecutionReport report) {
        this(new int[][] {ids}, keys == null ? null : new double[][] {keys}, Integer.SIZE - 1, metric, report);
    }

    /** Makes the same result with another report. */
    RowBlocks(RowBlocks other, ExecutionReport report) {
        this(other.ids, other.keys, other.blockBits, other.metric, report);
    }

    /** Puts a row in the place of each id, except of unused slots. */
    final void replaceIds(int... rows) {
        for (int[] block : ids) {
            for (int i = 0; i < block.length; i++) {
                block[i] = block[i] < 0 ? block[i] : rows[block[i]];
            }
        }
    }

    static long sizeOf(int[]... blocks) {
        return Arrays.stream(blocks).mapToLong(block -> block.length).sum();
    }

    /** {@return the number of queries} */
    public abstract int queries();

    /**
     * Returns the canonical key of a row of a query in the space of the metric, which decided its rank: see {@link Norm}.
     *
     * @param query row of the query
     * @param rank 0 for the first, which is the nearest
     * @return the key, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     * @throws IllegalStateException if there are no distances
     */
    public abstract double key(int query, int rank);

    /**
     * Returns the distance of a row of a query in the unit of the metric.
     *
     * @param query row of the query
     * @param rank 0 for the first, which is the nearest
     * @return the distance, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     * @throws IllegalStateException if there are no distances
     */
    public double distance(int query, int rank) {
        return metric.distance(key(query, rank));
    }

    /**
     * Returns all ids, query by query.
     *
     * @return a new array
     */
    public int[] toIdArray() {
        int[] all = new int[(int) sizeOf(ids)];
        int at = 0;
        for (int[] block : ids) {
            System.arraycopy(block, 0, all, at, block.length);
            at += block.length;
        }
        return all;
    }

    /**
     * Returns all canonical keys in the space of the metric, query by query.
     *
     * @return a new array
     * @throws IllegalStateException if there are no distances
     */
    public double[] toKeyArray() {
        double[] all = new double[(int) sizeOf(ids)];
        int at = 0;
        for (double[] block : keys) {
            System.arraycopy(block, 0, all, at, block.length);
            at += block.length;
        }
        return all;
    }

    /** {@return the metric of {@link #distance}} */
    public Metric metric() {
        return metric;
    }

    /** {@return the device and times of the work} */
    public ExecutionReport report() {
        return report;
    }
}
