package dev.gyre.engine.data;

import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Options of a join. Immutable, if the caller does not change the bits and arrays that it gave.
 *
 * @param metric metric of the distances
 * @param monitor watches the join
 * @param method method to find neighbors, one of {@link #METHODS}
 * @param filter the rows of the points that may match; null if all may
 * @param queryGroups the group of each query; null if there are no groups
 * @param groups the group of each point: only rows of the same group match; null if there are no groups
 */
public record JoinOptions(
        Metric metric, Monitor monitor, JoinMethod method, BitSet filter, int[] queryGroups, int[] groups) {

    /** Methods that join points. */
    public static final Set<JoinMethod> METHODS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(JoinMethod.R_TREE, JoinMethod.FRONTIER)));

    /** Euclidean distances, no monitor, the method that is estimated to be the fastest; all rows may match. */
    public static final JoinOptions DEFAULT =
            new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE, JoinMethod.AUTOMATIC, null, null, null);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the method does not join points, or if only one side has groups
     */
    public JoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(monitor, "monitor");
        Objects.requireNonNull(method, "method");
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("points are joined by one of " + METHODS + ": method=" + method);
        }
        if ((queryGroups == null) != (groups == null)) {
            throw new IllegalArgumentException(
                    "both queries and points need groups: missing=" + (groups == null ? "points" : "queries"));
        }
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public JoinOptions withMetric(Metric newMetric) {
        return new JoinOptions(newMetric, monitor, method, filter, queryGroups, groups);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public JoinOptions withMonitor(Monitor newMonitor) {
        return new JoinOptions(metric, newMonitor, method, filter, queryGroups, groups);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     * @throws IllegalArgumentException if the method does not join points
     */
    public JoinOptions withMethod(JoinMethod newMethod) {
        return new JoinOptions(metric, monitor, newMethod, filter, queryGroups, groups);
    }

    /**
     * Returns these options with a filter of the points. In a join of points with themselves every row is still a query, and only the
     * matches are filtered.
     *
     * <p>The cost is that of a join with the rows that pass alone, and a copy of these.
     *
     * @param newFilter the rows that may match, below the number of points; null for all rows
     * @return new options
     */
    public JoinOptions withFilter(BitSet newFilter) {
        return new JoinOptions(metric, monitor, method, newFilter, queryGroups, groups);
    }

    /**
     * Returns these options with groups of the rows of one set: a row matches rows of its own group alone. All numbers are groups.
     *
     * <p>The cost is about that of a join without groups: on the JVM a join of a million points of the plane took 0.8 to 1.4 times the processor
     * time, for the nearest and within a radius, with 5 groups and with 1,000. Memory as with one more dimension.
     *
     * @param newGroups the group of each row; null for no groups
     * @return new options
     */
    public JoinOptions withGroups(int[] newGroups) {
        return withGroups(newGroups, newGroups);
    }

    /**
     * Returns these options with groups: a query matches points of its own group alone, as {@link #withGroups(int[])}.
     *
     * @param newQueryGroups the group of each query
     * @param newGroups the group of each point
     * @return new options
     * @throws IllegalArgumentException if only one of both is null
     */
    public JoinOptions withGroups(int[] newQueryGroups, int[] newGroups) {
        return new JoinOptions(metric, monitor, method, filter, newQueryGroups, newGroups);
    }

    /**
     * Tells whether some pairs of rows may not match, however near they are.
     *
     * @return true if there is a filter, or if there are groups
     */
    public boolean isFiltered() {
        return filter != null || groups != null;
    }

    /**
     * Refuses filters and groups.
     *
     * @param call the call that has none, as the subject of a sentence in the plural
     * @throws IllegalArgumentException if there is a filter, or if there are groups
     * @hidden engine only
     */
    public void checkUnfiltered(String call) {
        if (isFiltered()) {
            throw new IllegalArgumentException(call + " have no filter and no groups: filter=" + (filter != null)
                    + ", groups=" + (groups != null));
        }
    }
}
