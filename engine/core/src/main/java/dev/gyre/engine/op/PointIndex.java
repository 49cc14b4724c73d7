package dev.gyre.engine.op;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;

/**
 * An index of points that is searched in batches. Answers are exact in {@code double}, ties included, and the same for every kind of index
 * and on every device. A point's id is its row.
 *
 * <p>Immutable and safe for use by several threads. An index is valid until its engine is closed. Closing an index ends its use and may be
 * repeated.
 */
public sealed interface PointIndex extends AutoCloseable permits Grid, KdTree {

    /** {@return the points that the index was built of} */
    Points points();

    /** {@return the metric of all searches} */
    Metric metric();

    /** {@return the device and times of the build} */
    BuildReport report();

    /**
     * Checks the structure.
     *
     * @return the findings
     * @throws IllegalStateException if the index is closed
     */
    StructureReport verify();

    /**
     * Finds the k nearest points of every query. A query that is a point of the index finds itself.
     *
     * @param queries the queries, of the dimensions of the points
     * @param k neighbors per query, 1 or more; if there are fewer points, the remaining slots are unused
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException if k is less than 1, if the dimensions differ, if the metric does not accept the
     *     queries, or if the search exceeds the result size or the memory limit
     * @throws IllegalStateException if the index is closed
     */
    default Neighbors nearest(Points queries, int k) {
        return nearest(queries, k, Double.POSITIVE_INFINITY, Monitor.NONE);
    }

    /**
     * Finds the k nearest points of every query among those within a radius.
     *
     * @param queries the queries, of the dimensions of the points
     * @param k neighbors per query, 1 or more; if fewer points are within the radius, the remaining slots are unused
     * @param radius largest distance, in the unit of the metric, 0 or more; see {@link Metric#largestKey}
     * @param monitor watches the search
     * @return the neighbors, one row per query
     * @throws IllegalArgumentException as {@link #nearest(Points, int)}, or if the radius is negative or NaN
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    Neighbors nearest(Points queries, int k, double radius, Monitor monitor);

    /**
     * Finds all points within a radius of every query, the radius itself included. A query that is a point of the index finds
     * itself.
     *
     * <p>The device counts and writes matches, in batches that fit the memory limit; the host orders them by their keys. Memory on the
     * host: 12 bytes per match, temporarily twice that.
     *
     * @param queries the queries, of the dimensions of the points
     * @param radius largest distance, in the unit of the metric, 0 or more, may be infinite; see {@link Metric#largestKey}
     * @return the matches, one row per query, each ascending by (key, id)
     * @throws IllegalArgumentException if the radius is negative or NaN, if the dimensions differ, if the metric does not
     *     accept the queries, if there are more than {@link Matches#MAX_SIZE} matches, or if the candidates of a single query
     *     exceed the memory limit
     * @throws IllegalStateException if the index is closed
     */
    default Matches within(Points queries, double radius) {
        return within(queries, radius, Monitor.NONE);
    }

    /**
     * Performs {@link #within(Points, double)} with a monitor.
     *
     * @param queries the queries
     * @param radius largest distance
     * @param monitor watches the search
     * @return the matches, one row per query
     * @throws IllegalArgumentException as {@link #within(Points, double)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    Matches within(Points queries, double radius, Monitor monitor);

    /**
     * Performs {@link #within(Points, double)} for results of any size, in parts of about a million matches or one query each.
     *
     * @param queries the queries
     * @param radius largest distance
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException as {@link #within(Points, double)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    void within(Points queries, double radius, Monitor monitor, Matches.Consumer consumer);

    /**
     * Counts the points within a radius of every query.
     *
     * @param queries the queries
     * @param radius largest distance
     * @return one number per query
     * @throws IllegalArgumentException as {@link #within(Points, double)}, for any number of matches
     * @throws IllegalStateException if the index is closed
     */
    default int[] countWithin(Points queries, double radius) {
        return countWithin(queries, radius, Monitor.NONE);
    }

    /**
     * Performs {@link #countWithin(Points, double)} with a monitor.
     *
     * @param queries the queries
     * @param radius largest distance
     * @param monitor watches the search
     * @return one number per query
     * @throws IllegalArgumentException as {@link #countWithin(Points, double)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    int[] countWithin(Points queries, double radius, Monitor monitor);

    /**
     * Finds all other points within a radius of every point of the index. Each point excludes itself by its row, not by its
     * coordinates.
     *
     * @param radius largest distance
     * @param monitor watches the search
     * @return the matches, one row per point
     * @throws IllegalArgumentException as {@link #within(Points, double)}
     * @throws IllegalStateException if the index is closed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    Matches selfWithin(double radius, Monitor monitor);

    @Override
    void close();
}
