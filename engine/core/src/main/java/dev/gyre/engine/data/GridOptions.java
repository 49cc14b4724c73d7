package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of the build of a grid. Immutable.
 *
 * @param metric metric of all searches
 * @param monitor watches the build
 */
public record GridOptions(Metric metric, Monitor monitor) {

    /** Euclidean distances, no monitor. */
    public static final GridOptions DEFAULT = new GridOptions(Metric.EUCLIDEAN, Monitor.NONE);

    /** Checks that no value is null. */
    public GridOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public GridOptions withMetric(Metric newMetric) {
        return new GridOptions(newMetric, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public GridOptions withMonitor(Monitor newMonitor) {
        return new GridOptions(metric, newMonitor);
    }
}
