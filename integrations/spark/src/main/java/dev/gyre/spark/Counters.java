package dev.gyre.spark;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics$;

/**
 * The counts of a running join. Spark shows them beside the plan, and {@link JoinReport} has them. Tasks that run again count again.
 *
 * @param left rows of the left side
 * @param right rows of the right side
 * @param partitions partitions of the right side
 * @param tasks tasks that search
 * @param sentLeft rows of the left side that were sent to tasks, copies included
 * @param sentRight rows of the right side that were sent to tasks, copies included
 * @param visits queries that went on to a further partition
 * @param shuffled bytes of columns that were shuffled, before Spark compresses them
 * @param broadcast bytes of columns that each executor received
 */
record Counters(
        SQLMetric left,
        SQLMetric right,
        SQLMetric partitions,
        SQLMetric tasks,
        SQLMetric sentLeft,
        SQLMetric sentRight,
        SQLMetric visits,
        SQLMetric shuffled,
        SQLMetric broadcast)
        implements Serializable {

    private static final long serialVersionUID = 1;

    static Counters of(SparkContext context) {
        return new Counters(
                count(context, "rows of the left side"),
                count(context, "rows of the right side"),
                count(context, "partitions"),
                count(context, "tasks"),
                count(context, "left rows sent"),
                count(context, "right rows sent"),
                count(context, "further visits"),
                SQLMetrics$.MODULE$.createSizeMetric(context, "shuffled", 0),
                SQLMetrics$.MODULE$.createSizeMetric(context, "broadcast", 0));
    }

    private static SQLMetric count(SparkContext context, String name) {
        return SQLMetrics$.MODULE$.createMetric(context, name);
    }

    Map<String, SQLMetric> byName() {
        Map<String, SQLMetric> byName = new LinkedHashMap<>();
        byName.put("left", left);
        byName.put("right", right);
        byName.put("partitions", partitions);
        byName.put("tasks", tasks);
        byName.put("sentLeft", sentLeft);
        byName.put("sentRight", sentRight);
        byName.put("visits", visits);
        byName.put("shuffled", shuffled);
        byName.put("broadcast", broadcast);
        return byName;
    }
}
