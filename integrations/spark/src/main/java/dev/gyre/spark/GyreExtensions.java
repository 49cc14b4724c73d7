package dev.gyre.spark;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.ScoreFunction;
import dev.gyre.engine.op.TopKJoinOptions;
import java.util.List;
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
 * <p>A side is {@code TABLE(name)} or {@code TABLE(SELECT …)}, with the ids in the first column, then the coordinates. Boxes have all
 * lower bounds, then all upper bounds. The sides of a top-k join have the scores in the last column. The results have the columns of
 * {@link SparkJoins}, and errors are the same; the options are those of {@link SparkJoinOptions#of}.
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
 * <p>{@code gyre_distance(q.id, array(q.x, q.y), p.id, array(p.x, p.y) [, metric])} is the distance of two points. If it is the ranking
 * of {@code NEAREST k BY DISTANCE}, that join is one of this package instead of a cross product: see {@link NearestByRule}.
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
        add(extensions, "gyre_knn_join", 2, "k nearest points of each query", GyreExtensions::knn);
        add(extensions, "gyre_knn_self_join", 1, "k nearest other points of each point", GyreExtensions::knn);
        add(extensions, "gyre_radius_join", 2, "pairs of points within a radius", GyreExtensions::radius);
        add(extensions, "gyre_radius_self_join", 1, "pairs within a radius", GyreExtensions::radius);
        add(extensions, "gyre_box_join", 2, "pairs of boxes for which a predicate holds", GyreExtensions::boxes);
        add(extensions, "gyre_box_self_join", 1, "pairs for which a predicate holds", GyreExtensions::boxes);
        add(extensions, "gyre_top_k_join", 2, "k best pairs within a radius, by score", GyreExtensions::topK);
        return BoxedUnit.UNIT;
    }

    /** Reads the arguments after the tables, and makes the plan of a join; it is a self-join if both sides are the same. */
    @FunctionalInterface
    private interface Function {
        LogicalPlan plan(Arguments arguments, JoinPlans left, JoinPlans right);
    }

    private static void add(
            SparkSessionExtensions extensions, String name, int tables, String usage, Function function) {
        extensions.injectTableFunction(new Tuple3<>(
                new FunctionIdentifier(name), info(name, usage), new AbstractFunction1<>() {
                    @Override
                    public LogicalPlan apply(scala.collection.immutable.Seq<Expression> all) {
                        Arguments arguments = new Arguments(name, tables, CollectionConverters.asJava(all));
                        JoinPlans left = arguments.table(0);
                        return function.plan(arguments, left, tables == 1 ? left : arguments.table(1));
                    }
                }));
    }

    private static ExpressionInfo info(String name, String usage) {
        return new ExpressionInfo(
                GyreExtensions.class.getName(), null, name, "_FUNC_ - " + usage, "", "", "", "", "", "", "");
    }

    private static LogicalPlan knn(Arguments arguments, JoinPlans left, JoinPlans right) {
        return join(left, right, JoinSpec.knn(left, right, arguments.whole(0, "k"), arguments.metric(1)));
    }

    private static LogicalPlan radius(Arguments arguments, JoinPlans left, JoinPlans right) {
        double radius = arguments.number(0, "radius");
        return join(left, right, JoinSpec.radius(left, right, radius, arguments.metric(1)));
    }

    private static LogicalPlan boxes(Arguments arguments, JoinPlans left, JoinPlans right) {
        return join(left, right, JoinSpec.boxes(left, right, arguments.predicate(0)));
    }

    private static LogicalPlan topK(Arguments arguments, JoinPlans left, JoinPlans right) {
        if (left.commonWidth(right) < 2) {
            throw new IllegalArgumentException("a side of a top-k join needs ids, coordinates and scores: columns="
                    + left.side().columns());
        }
        String function = arguments.textOr(2, "function", ScoreFunction.SUM.toString());
        TopKJoinOptions best = TopKJoinOptions.of(arguments.whole(0, "k"), arguments.number(1, "radius"))
                .withFunction(new JoinSpec.Score(function, false, false).function())
                .withMetric(arguments.metric(3));
        return join(left, right, JoinSpec.topK(left, right, best));
    }

    private static LogicalPlan join(JoinPlans left, JoinPlans right, JoinSpec spec) {
        return left.join(right, spec, SparkJoinOptions.of(SparkSession.active()));
    }

    /**
     * Arguments of a function.
     *
     * @param function its name, for messages
     * @param tables number of tables, which come first
     * @param all the arguments; those after the tables are counted from 0
     */
    private record Arguments(String function, int tables, List<Expression> all) {

        private boolean has(int i) {
            return tables + i < all.size();
        }

        JoinPlans table(int i) {
            if (i < all.size() && all.get(i) instanceof FunctionTableSubqueryArgumentExpression table) {
                return JoinPlans.of(table.plan());
            }
            throw new IllegalArgumentException(function + " needs a table here: argument=" + (i + 1)
                    + ", as in TABLE(name) or TABLE(SELECT id, x, y FROM name)");
        }

        private String text(int i, String name) {
            if (has(i) && all.get(tables + i).foldable()) {
                Object value = all.get(tables + i).eval(null);
                if (value != null) {
                    return value.toString();
                }
            }
            throw new IllegalArgumentException(
                    function + " needs a constant here: argument=" + (tables + i + 1) + ", name=" + name);
        }

        String textOr(int i, String name, String other) {
            return has(i) ? text(i, name) : other;
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
            return has(i) ? Metric.named(text(i, "metric")) : Metric.EUCLIDEAN;
        }

        BoxPredicate predicate(int i) {
            String name = text(i, "predicate");
            double distance = has(i + 1) ? number(i + 1, "distance") : 0;
            return JoinSpec.predicate(name, distance, metric(i + 2));
        }
    }
}
