package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
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
        if (!(plan instanceof JoinNode join)) {
            return JoinNode.seq(List.of());
        }
        List<SparkPlan> children = new ArrayList<>();
        for (LogicalPlan child : CollectionConverters.asJava(join.children())) {
            children.add(planLater(child));
        }
        return JoinNode.seq(List.of(new JoinExec(join.spec(), join.options(), join.output(), JoinNode.seq(children))));
    }
}
