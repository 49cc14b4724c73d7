package dev.gyre.engine.data;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Options of a join. Immutable.
 *
 * @param metric metric of the distances
 * @param monitor watches the join
 * @param method method to find neighbors, one of {@link #METHODS}
 */
public record JoinOptions(Metric metric, Monitor monitor, JoinMethod method) {

    /** Methods that join points. */
    public static final Set<JoinMethod> METHODS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(JoinMethod.R_TREE, JoinMethod.FRONTIER)));

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
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("points are joined by one of " + METHODS + ": method=" + method);
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
