package dev.gyre.engine.data;

import dev.gyre.tasks.common.BoxRelations;
import java.util.Objects;

/**
 * The relation that must hold between a query, which is a box, and a box that matches it. Boxes contain their sides: boxes that touch
 * intersect, and a box contains itself. Immutable; safe for use by several threads.
 */
public final class BoxPredicate {

    /** The query and the box have a point in common. */
    public static final BoxPredicate INTERSECTS =
            new BoxPredicate("intersects", BoxRelations.INTERSECTS, Metric.EUCLIDEAN, 0, 0);

    /** The box lies within the query. */
    public static final BoxPredicate CONTAINS =
            new BoxPredicate("contains", BoxRelations.CONTAINS, Metric.EUCLIDEAN, 0, 0);

    /** The query lies within the box. */
    public static final BoxPredicate WITHIN = new BoxPredicate("within", BoxRelations.WITHIN, Metric.EUCLIDEAN, 0, 0);

    private final String name;
    private final int code;
    private final Metric metric;
    private final double distance;
    private final double limit;

    private BoxPredicate(String name, int code, Metric metric, double distance, double limit) {
        this.name = name;
        this.code = code;
        this.metric = metric;
        this.distance = distance;
        this.limit = limit;
    }

    /**
     * Returns the predicate that holds if the least Euclidean distance between points of the query and of the box is at most the given one.
     *
     * @param distance largest distance, 0 or more, may be infinite
     * @return the predicate
     * @throws IllegalArgumentException if the distance is negative or NaN
     */
    public static BoxPredicate withinDistance(double distance) {
        return withinDistance(distance, Metric.EUCLIDEAN);
    }

    /**
     * Returns the predicate that holds if the least distance between points of the query and of the box is at most the given one.
     *
     * @param distance largest distance, 0 or more, may be infinite; see {@link Metric#largestKey}
     * @param metric {@link Metric#EUCLIDEAN}, {@link Metric#SQUARED_EUCLIDEAN}, {@link Metric#MANHATTAN} or {@link Metric#CHEBYSHEV}
     * @return the predicate
     * @throws IllegalArgumentException if the distance is negative or NaN, or if the metric is another one
     */
    public static BoxPredicate withinDistance(double distance, Metric metric) {
        checkMetric(metric);
        return new BoxPredicate(
                "within distance", BoxRelations.WITHIN_DISTANCE, metric, distance, metric.largestKey(distance));
    }

    /**
     * Checks that a metric defines the distance between two boxes: the least distance between their points, computed from the gaps between
     * the boxes in each dimension.
     *
     * @param metric the metric
     * @throws IllegalArgumentException if it does not
     * @hidden engine only
     */
    public static void checkMetric(Metric metric) {
        Objects.requireNonNull(metric, "metric");
        if (!metric.equals(Metric.EUCLIDEAN)
                && !metric.equals(Metric.SQUARED_EUCLIDEAN)
                && !metric.equals(Metric.MANHATTAN)
                && !metric.equals(Metric.CHEBYSHEV)) {
            throw new IllegalArgumentException(
                    "the distance of boxes is euclidean, squared-euclidean, manhattan or chebyshev: metric=" + metric);
        }
    }

    /**
     * Returns whether the predicate holds between a query and a box.
     *
     * @param queries the queries
     * @param query row of the query
     * @param boxes boxes of the same dimensions
     * @param row row of the box
     * @return whether it holds
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalArgumentException if the dimensions differ
     */
    public boolean holds(Boxes queries, int query, Boxes boxes, int row) {
        if (queries.dims() != boxes.dims()) {
            throw new IllegalArgumentException(
                    "boxes must have the same dimensions: dims=" + queries.dims() + ", other=" + boxes.dims());
        }
        Objects.checkIndex(query, queries.size());
        Objects.checkIndex(row, boxes.size());
        int dims = boxes.dims();
        return BoxRelations.matches(
                        code,
                        queries.array(),
                        2 * query * dims,
                        boxes.array(),
                        2 * row * dims,
                        limit,
                        dims,
                        metric.norm().code())
                == 1;
    }

    /**
     * Returns the metric of {@link #withinDistance(double, Metric)}.
     *
     * @return the metric; {@link Metric#EUCLIDEAN} for predicates without a distance
     */
    public Metric metric() {
        return metric;
    }

    /**
     * Returns the predicate's code in {@link BoxRelations}.
     *
     * @return the code
     * @hidden engine only
     */
    public int code() {
        return code;
    }

    /**
     * Returns the largest key of a match.
     *
     * @return the key; 0 for predicates without a distance
     * @hidden engine only
     */
    public double limit() {
        return limit;
    }

    @Override
    public String toString() {
        return code == BoxRelations.WITHIN_DISTANCE ? name + " " + distance + " (" + metric + ")" : name;
    }
}
