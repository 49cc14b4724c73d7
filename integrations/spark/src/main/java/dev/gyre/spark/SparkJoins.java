package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.TopKJoinOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * Joins of data sets of Spark. The engine runs inside the executors; Spark reads, partitions, and retries.
 *
 * <p>The rows are those that the engine gives on one machine for points in ascending order of id, ties by (key, id). They do not depend
 * on partitions, executors or retries. Their order is not defined. Nothing runs before Spark needs rows. Then the sides are read once to
 * count, check and sample them, and again to join them, so they must give the same rows each time.
 *
 * <p>Columns that a {@link PointTable} or {@link BoxTable} keeps come with each match, after the columns that are named below: as {@code
 * query_} or {@code left_} and the name of the left side's column, then as {@code neighbor_} or {@code right_} and that of the right
 * side's. A side without ids has no column of ids in the result; then a hash of a row orders rows of equal distances, so that the choice
 * among them depends on the rows alone.
 *
 * <p>Coordinates must be finite and not null, and ids not null; otherwise the action throws an {@link IllegalArgumentException} with the
 * column and a sample of ids. Rows with nulls as coordinates can be left out: {@link SparkJoinOptions#withSkippedNulls}. Needs a session of classic Spark, not of Spark Connect. Safe for use by several threads.
 */
public final class SparkJoins {

    private SparkJoins() {}

    /**
     * Finds the k nearest points of every query.
     *
     * @param queries the queries
     * @param points the points, with the same number of coordinates
     * @param k neighbors per query, 1 or more; a query has all points if there are fewer
     * @param options metric, method, partitions
     * @return {@code query_id}, {@code rank} from 1, {@code neighbor_id}, {@code distance}
     * @throws IllegalArgumentException if k is less than 1, if the numbers of coordinates differ, or if a column's type is not supported
     */
    public static Dataset<Row> knnJoin(PointTable queries, PointTable points, int k, SparkJoinOptions options) {
        JoinPlans left = plans(queries);
        JoinPlans right = plans(points);
        return join(queries.rows(), left, right, JoinSpec.knn(left, right, k, options.metric()), options);
    }

    /**
     * Finds the k nearest other points of every point.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more; a point has all others if there are fewer
     * @param options metric, method, partitions
     * @return {@code query_id}, {@code rank} from 1, {@code neighbor_id}, {@code distance}
     * @throws IllegalArgumentException as {@link #knnJoin}
     */
    public static Dataset<Row> knnSelfJoin(PointTable points, int k, SparkJoinOptions options) {
        JoinPlans side = plans(points);
        return join(points.rows(), side, side, JoinSpec.knn(side, side, k, options.metric()), options);
    }

    /**
     * Finds all pairs of points within a distance, the distance itself included.
     *
     * @param left the left points
     * @param right the right points, with the same number of coordinates
     * @param radius largest distance, in the unit of the metric, 0 or more
     * @param options metric, method, partitions
     * @return {@code left_id}, {@code right_id}, {@code distance}
     * @throws IllegalArgumentException if the radius is negative or NaN, or as {@link #knnJoin}
     */
    public static Dataset<Row> radiusJoin(PointTable left, PointTable right, double radius, SparkJoinOptions options) {
        JoinPlans lefts = plans(left);
        JoinPlans rights = plans(right);
        return join(left.rows(), lefts, rights, JoinSpec.radius(lefts, rights, radius, options.metric()), options);
    }

    /**
     * Finds all pairs of different points within a distance, each from both sides.
     *
     * @param points the points
     * @param radius largest distance, in the unit of the metric, 0 or more
     * @param options metric, method, partitions
     * @return {@code left_id}, {@code right_id}, {@code distance}
     * @throws IllegalArgumentException as {@link #radiusJoin}
     */
    public static Dataset<Row> radiusSelfJoin(PointTable points, double radius, SparkJoinOptions options) {
        JoinPlans side = plans(points);
        return join(points.rows(), side, side, JoinSpec.radius(side, side, radius, options.metric()), options);
    }

    /**
     * Finds all pairs of boxes for which a predicate holds.
     *
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param predicate what must hold
     * @param options method, partitions
     * @return {@code left_id}, {@code right_id}
     * @throws IllegalArgumentException if the dimensions differ, or if a column's type is not supported
     */
    public static Dataset<Row> boxJoin(
            BoxTable left, BoxTable right, BoxPredicate predicate, SparkJoinOptions options) {
        JoinPlans lefts = plans(left);
        JoinPlans rights = plans(right);
        return join(left.rows(), lefts, rights, JoinSpec.boxes(lefts, rights, predicate), options);
    }

    /**
     * Finds all pairs of different boxes for which a predicate holds.
     *
     * @param boxes the boxes
     * @param predicate what must hold
     * @param options method, partitions
     * @return {@code left_id}, {@code right_id}
     * @throws IllegalArgumentException as {@link #boxJoin}
     */
    public static Dataset<Row> boxSelfJoin(BoxTable boxes, BoxPredicate predicate, SparkJoinOptions options) {
        JoinPlans side = plans(boxes);
        return join(boxes.rows(), side, side, JoinSpec.boxes(side, side, predicate), options);
    }

    /**
     * Finds the k best pairs of points within a distance: those with the best joint scores.
     *
     * @param left the left points
     * @param leftScore name of the column of their scores, of any numeric type
     * @param right the right points, with the same number of coordinates
     * @param rightScore name of the column of their scores
     * @param best k, distance, metric, orders, and a score function that has a name; method and monitor are not used
     * @param options method, partitions; the metric is not used
     * @return {@code rank} from 1, {@code left_id}, {@code right_id}, {@code score}, {@code distance}; all pairs if there are fewer than k
     * @throws IllegalArgumentException if the score function is the caller's own, or as {@link #knnJoin}
     */
    public static Dataset<Row> topKJoin(
            PointTable left,
            String leftScore,
            PointTable right,
            String rightScore,
            TopKJoinOptions best,
            SparkJoinOptions options) {
        JoinPlans lefts = plans(left, List.of(leftScore));
        JoinPlans rights = plans(right, List.of(rightScore));
        return join(left.rows(), lefts, rights, JoinSpec.topK(lefts, rights, best), options);
    }

    /**
     * Finds clusters of dense points by DBSCAN, with the labels of {@link dev.gyre.engine.Engine#dbscan} for points in ascending order of id.
     *
     * <p>Each partition gets the points within twice eps of it, and its clusters are joined with those of other partitions by the points that
     * they have in common. A region narrower than four times eps stays in one partition. The driver holds a row for each cluster of each partition. The method of the
     * options is not used.
     *
     * @param points the points; a point is near others that share its id, too
     * @param eps the largest distance of near points, in the unit of the metric, 0 or more, may be infinite
     * @param minPoints fewest points near a core point, itself included, 1 or more
     * @param options metric, whose norm is Euclidean, Manhattan or Chebyshev in its space of up to 16 dimensions; partitions
     * @return {@code id}, {@code cluster} (from 0 by the smallest id of a core point, -1 for noise), {@code core}, then the columns that the
     *     table keeps, under their names
     * @throws IllegalArgumentException if eps is negative or NaN, if minPoints is less than 1, or as {@link #knnJoin}
     */
    public static Dataset<Row> dbscan(PointTable points, double eps, int minPoints, SparkJoinOptions options) {
        JoinPlans side = plans(points);
        return join(points.rows(), side, side, JoinSpec.dbscan(side, eps, minPoints, options.metric()), options);
    }

    /**
     * Counts the pairs of different points within each of several distances, each pair once. The tasks count without making the pairs, many
     * at once. Points that share an id are pairs, too.
     *
     * @param points the points
     * @param options metric as for {@link #dbscan}, method, partitions
     * @param radii 1 to 64 largest distances, in the unit of the metric, 0 or more, may be infinite
     * @return {@code radius}, {@code pairs}: a row for each radius
     * @throws IllegalArgumentException if there are no radii or more than 64, if one is negative or NaN, or as {@link #knnJoin}
     */
    public static Dataset<Row> pairCounts(PointTable points, SparkJoinOptions options, double... radii) {
        JoinPlans side = plans(points);
        return join(points.rows(), side, side, JoinSpec.pairCounts(side, side, options.metric(), radii), options);
    }

    /**
     * Counts the pairs of a left and a right point within each of several distances, as {@link #pairCounts(PointTable, SparkJoinOptions,
     * double...)}.
     *
     * @param left the left points
     * @param right the right points, with the same number of coordinates
     * @param options metric, method, partitions
     * @param radii 1 to 64 largest distances
     * @return {@code radius}, {@code pairs}
     * @throws IllegalArgumentException as that method
     */
    public static Dataset<Row> pairCounts(
            PointTable left, PointTable right, SparkJoinOptions options, double... radii) {
        JoinPlans lefts = plans(left);
        JoinPlans rights = plans(right);
        return join(left.rows(), lefts, rights, JoinSpec.pairCounts(lefts, rights, options.metric(), radii), options);
    }

    /**
     * Aggregates a column over the other points within a distance of every point. Spark's own functions do so in the tasks that find the
     * pairs; only what they have for each point is shuffled. A sum may depend on the order of its values in its last digits; all else is
     * exact.
     *
     * @param points the points; those that share an id have one row in the result, with the neighbors of all of them
     * @param value name of the column, of any numeric type; nulls count as neighbors only
     * @param radius largest distance, in the unit of the metric, 0 or more
     * @param options metric, method, partitions
     * @return {@code id}, {@code count}, {@code sum}, {@code mean}, {@code min}, {@code max}; for a point without neighbors, 0 and nulls,
     *     and so for one with nulls as coordinates, if these are not refused
     * @throws IllegalArgumentException as {@link #radiusJoin}
     */
    public static Dataset<Row> neighborStatistics(
            PointTable points, String value, double radius, SparkJoinOptions options) {
        Dataset<Row> pairs = radiusSelfJoin(points.keeping(value), radius, options);
        return statistics(points, pairs.toDF("id", "other", "distance", "own", "value"));
    }

    /**
     * Aggregates a column over the k nearest other points of every point, as {@link #neighborStatistics}.
     *
     * @param points the points
     * @param value name of the column
     * @param k neighbors per point, 1 or more
     * @param options metric, method, partitions
     * @return the same columns
     * @throws IllegalArgumentException as {@link #knnJoin}
     */
    public static Dataset<Row> nearestStatistics(PointTable points, String value, int k, SparkJoinOptions options) {
        Dataset<Row> pairs = knnSelfJoin(points.keeping(value), k, options);
        return statistics(points, pairs.toDF("id", "rank", "other", "distance", "own", "value"));
    }

    /** Each point has a row without a neighbor besides, which no function counts. */
    private static Dataset<Row> statistics(PointTable points, Dataset<Row> pairs) {
        Dataset<Row> alone = points.rows()
                .select(column(points.rows(), points.id()).as("id"))
                .withColumn("distance", functions.lit(null).cast(DataTypes.DoubleType))
                .withColumn(
                        "value",
                        functions.lit(null).cast(pairs.schema().apply("value").dataType()));
        return pairs.select("id", "distance", "value")
                .union(alone)
                .groupBy("id")
                .agg(
                        functions.count("distance").as("count"),
                        functions.sum("value").as("sum"),
                        functions.avg("value").as("mean"),
                        functions.min("value").as("min"),
                        functions.max("value").as("max"));
    }

    private static JoinPlans plans(PointTable points) {
        return plans(points, List.of());
    }

    private static JoinPlans plans(PointTable points, List<String> scores) {
        return plans(points.rows(), points.id(), with(points.coordinates(), scores), points.kept());
    }

    private static JoinPlans plans(BoxTable boxes) {
        return plans(boxes.rows(), boxes.id(), with(boxes.lower(), boxes.upper()), boxes.kept());
    }

    private static List<String> with(List<String> columns, List<String> others) {
        return Stream.concat(columns.stream(), others.stream()).toList();
    }

    private static JoinPlans plans(Dataset<Row> rows, String id, List<String> numbers, List<String> kept) {
        List<Column> selected = new ArrayList<>();
        int ids = id == null ? 0 : 1;
        for (String name : with(with(id == null ? List.of() : List.of(id), numbers), kept)) {
            selected.add(column(rows, name));
        }
        LogicalPlan plan = classic(rows.select(selected.toArray(new Column[0]))).logicalPlan();
        List<Attribute> columns = JoinNode.list(plan.output());
        int first = ids + numbers.size();
        return JoinPlans.of(
                plan,
                id == null ? null : columns.get(0),
                true,
                columns.subList(ids, first),
                columns.subList(first, columns.size()));
    }

    /** Returns a column by its exact name, which may have dots; else as Spark finds it. */
    private static Column column(Dataset<Row> rows, String name) {
        boolean isExact = List.of(rows.columns()).contains(name);
        return rows.col(isExact ? "`" + name.replace("`", "``") + "`" : name);
    }

    /** Looks at the name, because a client of Spark Connect has no class of classic Spark. */
    static boolean isClassic(Dataset<Row> rows) {
        return rows.getClass().getName().startsWith("org.apache.spark.sql.classic.");
    }

    private static org.apache.spark.sql.classic.Dataset<Row> classic(Dataset<Row> rows) {
        if (isClassic(rows)) {
            return (org.apache.spark.sql.classic.Dataset<Row>) rows;
        }
        throw new IllegalArgumentException(
                "joins by SparkJoins run in a session of classic Spark, not of Spark Connect, where the same"
                        + " joins run as functions of SQL or by nearestByJoin: "
                        + rows.getClass().getName());
    }

    private static Dataset<Row> join(
            Dataset<Row> rows, JoinPlans left, JoinPlans right, JoinSpec spec, SparkJoinOptions options) {
        SparkSession session = classic(rows).sparkSession();
        JoinStrategy.addTo(session);
        // As an object, so that this class is verified without the class of the data set, which such a client lacks.
        Object joined = Dataset$.MODULE$.ofRows(session, JoinNode.plan(left, right, spec, options));
        @SuppressWarnings("unchecked")
        Dataset<Row> result = (Dataset<Row>) joined;
        return result;
    }
}
