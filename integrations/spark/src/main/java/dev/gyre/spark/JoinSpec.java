package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.op.TopKJoinOptions;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.DataType;

/**
 * The parameters of a join, in values that are sent to tasks.
 *
 * @param kind what is joined, and how
 * @param self true if the right side is the left one
 * @param dims dimensions of the points or boxes
 * @param k neighbors per query
 * @param radius largest distance, of a join within a radius or of a predicate
 * @param metric name of the metric
 * @param predicate name of the predicate of boxes
 * @param score how pairs of a top-k join are scored, or null
 * @param left the left side
 * @param right the right side; the left one in a self-join
 */
record JoinSpec(
        Kind kind,
        boolean self,
        int dims,
        int k,
        double radius,
        String metric,
        String predicate,
        Score score,
        Side left,
        Side right)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Guessed pairs of a row, where nobody knows. */
    private static final int PAIRS = 8;

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
        BOX,

        /** The k pairs of points within a radius whose score is best. */
        TOP_K
    }

    /**
     * A side of a join.
     *
     * @param id name of the column of ids
     * @param idType its type
     * @param columns names of the columns of numbers
     */
    record Side(String id, DataType idType, List<String> columns) implements Serializable {

        private static final long serialVersionUID = 1;

        String column(int i) {
            return columns.get(i);
        }
    }

    /**
     * How the pairs of a top-k join are scored.
     *
     * @param name name of the function
     * @param leftAscending whether low left scores are the best ones
     * @param rightAscending whether low right scores are the best ones
     */
    record Score(String name, boolean leftAscending, boolean rightAscending) implements Serializable {

        private static final long serialVersionUID = 1;

        private static final String WEIGHTED = "weighted:";

        /**
         * Returns the function of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        ScoreFunction function() {
            for (ScoreFunction known :
                    List.of(ScoreFunction.SUM, ScoreFunction.MIN, ScoreFunction.MAX, ScoreFunction.PRODUCT)) {
                if (known.toString().equals(name)) {
                    return known;
                }
            }
            String[] weights = name.startsWith(WEIGHTED)
                    ? name.substring(WEIGHTED.length()).split(",")
                    : new String[0];
            try {
                if (weights.length == 2) {
                    return ScoreFunction.weighted(Double.parseDouble(weights[0]), Double.parseDouble(weights[1]));
                }
            } catch (NumberFormatException e) {
                throw unknown(e);
            }
            throw unknown(null);
        }

        private IllegalArgumentException unknown(Exception cause) {
            return new IllegalArgumentException(
                    "there is no score function of this name: name=" + name
                            + ", names=sum, min, max, product, weighted:A,B",
                    cause);
        }

        /** {@return whether the pairs with the lowest scores come first} */
        boolean isAscending() {
            return leftAscending && rightAscending;
        }
    }

    /** Makes a join; it is a self-join if both sides are the same. The other factories do so too, except that of top-k joins. */
    static JoinSpec knn(JoinPlans left, JoinPlans right, int k, Metric metric) {
        int dims = left.commonWidth(right);
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        return new JoinSpec(
                Kind.KNN, left == right, dims, k, 0, checked(metric, dims), "", null, left.side(), right.side());
    }

    static JoinSpec radius(JoinPlans left, JoinPlans right, double radius, Metric metric) {
        int dims = left.commonWidth(right);
        // Refuses radii that the metric does not accept.
        metric.key(radius);
        String name = checked(metric, dims);
        return new JoinSpec(Kind.RADIUS, left == right, dims, 0, radius, name, "", null, left.side(), right.side());
    }

    static JoinSpec topK(JoinPlans left, JoinPlans right, TopKJoinOptions best) {
        int dims = left.commonWidth(right) - 1;
        Score score = new Score(best.function().toString(), best.leftAscending(), best.rightAscending());
        // Refuses functions that tasks could not make.
        score.function();
        String metric = checked(best.metric(), dims);
        return new JoinSpec(
                Kind.TOP_K, false, dims, best.k(), best.radius(), metric, "", score, left.side(), right.side());
    }

    /** {@return the options of a top-k join in a task} */
    TopKJoinOptions topKOptions() {
        return TopKJoinOptions.of(k, radius)
                .withMetric(metricObject())
                .withFunction(score.function())
                .withAscending(score.leftAscending, score.rightAscending);
    }

    static JoinSpec boxes(JoinPlans left, JoinPlans right, BoxPredicate predicate) {
        left.commonWidth(right);
        String name = predicate == BoxPredicate.INTERSECTS
                ? INTERSECTS
                : predicate == BoxPredicate.CONTAINS
                        ? CONTAINS
                        : predicate == BoxPredicate.WITHIN ? WITHIN : WITHIN_DISTANCE;
        // The distance of the largest key includes the same pairs as the distance with which the predicate was made.
        double distance = predicate.metric().distance(predicate.limit());
        int dims = left.dimsOfBoxes();
        String metric = checked(predicate.metric(), dims);
        return new JoinSpec(Kind.BOX, left == right, dims, 0, distance, metric, name, null, left.side(), right.side());
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
                    "a join over Spark accepts only metrics that have a name: metric=" + metric.name());
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
        return switch (kind) {
            case BOX -> 2 * dims;
            case TOP_K -> dims + 1;
            default -> dims;
        };
    }

    /** {@return the coordinates of points, without their scores} */
    Points points(Rows rows) {
        double[] numbers = rows.trimmed();
        if (kind != Kind.TOP_K) {
            return Points.over(numbers, dims, rows.size());
        }
        double[] coordinates = new double[rows.size() * dims];
        for (int row = 0; row < rows.size(); row++) {
            System.arraycopy(numbers, row * width(), coordinates, row * dims, dims);
        }
        return Points.over(coordinates, dims, rows.size());
    }

    /** {@return the scores of points} */
    Scores scores(Rows rows) {
        double[] scores = new double[rows.size()];
        Arrays.setAll(scores, row -> rows.numbers()[row * width() + dims]);
        return Scores.wrap(scores);
    }

    /** {@return the dimensions in which space is split} */
    int spaceDims() {
        return isOfBoxes() ? dims : metricObject().spaceDims(dims);
    }

    /** Returns the coordinates of rows in the space of the metric, row-major; boxes stay as they are. */
    double[] space(Rows rows) {
        return isOfBoxes()
                ? rows.trimmed()
                : metricObject().toSpace(points(rows)).array();
    }

    /** {@return the largest key of a match within the radius, or of boxes between which the predicate may hold} */
    double limit() {
        return isOfBoxes() ? predicateObject().limit() : metricObject().largestKey(radius);
    }

    /** Guesses the number of rows of the result: k for each left row, or as many pairs as the larger side has rows, times eight. */
    BigInteger rows(BigInteger left, BigInteger right) {
        return switch (kind) {
            case KNN -> left.multiply(BigInteger.valueOf(k).min(right));
            case TOP_K -> BigInteger.valueOf(k).min(left.multiply(right));
            default -> left.max(right).multiply(BigInteger.valueOf(PAIRS)).min(left.multiply(right));
        };
    }

    String text() {
        String what = switch (kind) {
            case KNN -> "k=" + k + ", metric=" + metric;
            case RADIUS -> "radius=" + radius + ", metric=" + metric;
            case TOP_K -> "k=" + k + ", radius=" + radius + ", score=" + score.name + ", metric=" + metric;
            case BOX -> predicate.equals(WITHIN_DISTANCE) ? predicate + " " + radius + ", metric=" + metric : predicate;
        };
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + (self ? " self-join: " : " join: ") + what;
    }
}
