package dev.gyre.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The work of a join that ran. Spark's pages show the same counts beside the plan. Tasks that ran again are counted again.
 *
 * @param plan the method that ran, and why; empty if the join has not run
 * @param left rows of the left side
 * @param right rows of the right side
 * @param partitions partitions of the right side
 * @param tasks tasks that searched: more than partitions if many queries began in one partition
 * @param leftSent rows of the left side that were sent to partitions, copies included; 0 if none were sent
 * @param rightSent rows of the right side that were sent to partitions, copies included; 0 if none were sent
 * @param visits queries that went on from their own partition to further ones
 * @param shuffledBytes bytes of columns that were shuffled, before Spark compressed them
 * @param broadcastBytes bytes of columns that each executor received
 */
public record JoinReport(
        String plan,
        long left,
        long right,
        long partitions,
        long tasks,
        long leftSent,
        long rightSent,
        long visits,
        long shuffledBytes,
        long broadcastBytes) {

    /**
     * Finds the joins of this package in the plan of a data set. It reports runs by the data set's own actions, such as {@code
     * collectAsList} and {@code toLocalIterator}. {@code write}, {@code count} and {@code foreach} run other plans, whose counts Spark's
     * pages show.
     *
     * @param rows the data set
     * @return a report for each join, in the order of the plan
     */
    public static List<JoinReport> of(Dataset<Row> rows) {
        List<JoinReport> reports = new ArrayList<>();
        if (SparkJoins.isClassic(rows)) {
            collect(
                    ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                            .queryExecution()
                            .executedPlan(),
                    reports);
        }
        return reports;
    }

    private static void collect(SparkPlan plan, List<JoinReport> reports) {
        if (plan instanceof AdaptiveSparkPlanExec adaptive) {
            collect(adaptive.executedPlan(), reports);
        } else if (plan instanceof QueryStageExec stage) {
            collect(stage.plan(), reports);
        }
        if (plan instanceof JoinExec join) {
            reports.add(of(join));
        }
        CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, reports));
    }

    private static JoinReport of(JoinExec join) {
        ToLongFunction<Counter> count = each -> join.counters().get(each).value();
        return new JoinReport(
                join.plan(),
                count.applyAsLong(Counter.LEFT),
                count.applyAsLong(Counter.RIGHT),
                count.applyAsLong(Counter.PARTITIONS),
                count.applyAsLong(Counter.TASKS),
                count.applyAsLong(Counter.LEFT_SENT),
                count.applyAsLong(Counter.RIGHT_SENT),
                count.applyAsLong(Counter.VISITS),
                count.applyAsLong(Counter.SHUFFLED),
                count.applyAsLong(Counter.BROADCAST));
    }

    /**
     * Returns the average number of partitions in which a query was searched.
     *
     * @return the number: 1 if a side was broadcast
     */
    public double partitionsPerQuery() {
        if (left == 0 || rightSent == 0) {
            return 1;
        }
        // A join within a radius, or of boxes, sends its queries to all partitions at once.
        return leftSent > left ? (double) leftSent / left : 1 + (double) visits / left;
    }
}
