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
 * @param sphere whether coordinates are longitudes and latitudes, edges great circles, and distances meters
 * @param ellipsoid whether the distances are those on the ellipsoid WGS 84, and not on the sphere; needs sphere
 */
public record SpatialJoinOptions(
        Monitor monitor, Consumer<IncomparableException> failures, boolean sphere, boolean ellipsoid) {

    /** No monitor; in the plane; a pair that cannot be compared ends the join. */
    public static final SpatialJoinOptions DEFAULT = new SpatialJoinOptions(Monitor.NONE, null, false, false);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if there is an ellipsoid without the sphere
     */
    public SpatialJoinOptions {
        Objects.requireNonNull(monitor, "monitor");
        if (ellipsoid && !sphere) {
            throw new IllegalArgumentException("the ellipsoid needs coordinates of the sphere: sphere=false");
        }
    }

    /**
     * Returns these options with another monitor.
     *
     * @param newMonitor the monitor
     * @return new options
     */
    public SpatialJoinOptions withMonitor(Monitor newMonitor) {
        return new SpatialJoinOptions(newMonitor, failures, sphere, ellipsoid);
    }

    /**
     * Returns options that leave out pairs that cannot be compared.
     *
     * @param newFailures receives them
     * @return new options
     */
    public SpatialJoinOptions withFailures(Consumer<IncomparableException> newFailures) {
        return new SpatialJoinOptions(monitor, Objects.requireNonNull(newFailures, "failures"), sphere, ellipsoid);
    }

    /**
     * Returns options for coordinates that are longitudes and latitudes: distances are those on the sphere, in meters. See
     * {@link SpatialJoin} for what geometries are there.
     *
     * @return new options
     */
    public SpatialJoinOptions withSphere() {
        return new SpatialJoinOptions(monitor, failures, true, false);
    }

    /**
     * Returns options for coordinates that are longitudes and latitudes on the ellipsoid WGS 84: distances are lengths of geodesics, in
     * meters. See {@link SpatialJoin} for what distances are there.
     *
     * @return new options
     */
    public SpatialJoinOptions withEllipsoid() {
        return new SpatialJoinOptions(monitor, failures, true, true);
    }
}
