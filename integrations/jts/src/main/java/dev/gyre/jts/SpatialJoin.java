package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;

/**
 * Exact joins of two layers of geometries by a predicate.
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
     * @param options a monitor, and what happens to pairs that JTS cannot compare
     * @return the right rows of each left row, ascending
     * @throws IllegalArgumentException as {@link #join(Engine, Layer, Layer, SpatialPredicate)}
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static Matches join(
            Engine engine, Layer left, Layer right, SpatialPredicate predicate, SpatialJoinOptions options) {
        try (Workers workers = new Workers(engine.settings().threads())) {
            Candidates candidates = Candidates.find(engine, workers, left, right, predicate, options.monitor());
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
}
