package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of a join. Immutable.
 *
 * @param metric metric of the distances
 * @param monitor watches the join
 * @param method method to find neighbors
 */
public record JoinOptions(Metric metric, Monitor monitor, JoinMethod method) {

    /** Euclidean distances, no monitor, the method that is estimated to be the fastest. */
    public static final JoinOptions DEFAULT = new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE, JoinMethod.AUTOMATIC);

    /** Checks that no value is null. */
    public JoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public JoinOptions withMetric(Metric newMetric) {
        return new JoinOptions(newMetric, monitor, method);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public JoinOptions withMonitor(Monitor newMonitor) {
        return new JoinOptions(metric, newMonitor, method);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public JoinOptions withMethod(JoinMethod newMethod) {
        return new JoinOptions(metric, monitor, newMethod);
    }
}
