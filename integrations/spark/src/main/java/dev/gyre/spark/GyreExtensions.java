package dev.gyre.spark;

import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.op.TopKJoinOptions;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
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
 * }</pre>
 *
 * <p>{@code gyre_distance(array(q.x, q.y), array(p.x, p.y) [, metric])} is the distance of two points. If it is the ranking of {@code
 * NEAREST k BY DISTANCE}, that join is one of this package instead of a cross product: see {@link NearestByRule}.
 */
public final class GyreExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    /** Made by Spark, by name. */
    public GyreExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectPlannerStrategy(session -> new JoinStrategy());
        Versions.addNearestByRule(extensions);
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(DistanceFunction.NAME),
                info(
                        DistanceFunction.NAME,
                        "(left, right [, metric]) - distance of two points, each an array, struct or vector",
                        "    Examples:\n      > SELECT _FUNC_(array(0, 0), array(3, 4));\n       5.0\n"),
                DistanceFunction.builder()));
        add(extensions, "gyre_knn_join", "queries points k metric", 3, GyreExtensions::knn);
        add(extensions, "gyre_knn_self_join", "points k metric", 2, GyreExtensions::knn);
        add(extensions, "gyre_radius_join", "left right radius metric", 3, GyreExtensions::radius);
        add(extensions, "gyre_radius_self_join", "points radius metric", 2, GyreExtensions::radius);
        add(extensions, "gyre_box_join", "left right predicate distance metric", 3, GyreExtensions::boxes);
        add(extensions, "gyre_box_self_join", "boxes predicate distance metric", 2, GyreExtensions::boxes);
        add(extensions, "gyre_top_k_join", "left right k radius function metric", 4, GyreExtensions::topK);
        return BoxedUnit.UNIT;
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
        boolean isSelf = name.contains("self");
        String usage = "(" + String.join(", ", names.subList(0, needed))
                + names.subList(needed, names.size()).stream()
                        .map(each -> " [, " + each + "]")
                        .collect(Collectors.joining())
                + ") - " + name.substring("gyre_".length()).replace('_', ' ')
                + "; a table is TABLE(name) or TABLE(SELECT id, x, y FROM name)";
        String example = "    Examples:\n      > SELECT * FROM _FUNC_(" + (isSelf ? "TABLE(a)" : "TABLE(a), TABLE(b)")
                + ", " + (name.contains("box") ? "'intersects'" : name.contains("top_k") ? "10, 0.5" : "3") + ");\n";
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name), info(name, usage, example), new AbstractFunction1<>() {
                    @Override
                    public LogicalPlan apply(scala.collection.immutable.Seq<Expression> all) {
                        TableArguments arguments = new TableArguments(name, names, needed, all);
                        return arguments.refusing(() -> {
                            int scores = name.equals("gyre_top_k_join") ? 1 : 0;
                            JoinPlans left = JoinPlans.of(arguments.table(0), scores);
                            JoinPlans right = isSelf ? left : JoinPlans.of(arguments.table(1), scores);
                            JoinSpec spec = function.spec(arguments, left, right);
                            return JoinNode.plan(left, right, spec, SparkJoinOptions.of(SparkSession.active()));
                        });
                    }
                }));
    }

    private static ExpressionInfo info(String name, String usage, String example) {
        return new ExpressionInfo(
                GyreExtensions.class.getName(), null, name, "_FUNC_" + usage, "", example, "", "", "", "", "");
    }

    private static JoinSpec knn(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.knn(left, right, arguments.whole("k"), arguments.metric());
    }

    private static JoinSpec radius(TableArguments arguments, JoinPlans left, JoinPlans right) {
        return JoinSpec.radius(left, right, arguments.number("radius"), arguments.metric());
    }

    private static JoinSpec boxes(TableArguments arguments, JoinPlans left, JoinPlans right) {
        double distance = arguments.text("distance", "").isEmpty() ? 0 : arguments.number("distance");
        return JoinSpec.boxes(
                left, right, JoinSpec.predicate(arguments.text("predicate"), distance, arguments.metric()));
    }

    private static JoinSpec topK(TableArguments arguments, JoinPlans left, JoinPlans right) {
        String function = arguments.text("function", ScoreFunction.SUM.toString());
        TopKJoinOptions best = TopKJoinOptions.of(arguments.whole("k"), arguments.number("radius"))
                .withFunction(new JoinSpec.Score(function, false, false).function())
                .withMetric(arguments.metric());
        return JoinSpec.topK(left, right, best);
    }
}
