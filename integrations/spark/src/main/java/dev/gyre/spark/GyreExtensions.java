package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.op.TopKJoinOptions;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Tuple3;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds the joins to SQL, and so to PySpark: {@code spark.sql.extensions=dev.gyre.spark.GyreExtensions}.
 *
 * <p>A side is {@code TABLE(name)} or {@code TABLE(SELECT …)}, with the ids in the first column, then the coordinates; boxes have all lower
 * bounds, then all upper ones, and the sides of a top-k join the scores in the last column. Columns of the results, and errors, are those of {@link SparkJoins}; options those of
 * {@link SparkJoinOptions#of}.
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
 * <p>{@code gyre_distance(q.id, array(q.x, q.y), p.id, array(p.x, p.y) [, metric])} is the distance of two points. As the ranking of
 * {@code NEAREST k BY DISTANCE} it makes that join one of this package instead of a cross product: see {@link NearestByRule}.
 */
public final class GyreExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    /** Made by Spark, by name. */
    public GyreExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectPlannerStrategy(session -> new JoinStrategy());
        extensions.injectPostHocResolutionRule(session -> new NearestByRule());
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(DistanceFunction.NAME),
                info(DistanceFunction.NAME, "distance of two points"),
                DistanceFunction.builder()));
        add(extensions, "gyre_knn_join", "k nearest points of each query", GyreExtensions::knnJoin);
        add(extensions, "gyre_knn_self_join", "k nearest other points of each point", GyreExtensions::knnSelfJoin);
        add(extensions, "gyre_radius_join", "pairs of points within a radius", GyreExtensions::radiusJoin);
        add(extensions, "gyre_radius_self_join", "pairs within a radius", GyreExtensions::radiusSelfJoin);
        add(extensions, "gyre_box_join", "pairs of boxes for which a predicate holds", GyreExtensions::boxJoin);
        add(extensions, "gyre_box_self_join", "pairs for which a predicate holds", GyreExtensions::boxSelfJoin);
        add(extensions, "gyre_top_k_join", "k best pairs within a radius, by score", GyreExtensions::topKJoin);
        return BoxedUnit.UNIT;
    }

    private static void add(
            SparkSessionExtensions extensions, String name, String usage, Function<Arguments, LogicalPlan> join) {
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name), info(name, usage), new AbstractFunction1<>() {
                    @Override
                    public LogicalPlan apply(scala.collection.immutable.Seq<Expression> arguments) {
                        return join.apply(new Arguments(name, CollectionConverters.asJava(arguments)));
                    }
                }));
    }

    private static ExpressionInfo info(String name, String usage) {
        return new ExpressionInfo(
                GyreExtensions.class.getName(), null, name, "_FUNC_ - " + usage, "", "", "", "", "", "", "");
    }

    private static LogicalPlan knnJoin(Arguments arguments) {
        JoinPlans left = arguments.table(0);
        JoinPlans right = arguments.table(1);
        SparkJoins.checkWidths(left, right);
        Metric metric = arguments.metric(3);
        return join(
                JoinSpec.knn(false, left.width(), arguments.whole(2, "k"), metric, left.side(), right.side()),
                left,
                right);
    }

    private static LogicalPlan knnSelfJoin(Arguments arguments) {
        JoinPlans side = arguments.table(0);
        Metric metric = arguments.metric(2);
        return join(JoinSpec.knn(true, side.width(), arguments.whole(1, "k"), metric, side.side(), side.side()), side);
    }

    private static LogicalPlan radiusJoin(Arguments arguments) {
        JoinPlans left = arguments.table(0);
        JoinPlans right = arguments.table(1);
        SparkJoins.checkWidths(left, right);
        double radius = arguments.number(2, "radius");
        return join(
                JoinSpec.radius(false, left.width(), radius, arguments.metric(3), left.side(), right.side()),
                left,
                right);
    }

    private static LogicalPlan radiusSelfJoin(Arguments arguments) {
        JoinPlans side = arguments.table(0);
        double radius = arguments.number(1, "radius");
        return join(JoinSpec.radius(true, side.width(), radius, arguments.metric(2), side.side(), side.side()), side);
    }

    private static LogicalPlan topKJoin(Arguments arguments) {
        JoinPlans left = arguments.table(0);
        JoinPlans right = arguments.table(1);
        SparkJoins.checkWidths(left, right);
        if (left.width() < 2) {
            throw new IllegalArgumentException("a side of a top-k join needs ids, coordinates and scores: columns="
                    + left.side().columns());
        }
        String function = arguments.textOr(4, "function", ScoreFunction.SUM.toString());
        TopKJoinOptions best = TopKJoinOptions.of(arguments.whole(2, "k"), arguments.number(3, "radius"))
                .withFunction(new JoinSpec.Score(function, false, false).function())
                .withMetric(arguments.metric(5));
        return join(JoinSpec.topK(left.width() - 1, best, left.side(), right.side()), left, right);
    }

    private static LogicalPlan boxJoin(Arguments arguments) {
        JoinPlans left = arguments.table(0);
        JoinPlans right = arguments.table(1);
        SparkJoins.checkWidths(left, right);
        return join(
                JoinSpec.boxes(false, left.dimsOfBoxes(), arguments.predicate(2), left.side(), right.side()),
                left,
                right);
    }

    private static LogicalPlan boxSelfJoin(Arguments arguments) {
        JoinPlans side = arguments.table(0);
        return join(JoinSpec.boxes(true, side.dimsOfBoxes(), arguments.predicate(1), side.side(), side.side()), side);
    }

    private static LogicalPlan join(JoinSpec spec, JoinPlans... sides) {
        return JoinNode.of(
                spec,
                SparkJoinOptions.of(SparkSession.active()),
                List.of(sides).stream().map(JoinPlans::plan).toList());
    }

    /**
     * Arguments of a function.
     *
     * @param function its name, for messages
     * @param all the arguments
     */
    private record Arguments(String function, List<Expression> all) {

        JoinPlans table(int i) {
            if (i < all.size() && all.get(i) instanceof FunctionTableSubqueryArgumentExpression table) {
                return JoinPlans.of(table.plan());
            }
            throw new IllegalArgumentException(function + " takes a table here: argument=" + (i + 1)
                    + ", as in TABLE(name) or TABLE(SELECT id, x, y FROM name)");
        }

        private String text(int i, String name) {
            if (i < all.size() && all.get(i).foldable()) {
                Object value = all.get(i).eval(null);
                if (value != null) {
                    return value.toString();
                }
            }
            throw new IllegalArgumentException(
                    function + " takes a constant here: argument=" + (i + 1) + ", name=" + name);
        }

        String textOr(int i, String name, String other) {
            return i < all.size() ? text(i, name) : other;
        }

        double number(int i, String name) {
            String text = text(i, name);
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + " must be a number: " + name + "=" + text, e);
            }
        }

        int whole(int i, String name) {
            String text = text(i, name);
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + " must be a whole number: " + name + "=" + text, e);
            }
        }

        Metric metric(int i) {
            return i < all.size() ? Metric.named(text(i, "metric")) : Metric.EUCLIDEAN;
        }

        BoxPredicate predicate(int i) {
            String name = text(i, "predicate");
            double distance = i + 1 < all.size() ? number(i + 1, "distance") : 0;
            return JoinSpec.predicate(name, distance, metric(i + 2));
        }
    }
}
