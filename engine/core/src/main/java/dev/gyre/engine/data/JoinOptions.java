package dev.gyre.engine.data;

import java.util.Objects;

/**
 * What a join may be told beyond its inputs. Immutable.
 *
 * @param metric how far two points are from each other
 * @param monitor watches the join
 * @param method how neighbors are found
 */
public record JoinOptions(Metric metric, Monitor monitor, JoinMethod method) {

    /** Euclidean, unwatched, by whatever method is the fastest. */
    public static final JoinOptions DEFAULT = new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE, JoinMethod.AUTOMATIC);

    /** Checks that nothing is null. */
    public JoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(method, "method");
    }

    /**
     * These options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public JoinOptions withMetric(Metric newMetric) {
        return new JoinOptions(newMetric, monitor, method);
    }

    /**
     * These options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public JoinOptions withMonitor(Monitor newMonitor) {
        return new JoinOptions(metric, newMonitor, method);
    }

    /**
     * These options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public JoinOptions withMethod(JoinMethod newMethod) {
        return new JoinOptions(metric, monitor, newMethod);
    }
}
