package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.NearestByDistance$;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.NearestByJoin;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Replaces {@code left JOIN right EXACT NEAREST k BY DISTANCE gyre_distance(…)} by a join of this package, and joins its pairs with both
 * sides by ids. Spark itself compares each left row with each right row. Spark still runs other rankings, and arguments of another form.
 *
 * <p>The ids of each side must be unique, because the rows of a pair are found by them.
 */
final class NearestByRule extends Rule<LogicalPlan> {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan.resolveOperatorsUp(new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
            @Override
            public boolean isDefinedAt(LogicalPlan node) {
                return ranking(node) != null;
            }

            @Override
            public <A1 extends LogicalPlan, B1> B1 applyOrElse(A1 node, scala.Function1<A1, B1> orElse) {
                Ranking ranking = ranking(node);
                if (ranking == null) {
                    return orElse.apply(node);
                }
                @SuppressWarnings("unchecked")
                B1 replaced = (B1) ranking.plan();
                return replaced;
            }
        });
    }

    /** Returns the ranking of a join that this rule replaces, or null. */
    private static Ranking ranking(LogicalPlan node) {
        if (!(node instanceof NearestByJoin join)
                || !join.resolved()
                || join.direction() != NearestByDistance$.MODULE$
                || !(join.rankingExpression() instanceof ScalaUDF function)
                || !function.udfName().contains(DistanceFunction.NAME)) {
            return null;
        }
        List<Expression> arguments = CollectionConverters.asJava(function.children());
        if (!(arguments.get(1) instanceof CreateArray first)
                || !(arguments.get(3) instanceof CreateArray second)
                || !(arguments.get(4) instanceof Literal metric)) {
            return null;
        }
        Side a = new Side(arguments.get(0), CollectionConverters.asJava(first.children()));
        Side b = new Side(arguments.get(2), CollectionConverters.asJava(second.children()));
        if (a.isOf(join.left()) && b.isOf(join.right())) {
            return new Ranking(join, a, b, Metric.named(metric.value().toString()));
        }
        return b.isOf(join.left()) && a.isOf(join.right())
                ? new Ranking(join, b, a, Metric.named(metric.value().toString()))
                : null;
    }

    /**
     * The id and the coordinates of a side.
     *
     * @param id the id, a column
     * @param coordinates the coordinates, any expressions
     */
    private record Side(Expression id, List<Expression> coordinates) {

        boolean isOf(LogicalPlan plan) {
            return id instanceof Attribute
                    && id.references().subsetOf(plan.outputSet())
                    && coordinates.stream().allMatch(each -> each.references().subsetOf(plan.outputSet()));
        }

        JoinPlans plans(LogicalPlan plan) {
            List<NamedExpression> columns = new ArrayList<>();
            columns.add((Attribute) id);
            for (Expression coordinate : coordinates) {
                columns.add(
                        coordinate instanceof Attribute column ? column : JoinNode.alias(coordinate, coordinate.sql()));
            }
            return JoinPlans.of(new Project(JoinNode.seq(columns), plan));
        }
    }

    /**
     * A join that is replaced.
     *
     * @param join the join
     * @param left the id and coordinates that rank its left side
     * @param right the id and coordinates that rank its right side
     * @param metric the metric
     */
    private record Ranking(NearestByJoin join, Side left, Side right, Metric metric) {

        LogicalPlan plan() {
            JoinPlans queries = left.plans(join.left());
            JoinPlans points = right.plans(join.right());
            JoinSpec spec = JoinSpec.knn(queries, points, join.numResults(), metric);
            LogicalPlan pairs = queries.join(points, spec, SparkJoinOptions.of(SparkSession.active()));
            List<Attribute> columns = CollectionConverters.asJava(pairs.output());
            LogicalPlan withLeft = join(join.left(), pairs, join.joinType(), left.id, columns.get(0));
            LogicalPlan withBoth = join(withLeft, join.right(), join.joinType(), columns.get(2), right.id);
            List<NamedExpression> output = new ArrayList<>(CollectionConverters.asJava(join.output()));
            return new Project(JoinNode.seq(output), withBoth);
        }

        private static LogicalPlan join(
                LogicalPlan left, LogicalPlan right, JoinType type, Expression leftId, Expression rightId) {
            return new Join(left, right, type, Option.apply(new EqualTo(leftId, rightId)), JoinHint$.MODULE$.NONE());
        }
    }
}
