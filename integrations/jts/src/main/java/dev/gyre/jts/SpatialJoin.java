package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.jvm.Workers;

/**
 * Exact joins of two layers of geometries: all pairs for which a predicate holds, or the nearest geometries.
 *
 * <p>The engine finds the pairs whose boxes meet; a collection of lines or areas has a box for each of them. Each pair is then tested in
 * {@code double}, on all threads of the engine, with the answer of JTS's {@code RelateNG}. A geometry that has several candidates gets a
 * tree of its edges. It locates points, and decides pairs whose edges do not meet or cross plainly. Results are in the order of (left
 * row, right row), for any number of threads.
 *
 * <p>Polygons that cross themselves are compared as they are: a point is in one if a ray from it crosses the rings an odd number of times.
 * For a multipolygon whose parts overlap, which is not valid, the points in the overlap may count as inside or outside;
 * {@link GeometryRepair} makes it valid.
 *
 * <p>For m pairs of boxes a join needs {@code 13 m} bytes, besides the layers, the tree of the smaller layer's boxes and the objects of
 * JTS for prepared geometries. Safe for use by several threads.
 *
 * <p><b>The sphere.</b> With {@link SpatialJoinOptions#withSphere}, coordinates are longitudes and latitudes in degrees, and distances are
 * meters on a sphere with the Earth's mean radius ({@link Metric#EARTH_RADIUS_KM}). Longitudes may have any value: 190 is -170.
 *
 * <ul>
 *   <li>An edge is the shorter arc of the great circle through its corners, so it may cross the 180th meridian or go over a pole. Corners
 *       that are opposite to one another have no shorter arc and are refused.
 *   <li>Inside of a ring is its smaller side, whatever its direction: files have both directions. If a ring halves the sphere, it is
 *       the left side. So no ring has more than half of the sphere inside; a hole takes the smaller side of its ring away. A point is in a
 *       polygon if it is inside of an odd number of its rings.
 *   <li>Geometries that have a common point, or are less than 45 nanometers apart (the rounding of degrees), have the distance 0. Other
 *       distances are within 1e-5 m of the exact ones, and within 0.5 m near the opposite place.
 * </ul>
 *
 * <p><b>The ellipsoid.</b> With {@link SpatialJoinOptions#withEllipsoid}, edges and insides are those of the sphere, and distances are lengths
 * of geodesics on WGS 84 in meters, by <a href="https://geographiclib.sourceforge.io">GeographicLib</a>. They decide which neighbors are
 * nearest and which pairs are within a distance.
 *
 * <ul>
 *   <li>The distance of two points is within 15 nanometers of the exact one, besides the rounding of degrees.
 *   <li>That of other geometries, if they have no common point, is the least length from a corner of one to the place of an edge of the
 *       other one that is nearest to the corner on the sphere. The nearest place of an edge on the ellipsoid may be another one: in tests up to
 *       2,000 km the length was at most 2.3e-5 of itself above the least one (23 mm in a kilometer), and at most 5e-5 beyond.
 *   <li>A length takes microseconds: a search computes it only for pairs that are near enough on the sphere.
 * </ul>
 */
public final class SpatialJoin {

    private SpatialJoin() {}

    /**
     * Finds all pairs for which a predicate holds.
     *
     * @param engine device and threads
     * @param left the left layer
     * @param right the right layer
     * @param predicate what must hold
     * @return the right rows of each left row, ascending; they have no distances
     * @throws IncomparableException if JTS cannot compare a pair; it has the rows
     * @throws IllegalArgumentException if a coordinate is not finite or too large, or if there are more than {@link Matches#MAX_SIZE} pairs of
     *     boxes
     */
    public static Matches join(Engine engine, Layer left, Layer right, SpatialPredicate predicate) {
        return join(engine, left, right, predicate, SpatialJoinOptions.DEFAULT);
    }

    /**
     * Performs {@link #join(Engine, Layer, Layer, SpatialPredicate)} with options.
     *
     * @param engine device and threads
     * @param left the left layer
     * @param right the right layer
     * @param predicate what must hold
     * @param options a monitor, what happens to pairs that JTS cannot compare, and whether distances are those on the sphere or
     *     the ellipsoid
     * @return the right rows of each left row, ascending
     * @throws IllegalArgumentException as {@link #join(Engine, Layer, Layer, SpatialPredicate)}; on the sphere if the predicate is another
     *     one than a distance, if a latitude is not in -90..90 or a longitude not finite, or if an edge joins opposite places
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static Matches join(
            Engine engine, Layer left, Layer right, SpatialPredicate predicate, SpatialJoinOptions options) {
        if (options.sphere() && predicate.relation() != Relation.WITHIN_DISTANCE) {
            throw new IllegalArgumentException(
                    "on the sphere there are joins within a distance alone: predicate=" + predicate.name());
        }
        try (Workers workers = new Workers(engine.settings().threads())) {
            Candidates candidates = Candidates.find(engine, workers, left, right, predicate, options);
            long start = System.nanoTime();
            Refinement refinement = new Refinement(left, right, predicate, candidates, options);
            int[] offsets = refinement.run(workers);
            int[] ids = refinement.kept(offsets);
            long nanos = System.nanoTime() - start;
            return new Matches(
                    offsets, ids, null, Metric.EUCLIDEAN, candidates.report().withRefinement(nanos));
        }
    }

    /**
     * Counts the pairs for which a predicate holds.
     *
     * @param engine device and threads
     * @param left the left layer
     * @param right the right layer
     * @param predicate what must hold
     * @param options as for a join
     * @return a number for each left row
     * @throws IllegalArgumentException as {@link #join(Engine, Layer, Layer, SpatialPredicate)}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static int[] count(
            Engine engine, Layer left, Layer right, SpatialPredicate predicate, SpatialJoinOptions options) {
        Matches found = join(engine, left, right, predicate, options);
        int[] counts = new int[found.queries()];
        for (int row = 0; row < counts.length; row++) {
            counts[row] = found.count(row);
        }
        return counts;
    }

    /**
     * Finds the k nearest right geometries of each left one.
     *
     * @param engine device and threads
     * @param left the left layer
     * @param right the right layer
     * @param k neighbors, 1 or more; if there are fewer, the remaining slots are unused
     * @return the neighbors of each left row, as {@link #nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}
     * @throws IllegalArgumentException as {@link #nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}
     */
    public static Neighbors nearest(Engine engine, Layer left, Layer right, int k) {
        return nearest(engine, left, right, k, Double.POSITIVE_INFINITY, SpatialJoinOptions.DEFAULT);
    }

    /**
     * Finds the k nearest right geometries of each left one among those within a distance.
     *
     * <p>In the plane the distance is that of JTS's {@code Geometry.distance}: 0 if the geometries have a common point, else the least
     * distance of their points and edges, in the unit of the coordinates. (Distances below 2^-511 count as 0.) An empty geometry has no neighbors and is
     * nobody's neighbor. A point is in a collection if it is in one of its polygons, and in a polygon if
     * a ray from it crosses the rings an odd number of times; so JTS takes valid ones, and polygons whose single ring crosses itself.
     *
     * <p>The boxes of right parts come in the order of their distances, until they are farther than the k nearest rows so far. A geometry
     * gets a tree of its edges when it is first compared, so a distance takes O(log m) expected for a point and m edges near each other in
     * the order of the geometry. The threads of the host search, on any device; the tree of boxes is built on the device.
     *
     * <p>A left layer of points, in the plane and on the sphere, is searched in groups of points near each other, which share the right
     * parts that may be near; the edges of parts with at most 64 are in one array.
     *
     * <p>Memory: {@code 12 k} bytes for each left row, about 40 bytes for each right part and 10 for each of its edges (50 on the sphere),
     * and {@code 12 k + 4 n} for each thread and n right rows, besides the tree of their boxes. For a left layer of points, 8 bytes for each
     * point while they are ordered, and 48 bytes more for each edge of a right part with at most 64 (60 on the sphere).
     *
     * @param engine device and threads
     * @param left the left layer
     * @param right the right layer
     * @param k neighbors, 1 or more; if there are fewer, the remaining slots are unused
     * @param distance largest distance, itself included; 0 or more, may be infinite
     * @param options a monitor, whose progress is that of left rows, and whether distances are those on the sphere or
     *     the ellipsoid; no pair fails
     * @return the neighbors of each left row, ascending by (distance, right row)
     * @throws IllegalArgumentException if k is less than 1, if the distance is negative or NaN, if a coordinate is not finite or too large,
     *     if the slots of all rows do not fit an array, or if another device was named than the JVM and the settings are
     *     {@linkplain dev.gyre.engine.Settings#withStrict strict}; on the sphere as a {@linkplain #join(Engine, Layer, Layer,
     *     SpatialPredicate, SpatialJoinOptions) join}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static Neighbors nearest(
            Engine engine, Layer left, Layer right, int k, double distance, SpatialJoinOptions options) {
        return NearestSearch.find(engine, left, right, false, k, distance, options);
    }

    /**
     * Finds the k nearest other geometries of each geometry among those within a distance: a join of a layer with itself, in which no row is
     * its own neighbor. An equal geometry in another row is one, at distance 0.
     *
     * @param engine device and threads
     * @param layer the layer
     * @param k as for {@link #nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}
     * @param distance largest distance, itself included; 0 or more, may be infinite
     * @param options as for {@link #nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}
     * @return the neighbors of each row, ascending by (distance, row)
     * @throws IllegalArgumentException as {@link #nearest(Engine, Layer, Layer, int, double, SpatialJoinOptions)}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static Neighbors nearestOthers(
            Engine engine, Layer layer, int k, double distance, SpatialJoinOptions options) {
        return NearestSearch.find(engine, layer, layer, true, k, distance, options);
    }
}
