package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.NearestByDistance$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.NearestByJoin;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractPartialFunction;

/**
 * Replaces {@code left JOIN right EXACT NEAREST k BY DISTANCE gyre_distance(…)} by a join of this package, with all columns of both sides.
 * Spark itself compares each left row with each right row. It still does so for other rankings; if a ranking uses {@code gyre_distance} in
 * another way, the log says why, or an error does if {@code spark.gyre.crossJoin} is {@code refuse}.
 *
 * <p>As in Spark's own join, rows with a null as a coordinate have no neighbors, unless {@code spark.gyre.nulls} is {@code refuse}.
 */
final class NearestByRule extends Rule<LogicalPlan> {

    private static final Logger LOG = LoggerFactory.getLogger(NearestByRule.class);

    /** Made by name, where Spark has this join. */
    NearestByRule() {}

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan.resolveOperatorsUp(new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
            @Override
            public boolean isDefinedAt(LogicalPlan node) {
                return node instanceof NearestByJoin join && join.resolved() && uses(join.rankingExpression());
            }

            @Override
            @SuppressWarnings("unchecked")
            public <A1 extends LogicalPlan, B1> B1 applyOrElse(A1 node, scala.Function1<A1, B1> orElse) {
                if (!isDefinedAt(node)) {
                    return orElse.apply(node);
                }
                NearestByJoin join = (NearestByJoin) (LogicalPlan) node;
                Expression ranking = join.rankingExpression();
                String why = refusal(join);
                if (why == null) {
                    return (B1) TableArguments.refusing(DistanceFunction.NAME, ranking.origin(), () -> plan(join));
                }
                String text = "Spark compares each left row with each right row, because " + why + ": " + ranking.sql();
                return TableArguments.refusing(DistanceFunction.NAME, ranking.origin(), () -> {
                    if (!SparkJoinOptions.allowsCrossJoin(SparkSession.active())) {
                        throw new IllegalArgumentException(text);
                    }
                    LOG.warn(text);
                    return orElse.apply(node);
                });
            }
        });
    }

    private static boolean isDistance(Expression expression) {
        return expression instanceof ScalaUDF function && function.udfName().contains(DistanceFunction.NAME);
    }

    private static boolean uses(Expression expression) {
        return isDistance(expression)
                || JoinNode.list(expression.children()).stream().anyMatch(NearestByRule::uses);
    }

    /** Returns why a join is left to Spark, or null. */
    private static String refusal(NearestByJoin join) {
        if (join.direction() != NearestByDistance$.MODULE$) {
            return "NEAREST BY DISTANCE alone is fast, not BY SIMILARITY";
        }
        if (!isDistance(join.rankingExpression())) {
            return "the ranking must be " + DistanceFunction.NAME + " alone, without further computation";
        }
        List<Expression> arguments = JoinNode.list(((ScalaUDF) join.rankingExpression()).children());
        if (!arguments.get(4).foldable()) {
            return "the metric must be a constant";
        }
        if (!arguments.stream().allMatch(Expression::deterministic)) {
            return "the arguments must be deterministic";
        }
        return sides(join) == null
                ? "each point, and its id, must be of one side, and the points of different sides"
                : null;
    }

    /** Returns id and point of the left side, then of the right one; null if they are mixed. */
    private static List<Expression> sides(NearestByJoin join) {
        List<Expression> arguments = JoinNode.list(((ScalaUDF) join.rankingExpression()).children());
        for (int first : new int[] {0, 2}) {
            List<Expression> left = arguments.subList(first, first + 2);
            List<Expression> right = arguments.subList(2 - first, 4 - first);
            if (areOf(left, join.left()) && areOf(right, join.right())) {
                return List.of(left.get(0), left.get(1), right.get(0), right.get(1));
            }
        }
        return null;
    }

    private static boolean areOf(List<Expression> expressions, LogicalPlan plan) {
        return expressions.stream().allMatch(each -> each.references().subsetOf(plan.outputSet()));
    }

    private static LogicalPlan plan(NearestByJoin join) {
        List<? extends NamedExpression> columns = JoinNode.list(join.output());
        return new Project(JoinNode.seq(List.copyOf(columns)), node(join));
    }

    private static JoinNode node(NearestByJoin join) {
        List<Expression> sides = sides(join);
        JoinPlans left = plans(join.left(), sides.get(0), sides.get(1));
        JoinPlans right = plans(join.right(), sides.get(2), sides.get(3));
        Object metric = ((ScalaUDF) join.rankingExpression()).children().last().eval(null);
        SparkSession session = SparkSession.active();
        boolean skips = SparkJoinOptions.skipsNulls(session, "skip");
        JoinSpec spec = JoinSpec.knn(left, right, join.numResults(), Metric.named(metric.toString()))
                .withNulls(join.joinType() == LeftOuter$.MODULE$, skips);
        return JoinNode.of(spec, SparkJoinOptions.of(session), left, right);
    }

    private static JoinPlans plans(LogicalPlan side, Expression id, Expression point) {
        boolean hasId = JoinSpec.Side.isId(id.dataType()) && !id.references().isEmpty();
        return JoinPlans.of(side, hasId ? id : null, false, List.of(point), JoinNode.list(side.output()));
    }
}
