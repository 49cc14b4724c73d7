package dev.gyre.jts;

import dev.gyre.engine.data.Monitor;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Options of a spatial join. Immutable.
 *
 * @param monitor watches the join; the progress is that of the pairs whose boxes meet
 * @param failures receives the pairs that JTS cannot compare, ascending by left, then right row, on the caller's thread after the join; they
 *     are then not in the answer. Null to end the join with the exception of such a pair
 */
public record SpatialJoinOptions(Monitor monitor, Consumer<IncomparableException> failures) {

    /** No monitor; a pair that cannot be compared ends the join. */
    public static final SpatialJoinOptions DEFAULT = new SpatialJoinOptions(Monitor.NONE, null);

    /** Checks the monitor. */
    public SpatialJoinOptions {
        Objects.requireNonNull(monitor, "monitor");
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public SpatialJoinOptions withMonitor(Monitor newMonitor) {
        return new SpatialJoinOptions(newMonitor, failures);
    }

    /**
     * Returns options that leave out pairs that cannot be compared.
     *
     * @param newFailures receives them
     * @return new options
     */
    public SpatialJoinOptions withFailures(Consumer<IncomparableException> newFailures) {
        return new SpatialJoinOptions(monitor, Objects.requireNonNull(newFailures, "failures"));
    }
}
