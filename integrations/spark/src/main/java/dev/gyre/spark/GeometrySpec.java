package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.jts.Layer;
import dev.gyre.jts.SpatialJoin;
import dev.gyre.jts.SpatialJoinOptions;
import dev.gyre.jts.SpatialPredicate;
import java.io.Serializable;
import java.util.Locale;

/**
 * The parameters of a join of geometries, in values that are sent to tasks.
 *
 * @param k neighbors of a left row; 0 for a join by a predicate
 * @param predicate name of the predicate, {@code within-distance} included; empty for neighbors
 * @param distance largest distance, of neighbors too
 * @param surface where distances are measured
 */
record GeometrySpec(int k, String predicate, double distance, Surface surface) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Where distances are measured. */
    enum Surface {
        /** In the unit of the coordinates. */
        PLANE,

        /** In meters on the sphere. */
        SPHERE,

        /** In meters on WGS 84. */
        ELLIPSOID;

        /**
         * Returns the surface of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        static Surface named(String name) {
            for (Surface surface : values()) {
                if (surface.text().equals(name)) {
                    return surface;
                }
            }
            throw new IllegalArgumentException("surface must be plane, sphere or ellipsoid: surface=" + name);
        }

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the rows of a left layer match: the right rows of each, with their distances if these are asked for. */
    record Found(Neighbors neighbors, Matches matches) {

        int count(int row) {
            return neighbors == null ? matches.count(row) : neighbors.count(row);
        }

        int id(int row, int rank) {
            return neighbors == null ? matches.id(row, rank) : neighbors.id(row, rank);
        }

        double distance(int row, int rank) {
            return neighbors.distance(row, rank);
        }
    }

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if k is negative, if a distance is, or if there is no such predicate on the surface
     */
    GeometrySpec {
        if (k < 0 || k == 0 && predicate.isEmpty()) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        // False for NaN too.
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("distance must be 0 or more: distance=" + distance);
        }
        if (!predicate.isEmpty()) {
            asked(predicate, distance);
            if (surface != Surface.PLANE && !predicate.equals(JoinSpec.WITHIN_DISTANCE)) {
                throw new IllegalArgumentException("on the " + surface.text()
                        + " there are joins within a distance alone: " + "predicate=" + predicate);
            }
        }
    }

    private static SpatialPredicate asked(String predicate, double distance) {
        return predicate.equals(JoinSpec.WITHIN_DISTANCE)
                ? SpatialPredicate.withinDistance(distance)
                : SpatialPredicate.named(predicate);
    }

    boolean isNearest() {
        return k > 0;
    }

    /** Joins two layers, in a task. */
    Found join(Engine engine, Layer left, Layer right) {
        SpatialJoinOptions inPlane = SpatialJoinOptions.DEFAULT.withMonitor(ExecutorEngine.MONITOR);
        SpatialJoinOptions options = switch (surface) {
            case PLANE -> inPlane;
            case SPHERE -> inPlane.withSphere();
            case ELLIPSOID -> inPlane.withEllipsoid();
        };
        return isNearest()
                ? new Found(SpatialJoin.nearest(engine, left, right, k, distance, options), null)
                : new Found(null, SpatialJoin.join(engine, left, right, asked(predicate, distance), options));
    }

    String text() {
        String within = distance < Double.POSITIVE_INFINITY && distance > 0 ? ", distance=" + distance : "";
        return (isNearest() ? "nearest geometries: k=" + k : "geometries: " + predicate) + within + ", surface="
                + surface.text();
    }
}
