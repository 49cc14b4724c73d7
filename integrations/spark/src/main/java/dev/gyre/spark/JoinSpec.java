package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.op.KdTree;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;

/**
 * The parameters of a join, in values that are sent to tasks.
 *
 * @param kind what is joined, and how
 * @param self true if the right side is the left one
 * @param outer whether left rows without neighbors stay, with nulls at their right
 * @param skipsNulls whether rows with nulls as coordinates have no neighbors, rather than being refused
 * @param dims dimensions of the points or boxes; 0 for points in arrays or vectors that have not been read
 * @param k neighbors per query; fewest points near a core point
 * @param radius largest distance, of a join within a radius, of a predicate or of near points
 * @param radii of counts of pairs, the largest of which is the radius; else none
 * @param metric name of the metric
 * @param predicate name of the predicate of boxes
 * @param score how pairs of a top-k join are scored, or null
 * @param left the left side
 * @param right the right side; the left one in a self-join
 */
record JoinSpec(
        Kind kind,
        boolean self,
        boolean outer,
        boolean skipsNulls,
        int dims,
        int k,
        double radius,
        List<Double> radii,
        String metric,
        String predicate,
        Score score,
        Side left,
        Side right)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Guessed pairs of a row, where nobody knows. */
    private static final int PAIRS = 8;

    private static final int MAX_RADII = 64;

    private static final List<BoxPredicate> PREDICATES =
            List.of(BoxPredicate.INTERSECTS, BoxPredicate.CONTAINS, BoxPredicate.WITHIN);

    static final String WITHIN_DISTANCE = "within-distance";

    /** Kinds of joins. */
    enum Kind {
        /** The k nearest points of each query. */
        KNN,

        /** All pairs of points within a radius. */
        RADIUS,

        /** All pairs of boxes for which a predicate holds. */
        BOX,

        /** The k pairs of points within a radius whose score is best. */
        TOP_K,

        /** Clusters by DBSCAN. */
        DBSCAN,

        /** The number of pairs of points within each of several radii. */
        PAIR_COUNTS;

        /** Returns whether the result has no rows of the right side, and needs a tree. */
        boolean isOfAnswers() {
            return this == DBSCAN || this == PAIR_COUNTS;
        }
    }

    /** How a side has its coordinates. */
    enum Form {
        /** A column for each. */
        COLUMNS,

        /** An array of doubles. */
        ARRAY,

        /** A vector of Spark's machine learning. */
        VECTOR
    }

    /** Columns of such a vector: type (0 is sparse), size, indices, values. */
    static final int VECTOR_FIELDS = 4;

    /**
     * A side of a join.
     *
     * @param id name of the column of ids
     * @param idType its type, or null if there is none
     * @param needsId whether the result has the ids, so that they may not be null
     * @param columns names of the columns of numbers, or of the array or vector and then of the scores
     * @param form what the columns are
     */
    record Side(String id, DataType idType, boolean needsId, List<String> columns, Form form) implements Serializable {

        private static final long serialVersionUID = 1;

        private static final Set<DataType> OF_IDS = Set.of(
                DataTypes.ByteType,
                DataTypes.ShortType,
                DataTypes.IntegerType,
                DataTypes.LongType,
                DataTypes.DateType,
                DataTypes.TimestampType,
                DataTypes.TimestampNTZType,
                DataTypes.StringType);

        /** Returns whether ids may be of a type. */
        static boolean isId(DataType type) {
            return OF_IDS.contains(type);
        }

        /** Compares all but the names, which are for messages. So joins are the same whatever their columns are called. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Side side
                    && Objects.equals(idType, side.idType)
                    && needsId == side.needsId
                    && form == side.form
                    && columns.size() == side.columns.size();
        }

        @Override
        public int hashCode() {
            return Objects.hash(idType, needsId, form, columns.size());
        }

        /** {@return the bytes of an id, which Spark stores as a whole number; 0 of a text} */
        int idWidth() {
            return idType instanceof StringType ? 0 : idType.defaultSize();
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

        private static final List<ScoreFunction> KNOWN =
                List.of(ScoreFunction.SUM, ScoreFunction.MIN, ScoreFunction.MAX, ScoreFunction.PRODUCT);

        private static final String WEIGHTED = "weighted:";

        /**
         * Returns the function of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        ScoreFunction function() {
            String[] weights = name.startsWith(WEIGHTED)
                    ? name.substring(WEIGHTED.length()).split(",")
                    : new String[0];
            try {
                return weights.length == 2
                        ? ScoreFunction.weighted(Double.parseDouble(weights[0]), Double.parseDouble(weights[1]))
                        : KNOWN.stream()
                                .filter(known -> known.toString().equals(name))
                                .findFirst()
                                .orElseThrow();
            } catch (NumberFormatException | NoSuchElementException e) {
                throw new IllegalArgumentException(
                        "there is no score function of this name: name=" + name
                                + ", names=sum, min, max, product, weighted:A,B",
                        e);
            }
        }

        /** {@return whether the pairs with the lowest scores come first} */
        boolean isAscending() {
            return leftAscending && rightAscending;
        }
    }

    /** Makes a join; it is a self-join if both sides are the same. The other factories do so too, except that of top-k joins. */
    static JoinSpec knn(JoinPlans left, JoinPlans right, int k, Metric metric) {
        int dims = left.commonDims(right, 0);
        if (k < 1) {
            throw new IllegalArgumentException("k must be 1 or more: k=" + k);
        }
        return of(Kind.KNN, left, right, dims, k, 0, metric, "", null);
    }

    static JoinSpec radius(JoinPlans left, JoinPlans right, double radius, Metric metric) {
        int dims = left.commonDims(right, 0);
        // Refuses radii that the metric does not accept.
        metric.key(radius);
        return of(Kind.RADIUS, left, right, dims, 0, radius, metric, "", null);
    }

    static JoinSpec dbscan(JoinPlans points, double eps, int minPoints, Metric metric) {
        // False for NaN too.
        if (!(eps >= 0)) {
            throw new IllegalArgumentException("eps must be 0 or more: eps=" + eps);
        }
        if (minPoints < 1) {
            throw new IllegalArgumentException("minPoints must be 1 or more: minPoints=" + minPoints);
        }
        return of(Kind.DBSCAN, points, points, points.commonDims(points, 0), minPoints, eps, metric, "", null);
    }

    static JoinSpec pairCounts(JoinPlans left, JoinPlans right, Metric metric, double... radii) {
        if (radii.length < 1 || radii.length > MAX_RADII) {
            throw new IllegalArgumentException("radii must be 1 to " + MAX_RADII + ": radii=" + radii.length);
        }
        Arrays.stream(radii).forEach(metric::key);
        double largest = Arrays.stream(radii).max().getAsDouble();
        JoinSpec all = of(Kind.PAIR_COUNTS, left, right, left.commonDims(right, 0), 0, largest, metric, "", null);
        return all.withRadii(Arrays.stream(radii).boxed().toList());
    }

    static JoinSpec topK(JoinPlans left, JoinPlans right, TopKJoinOptions best) {
        int dims = left.commonDims(right, 1);
        Score score = new Score(best.function().toString(), best.leftAscending(), best.rightAscending());
        // Refuses functions that tasks could not make.
        score.function();
        return of(Kind.TOP_K, left, right, dims, best.k(), best.radius(), best.metric(), "", score);
    }

    static JoinSpec boxes(JoinPlans left, JoinPlans right, BoxPredicate predicate) {
        left.commonDims(right, 0);
        String name = PREDICATES.contains(predicate) ? predicate.toString() : WITHIN_DISTANCE;
        // The distance of the largest key includes the same pairs as the distance with which the predicate was made.
        double distance = predicate.metric().distance(predicate.limit());
        return of(Kind.BOX, left, right, left.dimsOfBoxes(), 0, distance, predicate.metric(), name, null);
    }

    private static JoinSpec of(
            Kind kind,
            JoinPlans left,
            JoinPlans right,
            int dims,
            int k,
            double radius,
            Metric metric,
            String predicate,
            Score score) {
        boolean self = left == right && kind != Kind.TOP_K;
        if ((self || kind == Kind.TOP_K)
                && (left.side().idType() == null || right.side().idType() == null)) {
            throw new IllegalArgumentException(
                    "a self-join needs ids, which tell rows apart, and so does a top-k join, which orders pairs by them");
        }
        if (!Metric.named(metric.name()).equals(metric)) {
            throw new IllegalArgumentException(
                    "a join over Spark accepts only metrics that have a name: metric=" + metric.name());
        }
        if (kind.isOfAnswers()
                && (!metric.norm().isOfDifferences() || metric.norm().isPower())) {
            throw new IllegalArgumentException(
                    "the metric must be one of sums of squares or magnitudes or of the largest"
                            + " magnitude, such as euclidean, manhattan, chebyshev, haversine or cosine: metric="
                            + metric);
        }
        JoinSpec spec = new JoinSpec(
                kind,
                self,
                false,
                false,
                0,
                k,
                radius,
                List.of(),
                metric.name(),
                predicate,
                score,
                left.side(),
                right.side());
        return dims == 0 ? spec : spec.withDims(dims);
    }

    /**
     * Returns the join of points of so many dimensions.
     *
     * @throws IllegalArgumentException if the metric does not accept them
     */
    JoinSpec withDims(int newDims) {
        metricObject().toSpace(Points.of(new double[0], newDims));
        if (kind.isOfAnswers() && metricObject().spaceDims(newDims) > KdTree.MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "a tree has up to " + KdTree.MAX_DIMENSIONS + " dimensions: dimensions=" + newDims);
        }
        return new JoinSpec(
                kind, self, outer, skipsNulls, newDims, k, radius, radii, metric, predicate, score, left, right);
    }

    /** Returns the join that treats nulls in another way. */
    JoinSpec withNulls(boolean newOuter, boolean newSkipsNulls) {
        return new JoinSpec(
                kind, self, newOuter, newSkipsNulls, dims, k, radius, radii, metric, predicate, score, left, right);
    }

    /** Returns the join of another left side. */
    JoinSpec withLeft(Side newLeft) {
        return new JoinSpec(
                kind, self, outer, skipsNulls, dims, k, radius, radii, metric, predicate, score, newLeft, right);
    }

    private JoinSpec withRadii(List<Double> newRadii) {
        return new JoinSpec(
                kind, self, outer, skipsNulls, dims, k, radius, newRadii, metric, predicate, score, left, right);
    }

    /** {@return the neighbors that a query has in the result, at most; 0 if nobody knows} */
    int answers() {
        return kind == Kind.DBSCAN ? 0 : k;
    }

    /**
     * {@return the extent up to which space is not split: where clusters are found and pairs counted, both halves would need all rows of each
     * other, and the engine takes many near rows as one}
     */
    double leastExtent() {
        return kind.isOfAnswers()
                ? 2 * metricObject().norm().distance(kind == Kind.DBSCAN ? limitOfTwo() : limit())
                : 0;
    }

    /** {@return the largest key, with room for roundings, between rows that both have a third one within the radius} */
    double limitOfTwo() {
        return limit() * (metricObject().norm().equals(Norm.EUCLIDEAN) ? 4 : 2) * (1 + Space.SLACK)
                + 8 * KdTree.MAX_DIMENSIONS * Double.MIN_VALUE;
    }

    /** {@return the options of a top-k join in a task} */
    TopKJoinOptions topKOptions() {
        return TopKJoinOptions.of(k, radius)
                .withMetric(metricObject())
                .withFunction(score.function())
                .withAscending(score.leftAscending, score.rightAscending)
                .withMonitor(ExecutorEngine.MONITOR);
    }

    static BoxPredicate predicate(String name, double distance, Metric metric) {
        if (WITHIN_DISTANCE.equals(name)) {
            return BoxPredicate.withinDistance(distance, metric);
        }
        return PREDICATES.stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no predicate of this name: predicate=" + name
                        + ", names=intersects, contains, within, within-distance"));
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

    /** Returns the points of some rows, without their scores, from their numbers. */
    Points points(double[] numbers, int size) {
        if (kind != Kind.TOP_K) {
            return Points.over(numbers, dims, size);
        }
        double[] coordinates = new double[size * dims];
        for (int row = 0; row < size; row++) {
            System.arraycopy(numbers, row * width(), coordinates, row * dims, dims);
        }
        return Points.over(coordinates, dims, size);
    }

    /** {@return the dimensions in which space is split} */
    int spaceDims() {
        return isOfBoxes() ? dims : metricObject().spaceDims(dims);
    }

    /** {@return the numbers of a row in the space of the metric} */
    int spaceWidth() {
        return isOfBoxes() ? width() : spaceDims();
    }

    /** Returns the coordinates of rows in the space of the metric, row-major, from their numbers; boxes stay as they are. */
    double[] space(double[] numbers, int size) {
        return isOfBoxes()
                ? numbers
                : metricObject().toSpace(points(numbers, size)).array();
    }

    /** {@return whether the metric compares points where they are, and accepts all of them} */
    boolean isPlain() {
        Points none = Points.of(new double[0], dims);
        return isOfBoxes() || metricObject().toSpace(none) == none;
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
            case DBSCAN -> left;
            case PAIR_COUNTS -> BigInteger.valueOf(radii.size());
            default -> left.max(right).multiply(BigInteger.valueOf(PAIRS)).min(left.multiply(right));
        };
    }

    String text() {
        String what = switch (kind) {
            case KNN -> "k=" + k + ", metric=" + metric;
            case RADIUS -> "radius=" + radius + ", metric=" + metric;
            case TOP_K -> "k=" + k + ", radius=" + radius + ", score=" + score.name + ", metric=" + metric;
            case DBSCAN -> "eps=" + radius + ", min-points=" + k + ", metric=" + metric;
            case PAIR_COUNTS -> "radii=" + radii + ", metric=" + metric;
            case BOX -> predicate.equals(WITHIN_DISTANCE) ? predicate + " " + radius + ", metric=" + metric : predicate;
        };
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + (self ? " self-join: " : " join: ") + what;
    }
}
