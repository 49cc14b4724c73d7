package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * Clusters of rows: each row is in one cluster, or is noise. Clusters are numbered from 0 by their smallest core row. Immutable; safe for use
 * by several threads.
 *
 * <p>Memory: 5 bytes for each row.
 */
public final class Clusters {

    /** The label of noise. */
    public static final int NOISE = -1;

    private final int[] labels;
    private final boolean[] core;
    private final int clusters;
    private final ExecutionReport report;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param labels for each row the number of its cluster, or {@link #NOISE}
     * @param core for each row whether it is a core row
     * @param clusters number of clusters
     * @param report device and times of the work
     * @throws IllegalArgumentException if the arrays are not of one length
     */
    public Clusters(int[] labels, boolean[] core, int clusters, ExecutionReport report) {
        if (labels.length != core.length) {
            throw new IllegalArgumentException(
                    "arrays must have an element for each row: labels=" + labels.length + ", core=" + core.length);
        }
        this.labels = labels;
        this.core = core;
        this.clusters = clusters;
        this.report = Objects.requireNonNull(report, "report");
    }

    /**
     * Returns the number of rows.
     *
     * @return the number
     */
    public int size() {
        return labels.length;
    }

    /**
     * Returns the number of clusters.
     *
     * @return the number, 0 if all rows are noise
     */
    public int clusters() {
        return clusters;
    }

    /**
     * Returns the cluster of a row.
     *
     * @param row the row
     * @return the number of the cluster, from 0, or {@link #NOISE}
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public int label(int row) {
        return labels[row];
    }

    /**
     * Returns whether a row is a core row: enough rows are near it. The other rows of a cluster are on its border.
     *
     * @param row the row
     * @return true if it is
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public boolean isCore(int row) {
        return core[row];
    }

    /**
     * Returns the clusters of all rows.
     *
     * @return a new array of one label for each row
     */
    public int[] toLabelArray() {
        return labels.clone();
    }

    /**
     * Returns which rows are core rows.
     *
     * @return a new array of one flag for each row
     */
    public boolean[] toCoreArray() {
        return core.clone();
    }

    /**
     * Counts the rows of each cluster, in O(n).
     *
     * @return a new array of one number for each cluster
     */
    public int[] toSizeArray() {
        int[] sizes = new int[clusters];
        for (int label : labels) {
            if (label != NOISE) {
                sizes[label]++;
            }
        }
        return sizes;
    }

    /**
     * Counts the rows in no cluster, in O(n).
     *
     * @return the number
     */
    public int noise() {
        return (int) Arrays.stream(labels).filter(label -> label == NOISE).count();
    }

    /**
     * Sorts the rows by their clusters, in O(n), with 4 bytes for each row.
     *
     * @return for each cluster its rows, ascending
     */
    public IntRows rows() {
        int[] offsets = new int[clusters + 1];
        int[] sizes = toSizeArray();
        for (int cluster = 0; cluster < clusters; cluster++) {
            offsets[cluster + 1] = offsets[cluster] + sizes[cluster];
        }
        int[] next = offsets.clone();
        int[] rows = new int[offsets[clusters]];
        for (int row = 0; row < labels.length; row++) {
            if (labels[row] != NOISE) {
                rows[next[labels[row]]++] = row;
            }
        }
        return IntRows.of(offsets, rows);
    }

    /**
     * Returns device and times of the work.
     *
     * @return the report
     */
    public ExecutionReport report() {
        return report;
    }
}
