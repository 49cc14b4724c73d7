package dev.gyre.spark;

import java.util.EnumMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics$;

/** What a running join counts. Spark shows it beside the plan, and {@link JoinReport} has it. Tasks that run again count again. */
enum Counter {
    LEFT("rows of the left side"),
    RIGHT("rows of the right side"),
    PARTITIONS("partitions"),
    TASKS("tasks"),
    /** Copies included. */
    LEFT_SENT("left rows sent"),
    RIGHT_SENT("right rows sent"),
    VISITS("further visits"),
    ANSWERS("neighbors found by further visits"),
    /** Before Spark compresses them. */
    SHUFFLED("shuffled"),
    BROADCAST("broadcast");

    private final String text;

    Counter(String text) {
        this.text = text;
    }

    /** Makes all counters of a join. */
    static Map<Counter, SQLMetric> all(SparkContext context) {
        Map<Counter, SQLMetric> all = new EnumMap<>(Counter.class);
        for (Counter each : values()) {
            all.put(
                    each,
                    each == SHUFFLED || each == BROADCAST
                            ? SQLMetrics$.MODULE$.createSizeMetric(context, each.text, 0)
                            : SQLMetrics$.MODULE$.createMetric(context, each.text));
        }
        return all;
    }
}
