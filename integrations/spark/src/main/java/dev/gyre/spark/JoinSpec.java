package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.Locale;
import org.apache.spark.sql.types.DataType;

/**
 * What a join computes, in values that travel to tasks.
 *
 * @param kind what is joined, and how
 * @param self true if the right side is the left one
 * @param dims dimensions of the points or boxes
 * @param k neighbors per query
 * @param radius largest distance, of a join within a radius or of a predicate
 * @param metric name of the metric
 * @param predicate name of the predicate of boxes
 * @param left the left side
 * @param right the right side; the left one in a self-join
 */
record JoinSpec(
        Kind kind, boolean self, int dims, int k, double radius, String metric, String predicate, Side left, Side right)
        implements Serializable {

    private static final long serialVersionUID = 1;

    private static final String INTERSECTS = "intersects";
    private static final String CONTAINS = "contains";
    private static final String WITHIN = "within";
    private static final String WITHIN_DISTANCE = "within-distance";

    /** Kinds of joins. */
    enum Kind {
        /** The k nearest points of each query. */
        KNN,

        /** All pairs of points within a radius. */
        RADIUS,

        /** All pairs of boxes for which a predicate holds. */
        BOX
    }

    /**
     * A side of a join.
     *
     * @param id name of the column of ids
     * @param idType its type
     * @param columns names of the columns of numbers, joined by commas
     */
    record Side(String id, DataType idType, String columns) implements Serializable {

        private static final long serialVersionUID = 1;

        String column(int i) {
            return columns.split(",", -1)[i];
        }
    }

    static JoinSpec knn(boolean self, int dims, int k, Metric metric, Side left, Side right) {
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        return new JoinSpec(Kind.KNN, self, dims, k, 0, checked(metric, dims), "", left, right);
    }

    static JoinSpec radius(boolean self, int dims, double radius, Metric metric, Side left, Side right) {
        // Refuses radii that the metric does not have.
        metric.key(radius);
        return new JoinSpec(Kind.RADIUS, self, dims, 0, radius, checked(metric, dims), "", left, right);
    }

    static JoinSpec boxes(boolean self, int dims, BoxPredicate predicate, Side left, Side right) {
        String name = predicate == BoxPredicate.INTERSECTS
                ? INTERSECTS
                : predicate == BoxPredicate.CONTAINS
                        ? CONTAINS
                        : predicate == BoxPredicate.WITHIN ? WITHIN : WITHIN_DISTANCE;
        // The distance of the largest key includes the same pairs as the distance that the predicate was made of.
        double distance = predicate.metric().distance(predicate.limit());
        return new JoinSpec(Kind.BOX, self, dims, 0, distance, checked(predicate.metric(), dims), name, left, right);
    }

    static BoxPredicate predicate(String name, double distance, Metric metric) {
        return switch (name) {
            case INTERSECTS -> BoxPredicate.INTERSECTS;
            case CONTAINS -> BoxPredicate.CONTAINS;
            case WITHIN -> BoxPredicate.WITHIN;
            case WITHIN_DISTANCE -> BoxPredicate.withinDistance(distance, metric);
            default ->
                throw new IllegalArgumentException("there is no predicate of this name: predicate=" + name + ", names="
                        + String.join(", ", INTERSECTS, CONTAINS, WITHIN, WITHIN_DISTANCE));
        };
    }

    /** Checks that tasks can find the metric by its name, and that it accepts the dimensions. */
    private static String checked(Metric metric, int dims) {
        if (!Metric.named(metric.name()).equals(metric)) {
            throw new IllegalArgumentException(
                    "a join over Spark takes the metrics that have a name: metric=" + metric.name());
        }
        metric.toSpace(Points.of(new double[0], dims));
        return metric.name();
    }

    Metric metricObject() {
        return Metric.named(metric);
    }

    BoxPredicate predicateObject() {
        return predicate(predicate, radius, metricObject());
    }

    boolean isOfBoxes() {
        return kind == Kind.BOX;
    }

    /** {@return the numbers of a row} */
    int width() {
        return isOfBoxes() ? 2 * dims : dims;
    }

    /** {@return whether the space can be split: whether pairs far from each other have larger keys} */
    boolean isSplittable() {
        return metricObject().norm().isOfDifferences();
    }

    /** {@return the dimensions in which space is split} */
    int spaceDims() {
        return isOfBoxes() ? dims : metricObject().spaceDims(dims);
    }

    /** Returns the coordinates of rows in the space of the metric, row-major; boxes stay as they are. */
    double[] space(Rows rows) {
        double[] own = rows.trimmed();
        return isOfBoxes()
                ? own
                : metricObject().toSpace(Points.over(own, dims, rows.size())).array();
    }

    /** {@return the largest key of a match within the radius, or of boxes between which the predicate may hold} */
    double limit() {
        return isOfBoxes() ? predicateObject().limit() : metricObject().largestKey(radius);
    }

    String text() {
        String what = switch (kind) {
            case KNN -> "k=" + k + ", metric=" + metric;
            case RADIUS -> "radius=" + radius + ", metric=" + metric;
            case BOX -> predicate.equals(WITHIN_DISTANCE) ? predicate + " " + radius + ", metric=" + metric : predicate;
        };
        return kind.name().toLowerCase(Locale.ROOT) + (self ? " self-join: " : " join: ") + what;
    }
}
