package dev.gyre.engine.op;

import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.util.Objects;

/**
 * Options of the build of a tree. Immutable.
 *
 * @param metric metric of all searches
 * @param duplicates treatment of equal points
 * @param monitor watches the build
 */
public record KdTreeOptions(Metric metric, Duplicates duplicates, Monitor monitor) {

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
