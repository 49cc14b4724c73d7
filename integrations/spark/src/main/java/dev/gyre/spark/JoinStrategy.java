package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Plans the joins of this package. */
final class JoinStrategy extends SparkStrategy {

    private static final long serialVersionUID = 1;

    /** Adds the strategy to a session that does not have it yet. */
    static synchronized void addTo(SparkSession session) {
        List<SparkStrategy> strategies = new ArrayList<>(
                CollectionConverters.asJava(session.experimental().extraStrategies()));
        if (strategies.stream().noneMatch(JoinStrategy.class::isInstance)) {
            strategies.add(new JoinStrategy());
            session.experimental().extraStrategies_$eq(JoinNode.seq(strategies));
        }
    }

    @Override
    public Seq<SparkPlan> apply(LogicalPlan plan) {
        if (plan instanceof JoinNode join) {
            return planned(join, JoinNode.list(join.output()));
        }
        // The join itself leaves out columns that nobody needs.
        return plan instanceof Project project
                        && project.child() instanceof JoinNode join
                        && JoinNode.list(project.projectList()).stream().allMatch(JoinStrategy::isColumn)
                ? planned(join, JoinNode.list(project.projectList()))
                : JoinNode.seq(List.of());
    }

    private Seq<SparkPlan> planned(JoinNode join, List<? extends NamedExpression> output) {
        List<SparkPlan> children = new ArrayList<>();
        JoinNode.list(join.children()).forEach(child -> children.add(planLater(child)));
        List<Attribute> lefts = JoinNode.list(join.children().head().output());
        List<Integer> places = new ArrayList<>();
        List<Attribute> columns = new ArrayList<>();
        for (NamedExpression column : output) {
            Attribute from = column instanceof Alias alias ? (Attribute) alias.child() : (Attribute) column;
            int made = JoinNode.indexOf(join.made(), from);
            // A copy is of the right row of a self-join, and another column of the child of the left one.
            boolean isLeft = JoinNode.indexOf(lefts, from) >= 0;
            places.add(made >= 0 ? made : isLeft ? JoinExec.LEFT : JoinExec.RIGHT);
            columns.add(join.original(from));
        }
        return JoinNode.seq(List.of(new JoinExec(
                join.spec(),
                join.options(),
                JoinNode.seq(join.keys(false)),
                JoinNode.seq(join.keys(true)),
                List.copyOf(places),
                JoinNode.seq(columns),
                JoinNode.seq(output.stream().map(NamedExpression::toAttribute).toList()),
                JoinNode.seq(children))));
    }

    private static boolean isColumn(NamedExpression column) {
        return column instanceof Attribute || column instanceof Alias alias && alias.child() instanceof Attribute;
    }
}
