package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of the build of a tree. Immutable.
 *
 * @param metric metric of all searches
 * @param duplicates treatment of equal points
 * @param monitor watches the build
 */
public record KdTreeOptions(Metric metric, Duplicates duplicates, Monitor monitor) {

    /** Treatment of points that are equal in the space of a tree's metric. */
    public enum Duplicates {

        /** Keeps all points; each is a neighbor of its duplicates at distance 0. */
        KEEP,

        /** Of equal points, keeps the one with the smallest id; the tree and the answers do not contain the others. */
        DROP,

        /** Ends the build with an {@link IllegalArgumentException} that names two of the points. */
        REFUSE
    }

    /** Euclidean distances, all points, no monitor. */
    public static final KdTreeOptions DEFAULT = new KdTreeOptions(Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE);

    /** Checks that no value is null. */
    public KdTreeOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(duplicates, "duplicates");
        Objects.requireNonNull(monitor, "monitor");
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public KdTreeOptions withMetric(Metric newMetric) {
        return new KdTreeOptions(newMetric, duplicates, monitor);
    }

    /**
     * Returns these options with another treatment of equal points.
     *
     * @param newDuplicates the treatment
     * @return new options
     */
    public KdTreeOptions withDuplicates(Duplicates newDuplicates) {
        return new KdTreeOptions(metric, newDuplicates, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public KdTreeOptions withMonitor(Monitor newMonitor) {
        return new KdTreeOptions(metric, duplicates, newMonitor);
    }
}
