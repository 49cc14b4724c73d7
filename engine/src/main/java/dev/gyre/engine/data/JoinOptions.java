package dev.gyre.engine.data;

import java.util.Objects;

/**
 * What a join may be told beyond its inputs. Immutable.
 *
 * @param metric how far two points are from each other
 * @param monitor watches the join
 */
public record JoinOptions(Metric metric, Monitor monitor) {

    /** Euclidean, unwatched. */
    public static final JoinOptions DEFAULT = new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE);

    /** Checks that nothing is null. */
    public JoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
    }

    /**
     * These options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public JoinOptions withMetric(Metric newMetric) {
        return new JoinOptions(newMetric, monitor);
    }

    /**
     * These options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public JoinOptions withMonitor(Monitor newMonitor) {
        return new JoinOptions(metric, newMonitor);
    }
}
