package dev.gyre.engine.data;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Options of a join of boxes. Immutable.
 *
 * @param method {@link JoinMethod#R_TREE} searches a tree of the right boxes for each left box; {@link JoinMethod#FRONTIER} descends a tree
 *     of each side at the same time, level by level; {@link JoinMethod#AUTOMATIC} chooses
 * @param monitor watches the join
 */
public record BoxJoinOptions(JoinMethod method, Monitor monitor) {

    /** Methods that join boxes. */
    public static final Set<JoinMethod> METHODS =
            Collections.unmodifiableSet(EnumSet.of(JoinMethod.AUTOMATIC, JoinMethod.R_TREE, JoinMethod.FRONTIER));

    /** The method that is estimated to be the fastest, no monitor. */
    public static final BoxJoinOptions DEFAULT = new BoxJoinOptions(JoinMethod.AUTOMATIC, Monitor.NONE);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the method does not join boxes
     */
    public BoxJoinOptions {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(monitor, "monitor");
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("boxes are joined by one of " + METHODS + ": method=" + method);
        }
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public BoxJoinOptions withMethod(JoinMethod newMethod) {
        return new BoxJoinOptions(newMethod, monitor);
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public BoxJoinOptions withMonitor(Monitor newMonitor) {
        return new BoxJoinOptions(method, newMonitor);
    }
}
