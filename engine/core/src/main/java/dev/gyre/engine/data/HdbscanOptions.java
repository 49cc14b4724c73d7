package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of HDBSCAN*. Immutable.
 *
 * @param minClusterSize fewest rows of a cluster, 2 or more: a smaller group that splits off is noise
 * @param minPoints the core distance of a row is that to its {@code minPoints}-th nearest row, itself included, 1 or more. So it is
 *     scikit-learn's {@code min_samples}, and 1 more than the {@code min_samples} of the hdbscan package. With 1, or 2, distances are not
 *     smoothed: the clusters are those of single linkage
 * @param selection which clusters of the condensed tree are the answer
 * @param epsilon clusters that appear at this distance or below are merged until one appears above it, 0 or more (Malzer and Baum, 2020)
 * @param allowSingleCluster whether all rows may be one cluster
 * @param metric metric of the distances, with a norm that {@code Engine.spanningTree} supports
 * @param monitor watches the call
 */
public record HdbscanOptions(
        int minClusterSize,
        int minPoints,
        Selection selection,
        double epsilon,
        boolean allowSingleCluster,
        Metric metric,
        Monitor monitor) {

    /** Which clusters of a condensed tree are the answer. */
    public enum Selection {

        /** Those whose stabilities have the largest sum, of which none contains another one (Campello et al., 2013). */
        EXCESS_OF_MASS,

        /** Those that contain no other cluster: more and smaller ones. */
        LEAF
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the cluster size is below 2, the points are below 1, or epsilon is negative or NaN
     */
    public HdbscanOptions {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        if (minClusterSize < 2) {
            throw new IllegalArgumentException("minClusterSize must be 2 or more: minClusterSize=" + minClusterSize);
        }
        if (minPoints < 1) {
            throw new IllegalArgumentException("minPoints must be 1 or more: minPoints=" + minPoints);
        }
        // False for NaN too.
        if (!(epsilon >= 0)) {
            throw new IllegalArgumentException("epsilon must be 0 or more: epsilon=" + epsilon);
        }
    }

    /**
     * Returns options for clusters of a least size by Euclidean distances: as many points for a core distance, the excess of mass, no
     * epsilon, no single cluster, no monitor.
     *
     * @param minClusterSize fewest rows of a cluster, 2 or more
     * @return the options
     * @throws IllegalArgumentException if the size is below 2
     */
    public static HdbscanOptions of(int minClusterSize) {
        return new HdbscanOptions(
                minClusterSize, minClusterSize, Selection.EXCESS_OF_MASS, 0, false, Metric.EUCLIDEAN, Monitor.NONE);
    }

    /**
     * Returns these options with another number of points for a core distance.
     *
     * @param points the number, the row itself included, 1 or more
     * @return new options
     * @throws IllegalArgumentException if the number is below 1
     */
    public HdbscanOptions withMinPoints(int points) {
        return new HdbscanOptions(minClusterSize, points, selection, epsilon, allowSingleCluster, metric, monitor);
    }

    /**
     * Returns these options with another selection.
     *
     * @param newSelection the selection
     * @return new options
     */
    public HdbscanOptions withSelection(Selection newSelection) {
        return new HdbscanOptions(
                minClusterSize, minPoints, newSelection, epsilon, allowSingleCluster, metric, monitor);
    }

    /**
     * Returns these options with another epsilon.
     *
     * @param distance the distance, in the unit of the metric, 0 or more
     * @return new options
     * @throws IllegalArgumentException if the distance is negative or NaN
     */
    public HdbscanOptions withEpsilon(double distance) {
        return new HdbscanOptions(minClusterSize, minPoints, selection, distance, allowSingleCluster, metric, monitor);
    }

    /**
     * Returns these options with another rule for a single cluster.
     *
     * @param allow whether all rows may be one cluster
     * @return new options
     */
    public HdbscanOptions withAllowSingleCluster(boolean allow) {
        return new HdbscanOptions(minClusterSize, minPoints, selection, epsilon, allow, metric, monitor);
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public HdbscanOptions withMetric(Metric newMetric) {
        return new HdbscanOptions(
                minClusterSize, minPoints, selection, epsilon, allowSingleCluster, newMetric, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public HdbscanOptions withMonitor(Monitor newMonitor) {
        return new HdbscanOptions(
                minClusterSize, minPoints, selection, epsilon, allowSingleCluster, metric, newMonitor);
    }
}
