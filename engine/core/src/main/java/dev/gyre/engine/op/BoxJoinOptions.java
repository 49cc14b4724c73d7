package dev.gyre.engine.op;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import java.util.Objects;

/**
 * Options of a join of boxes. Immutable.
 *
 * @param method {@link JoinMethod#AUTOMATIC} or {@link JoinMethod#R_TREE}
 * @param monitor watches the join
 */
public record BoxJoinOptions(JoinMethod method, Monitor monitor) {

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
        if (method != JoinMethod.AUTOMATIC && method != JoinMethod.R_TREE) {
            throw new IllegalArgumentException("boxes are joined by AUTOMATIC or R_TREE: method=" + method);
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
