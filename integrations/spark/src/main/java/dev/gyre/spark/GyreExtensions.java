package dev.gyre.spark;

import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import scala.Tuple3;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds the joins to SQL, and so to PySpark: {@code spark.sql.extensions=dev.gyre.spark.GyreExtensions}.
 *
 * <p>A side is {@code TABLE(name)} or {@code TABLE(SELECT …)}, with the ids in the first column, then the coordinates: columns of numbers;
 * or one array, struct or vector, after which other columns may follow, which come with each match. Boxes have all lower bounds, then all
 * upper bounds. The sides of a top-k join have the scores after the coordinates. The results have the columns of {@link SparkJoins}, and
 * errors are the same; the options are those of {@link SparkJoinOptions#of}. Arguments may be named: {@code k => 3}.
 *
 * <pre>{@code
 * gyre_knn_join(TABLE(queries), TABLE(points), k [, metric])
 * gyre_knn_self_join(TABLE(points), k [, metric])
 * gyre_radius_join(TABLE(left), TABLE(right), radius [, metric])
 * gyre_radius_self_join(TABLE(points), radius [, metric])
 * gyre_box_join(TABLE(left), TABLE(right), predicate [, distance [, metric]])
 * gyre_box_self_join(TABLE(boxes), predicate [, distance [, metric]])
 * gyre_top_k_join(TABLE(left), TABLE(right), k, radius [, function [, metric]])
 * gyre_dbscan(TABLE(points), eps, min_points [, metric])
 * gyre_self_pair_counts(TABLE(points), radii [, metric])
 * gyre_pair_counts(TABLE(left), TABLE(right), radii [, metric])
 * gyre_nearest_geometries(TABLE(left), TABLE(right), k [, distance [, surface]])
 * gyre_spatial_join(TABLE(left), TABLE(right), predicate [, distance [, surface]])
 * }</pre>
 *
 * <p>The last two join geometries, in the second column of a side, after the ids: WKB, WKT, or Spark's GEOMETRY and GEOGRAPHY. Other columns
 * may follow, which come with each match. The right side goes to every executor. Equally near geometries are in the order of their ids. A null
 * or an empty geometry has no match. The surface is {@code plane}, {@code sphere} or {@code ellipsoid}; {@code sphere} for geographies, if it is not given, else
 * {@code plane}. See {@link dev.gyre.jts.SpatialJoin} for the predicates and distances.
 *
 * <p>{@code gyre_distance(array(q.x, q.y), array(p.x, p.y) [, metric])} is the distance of two points. If it is the ranking of {@code
 * NEAREST k BY DISTANCE}, that join is one of this package instead of a cross product: see {@link NearestByRule}.
 */
public final class GyreExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    private static final String TABLE =
            "a table: TABLE(name), or TABLE(SELECT id, x, y FROM name); ids, then coordinates";
    private static final String POINT = "a point: an array or a struct of numbers, or a vector";

    /** What DESCRIBE FUNCTION says of the parameters. */
    private static final Map<String, String> PARAMETERS = Map.ofEntries(
            Map.entry("queries", TABLE),
            Map.entry("points", TABLE),
            Map.entry("boxes", TABLE + ": all lower bounds, then all upper ones"),
            Map.entry("left", TABLE),
            Map.entry("right", TABLE),
            Map.entry("from", POINT),
            Map.entry("to", POINT),
            Map.entry("k", "how many rows"),
            Map.entry("radius", "the largest distance"),
            Map.entry("radii", "the largest distances, an array of 1 to 64 numbers"),
            Map.entry("eps", "the largest distance of near points"),
            Map.entry("min_points", "fewest points near a core point, itself included"),
            Map.entry("predicate", "such as 'intersects', 'contains', 'within' or 'within-distance'"),
            Map.entry("distance", "the largest distance; of joins by a predicate for 'within-distance' only"),
            Map.entry(
                    "surface",
                    "'plane', 'sphere' or 'ellipsoid'; 'sphere' for geographies, if it is not given, else 'plane'"),
            Map.entry(
                    "function",
                    "how scores are joined: 'sum', 'min', 'max', 'product' or 'weighted:A,B'; 'sum' if it is not given"),
            Map.entry("metric", "the name of a metric; 'euclidean' if it is not given"));

    /** Arguments after the tables, where they are not 3. */
    private static final Map<String, String> EXAMPLES = Map.of(
            "gyre_box_join", "'intersects'",
            "gyre_box_self_join", "'intersects'",
            "gyre_top_k_join", "10, 0.5",
            "gyre_dbscan", "0.5, 5",
            "gyre_self_pair_counts", "array(0.5, 1.0)",
            "gyre_pair_counts", "array(0.5, 1.0)");

    /** Made by Spark, by name. */
    public GyreExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectPlannerStrategy(session -> new JoinStrategy());
        addNearestByRule(extensions);
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(DistanceFunction.NAME),
                info(
                        DistanceFunction.NAME,
                        List.of("from", "to", "metric"),
                        2,
                        "distance of two points; each may come after an id, which orders rows of equal distances in NEAREST BY",
                        "SELECT _FUNC_(array(0, 0), array(3, 4));\n       5.0"),
                DistanceFunction.builder()));
        add(extensions, "gyre_knn_join", "queries points k metric", 3, GyreExtensions::knn);
        add(extensions, "gyre_knn_self_join", "points k metric", 2, GyreExtensions::knn);
        add(extensions, "gyre_radius_join", "left right radius metric", 3, GyreExtensions::radius);
        add(extensions, "gyre_radius_self_join", "points radius metric", 2, GyreExtensions::radius);
        add(extensions, "gyre_box_join", "left right predicate distance metric", 3, GyreExtensions::boxes);
        add(extensions, "gyre_box_self_join", "boxes predicate distance metric", 2, GyreExtensions::boxes);
        add(extensions, "gyre_top_k_join", "left right k radius function metric", 4, GyreExtensions::topK);
        add(extensions, "gyre_dbscan", "points eps min_points metric", 3, GyreExtensions::dbscan);
        add(extensions, "gyre_self_pair_counts", "points radii metric", 2, GyreExtensions::pairCounts);
        add(extensions, "gyre_pair_counts", "left right radii metric", 3, GyreExtensions::pairCounts);
        GeometryFunctions.addTo(extensions);
        return BoxedUnit.UNIT;
    }

    /** Adds the rule for {@code NEAREST BY}, which only Spark 4.2 has: where it does not, no class that names it can be loaded. */
    @SuppressWarnings("unchecked")
    private static void addNearestByRule(SparkSessionExtensions extensions) {
        try {
            Class.forName("org.apache.spark.sql.catalyst.plans.logical.NearestByJoin");
        } catch (ClassNotFoundException e) {
            return;
        }
        try {
            Class<?> type = Class.forName("dev.gyre.spark.NearestByRule");
            Rule<LogicalPlan> rule =
                    (Rule<LogicalPlan>) type.getDeclaredConstructor().newInstance();
            extensions.injectPostHocResolutionRule(session -> rule);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the arguments after the tables, and makes the plan of a join; it is a self-join if both sides are the same. */
    @FunctionalInterface
    private interface Function {
        JoinSpec spec(TableArguments arguments, JoinPlans left, JoinPlans right);
    }

    /**
     * Adds a function.
     *
     * @param parameters names of its parameters: one or two tables, then constants
     * @param needed how many of them must be given
     */
    private static void add(
            SparkSessionExtensions extensions, String name, String parameters, int needed, Function function) {
        List<String> names = List.of(parameters.split(" "));
        boolean isSelf = name.contains("self") || name.equals("gyre_dbscan");
        String usage = name.substring("gyre_".length()).replace('_', ' ') + ", in the executors";
        String example = "SELECT * FROM _FUNC_(" + (isSelf ? "TABLE(a)" : "TABLE(a), TABLE(b)") + ", "
                + EXAMPLES.getOrDefault(name, "3") + ");";
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name), info(name, names, needed, usage, example), new AbstractFunction1<>() {
                    @Override
                    public LogicalPlan apply(scala.collection.immutable.Seq<Expression> all) {
                        TableArguments arguments = new TableArguments(name, names, needed, all);
                        return TableArguments.refusing(name, CurrentOrigin.get(), () -> {
                            int scores = name.equals("gyre_top_k_join") ? 1 : 0;
                            JoinPlans left = JoinPlans.of(arguments.table(0), scores);
                            JoinPlans right = isSelf ? left : JoinPlans.of(arguments.table(1), scores);
                            JoinSpec spec = function.spec(arguments, left, right);
                            return JoinNode.plan(left, right, spec, SparkJoinOptions.of(SparkSession.active()));
                        });
                    }
                }));
    }

    static ExpressionInfo info(String name, List<String> parameters, int needed, String usage, String example) {
        String optional = parameters.subList(needed, parameters.size()).stream()
                .map(each -> " [, " + each + "]")
                .collect(Collectors.joining());
        String explained = parameters.stream()
                .map(each -> "      * " + each + " - " + PARAMETERS.get(each) + "\n")
                .collect(Collectors.joining("", "    Arguments:\n", ""));
        return new ExpressionInfo(
                GyreExtensions.class.getName(),
                null,
                name,
                "_FUNC_(" + String.join(", ", parameters.subList(0, needed)) + optional + ") - " + usage,
                explained,
                "    Examples:\n      > " + example + "\n",
                "",
                "",
                "",
                "",
                "");
    }

    private static JoinSpec knn(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.knn(left, right, arguments.whole("k"), arguments.metric());
    }

    private static JoinSpec radius(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.radius(left, right, arguments.number("radius"), arguments.metric());
    }

    private static JoinSpec dbscan(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.dbscan(left, arguments.number("eps"), arguments.whole("min_points"), arguments.metric());
    }

    private static JoinSpec pairCounts(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.pairCounts(left, right, arguments.metric(), arguments.numbers("radii"));
    }

    private static JoinSpec boxes(TableArguments arguments, JoinPlans left, JoinPlans right) {
        String predicate = arguments.text("predicate", null);
        boolean isNear = JoinSpec.WITHIN_DISTANCE.equals(predicate);
        if (!isNear && (arguments.text("distance", null) != null || arguments.text("metric", null) != null)) {
            throw new IllegalArgumentException(
                    "distance and metric are for " + JoinSpec.WITHIN_DISTANCE + " only: predicate=" + predicate);
        }
        double distance = isNear ? arguments.number("distance") : 0;
        return JoinSpec.boxes(left, right, JoinSpec.predicate(predicate, distance, arguments.metric()));
    }

    private static JoinSpec topK(TableArguments arguments, JoinPlans left, JoinPlans right) {
        String function = arguments.text("function", ScoreFunction.SUM.toString());
        TopKJoinOptions best = TopKJoinOptions.of(arguments.whole("k"), arguments.number("radius"))
                .withFunction(new JoinSpec.Score(function, false, false).function())
                .withMetric(arguments.metric());
        return JoinSpec.topK(left, right, best);
    }
}
