package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of a join. Immutable.
 *
 * @param metric metric of the distances
 * @param monitor watches the join
 * @param method method to find neighbors: not {@link JoinMethod#R_TREE} or {@link JoinMethod#FRONTIER}, which join boxes
 */
public record JoinOptions(Metric metric, Monitor monitor, JoinMethod method) {

    /** Euclidean distances, no monitor, the method that is estimated to be the fastest. */
    public static final JoinOptions DEFAULT = new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE, JoinMethod.AUTOMATIC);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the method does not join points
     */
    public JoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(method, "method");
        if (method == JoinMethod.R_TREE || method == JoinMethod.FRONTIER) {
            throw new IllegalArgumentException("this method joins boxes, not points: method=" + method);
        }
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
     * @throws IllegalArgumentException if the method does not join points
     */
    public JoinOptions withMethod(JoinMethod newMethod) {
        return new JoinOptions(metric, monitor, newMethod);
    }
}
