package dev.gyre.engine.op;

import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.util.Objects;

/**
 * What the build of a tree may be told beyond the points. Immutable.
 *
 * @param metric how far two points are from each other in all searches
 * @param duplicates what to do about equal points
 * @param monitor watches the build
 */
public record KdTreeOptions(Metric metric, Duplicates duplicates, Monitor monitor) {

    /** Euclidean, all points, unwatched. */
    public static final KdTreeOptions DEFAULT = new KdTreeOptions(Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE);

    /** Checks that nothing is null. */
    public KdTreeOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(duplicates, "duplicates");
        Objects.requireNonNull(monitor, "monitor");
    }

    /**
     * These options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public KdTreeOptions withMetric(Metric newMetric) {
        return new KdTreeOptions(newMetric, duplicates, monitor);
    }

    /**
     * These options with another way to deal with equal points.
     *
     * @param newDuplicates the way
     * @return new options
     */
    public KdTreeOptions withDuplicates(Duplicates newDuplicates) {
        return new KdTreeOptions(metric, newDuplicates, monitor);
    }

    /**
     * These options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public KdTreeOptions withMonitor(Monitor newMonitor) {
        return new KdTreeOptions(metric, duplicates, newMonitor);
    }
}
