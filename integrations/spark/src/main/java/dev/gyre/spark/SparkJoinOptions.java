package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.Locale;
import java.util.Objects;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/**
 * Options of a join over Spark. Immutable.
 *
 * @param metric metric of joins of points; it must have a name
 * @param method how the rows of the sides meet
 * @param partitions partitions of the right side when space is split; 0 to choose by its size
 * @param broadcastBytes most bytes of columns of a side that may go to every executor
 */
public record SparkJoinOptions(Metric metric, SparkMethod method, int partitions, long broadcastBytes) {

    /** Euclidean distances, the method and the partitions by size, broadcasts up to 16 MiB. */
    public static final SparkJoinOptions DEFAULT =
            new SparkJoinOptions(Metric.EUCLIDEAN, SparkMethod.AUTOMATIC, 0, 16 << 20);

    private static final String METHOD = "spark.gyre.method";
    private static final String PARTITIONS = "spark.gyre.partitions";
    private static final String BROADCAST_BYTES = "spark.gyre.broadcastBytes";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public SparkJoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(method, "method");
        if (partitions < 0 || partitions > 1 << 20) {
            throw new IllegalArgumentException("partitions must be in 0..1048576: partitions=" + partitions);
        }
        if (broadcastBytes < 0) {
            throw new IllegalArgumentException("broadcastBytes must be 0 or more: broadcastBytes=" + broadcastBytes);
        }
    }

    /**
     * Reads the options of a session: {@code spark.gyre.method} (as in {@code partitioned}), {@code spark.gyre.partitions} and
     * {@code spark.gyre.broadcastBytes}; a missing setting has its default.
     *
     * @param session the session
     * @return the options
     * @throws IllegalArgumentException if a value cannot be read; the message names the setting
     */
    public static SparkJoinOptions of(SparkSession session) {
        RuntimeConfig conf = session.conf();
        String name = conf.get(METHOD, DEFAULT.method.name());
        try {
            SparkMethod method =
                    SparkMethod.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
            return new SparkJoinOptions(
                    DEFAULT.metric,
                    method,
                    Integer.parseInt(conf.get(PARTITIONS, "0")),
                    Long.parseLong(conf.get(BROADCAST_BYTES, Long.toString(DEFAULT.broadcastBytes))));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "settings cannot be read: " + METHOD + "=" + name + ", " + PARTITIONS + "="
                            + conf.get(PARTITIONS, "0") + ", " + BROADCAST_BYTES + "=" + conf.get(BROADCAST_BYTES, "")
                            + ": " + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public SparkJoinOptions withMetric(Metric newMetric) {
        return new SparkJoinOptions(newMetric, method, partitions, broadcastBytes);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public SparkJoinOptions withMethod(SparkMethod newMethod) {
        return new SparkJoinOptions(metric, newMethod, partitions, broadcastBytes);
    }

    /**
     * Returns these options with another number of partitions.
     *
     * @param newPartitions partitions of the right side; 0 to choose by its size
     * @return new options
     */
    public SparkJoinOptions withPartitions(int newPartitions) {
        return new SparkJoinOptions(metric, method, newPartitions, broadcastBytes);
    }

    /**
     * Returns these options with another limit of broadcasts.
     *
     * @param newBroadcastBytes most bytes of columns of a side that may go to every executor
     * @return new options
     */
    public SparkJoinOptions withBroadcastBytes(long newBroadcastBytes) {
        return new SparkJoinOptions(metric, method, partitions, newBroadcastBytes);
    }
}
