package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Options of a join over Spark. Immutable.
 *
 * @param metric metric of joins of points; it must have a name
 * @param method how the rows of the sides meet
 * @param partitions partitions of the right side when space is split; 0 to choose by its size
 * @param broadcastBytes most bytes of rows of a side that may go to every executor; in a local run, where nothing moves, the default
 *     stands for a thirty-second of the heap, if that is more
 * @param skipsNulls whether rows with a null as a coordinate are left out; otherwise they end the join with an exception
 */
public record SparkJoinOptions(
        Metric metric, SparkMethod method, int partitions, long broadcastBytes, boolean skipsNulls) {

    /** Euclidean distances, the method and the partitions by size, broadcasts up to 16 MiB. */
    public static final SparkJoinOptions DEFAULT =
            new SparkJoinOptions(Metric.EUCLIDEAN, SparkMethod.AUTOMATIC, 0, 16 << 20, false);

    private static final int MAX_PARTITIONS = 1 << 20;

    /** The driver has the right side of a join of geometries twice while it sorts, and once more to send it. */
    private static final int HEAP_PARTS = 4;

    private static final String METHOD = "spark.gyre.method";
    private static final String PARTITIONS = "spark.gyre.partitions";
    private static final String BROADCAST_BYTES = "spark.gyre.broadcastBytes";
    private static final String GEOMETRY_BYTES = "spark.gyre.geometryBytes";
    private static final String NULLS = "spark.gyre.nulls";
    private static final String CROSS_JOIN = "spark.gyre.crossJoin";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public SparkJoinOptions {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(method, "method");
        if (partitions < 0 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "partitions must be in 0.." + MAX_PARTITIONS + ": partitions=" + partitions);
        }
        if (broadcastBytes < 0) {
            throw new IllegalArgumentException("broadcastBytes must be 0 or more: broadcastBytes=" + broadcastBytes);
        }
    }

    /**
     * Reads the options of a session: {@code spark.gyre.method} (as in {@code partitioned}), {@code spark.gyre.partitions}, {@code
     * spark.gyre.broadcastBytes} and {@code spark.gyre.nulls} ({@code refuse} or {@code skip}); a missing setting has its default.
     *
     * @param session the session
     * @return the options
     * @throws IllegalArgumentException if a value cannot be read; the message names the setting and what it may be
     */
    public static SparkJoinOptions of(SparkSession session) {
        RuntimeConfig conf = session.conf();
        String name = conf.get(METHOD, DEFAULT.method.name());
        SparkMethod method = Arrays.stream(SparkMethod.values())
                .filter(each -> each.name().equals(name.toUpperCase(Locale.ROOT).replace('-', '_')))
                .findFirst()
                .orElseThrow(() -> wrong(METHOD, name, "automatic, broadcast-right, broadcast-left or partitioned"));
        return new SparkJoinOptions(
                DEFAULT.metric,
                method,
                (int) number(conf, PARTITIONS, 0, MAX_PARTITIONS),
                number(conf, BROADCAST_BYTES, DEFAULT.broadcastBytes, Long.MAX_VALUE),
                skipsNulls(session, "refuse"));
    }

    /** Returns the most bytes of the right side of a join of geometries. */
    static long geometryBytes(SQLConf conf) {
        String given = conf.getConfString(
                GEOMETRY_BYTES, Long.toString(Runtime.getRuntime().maxMemory() / HEAP_PARTS));
        return number(GEOMETRY_BYTES, given, Long.MAX_VALUE);
    }

    /** Returns whether a session leaves out rows with nulls. */
    static boolean skipsNulls(SparkSession session, String byDefault) {
        return isFirst(session, NULLS, byDefault, "skip", "refuse");
    }

    /** Returns whether Spark may join the nearest rows by a cross join where this package cannot. */
    static boolean allowsCrossJoin(SparkSession session) {
        return isFirst(session, CROSS_JOIN, "allow", "allow", "refuse");
    }

    private static boolean isFirst(
            SparkSession session, String setting, String byDefault, String first, String second) {
        String value = session.conf().get(setting, byDefault);
        if (!value.equals(first) && !value.equals(second)) {
            throw wrong(setting, value, first + " or " + second);
        }
        return value.equals(first);
    }

    private static long number(RuntimeConfig conf, String setting, long other, long max) {
        return number(setting, conf.get(setting, Long.toString(other)), max);
    }

    private static long number(String setting, String text, long max) {
        try {
            long number = Long.parseLong(text.trim());
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(setting, text, "a whole number");
        }
        throw wrong(setting, text, "in 0.." + max);
    }

    private static IllegalArgumentException wrong(String setting, String value, String right) {
        return new IllegalArgumentException(setting + " must be " + right + ": " + setting + "=" + value);
    }

    /**
     * Returns these options with another metric.
     *
     * @param newMetric the metric
     * @return new options
     */
    public SparkJoinOptions withMetric(Metric newMetric) {
        return new SparkJoinOptions(newMetric, method, partitions, broadcastBytes, skipsNulls);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public SparkJoinOptions withMethod(SparkMethod newMethod) {
        return new SparkJoinOptions(metric, newMethod, partitions, broadcastBytes, skipsNulls);
    }

    /**
     * Returns these options with another number of partitions.
     *
     * @param newPartitions partitions of the right side; 0 to choose by its size
     * @return new options
     */
    public SparkJoinOptions withPartitions(int newPartitions) {
        return new SparkJoinOptions(metric, method, newPartitions, broadcastBytes, skipsNulls);
    }

    /**
     * Returns these options with another limit of broadcasts.
     *
     * @param newBroadcastBytes most bytes of rows of a side that may go to every executor
     * @return new options
     */
    public SparkJoinOptions withBroadcastBytes(long newBroadcastBytes) {
        return new SparkJoinOptions(metric, method, partitions, newBroadcastBytes, skipsNulls);
    }

    /**
     * Returns these options for rows some of whose coordinates are null.
     *
     * @param newSkipsNulls true to leave such rows out, false to refuse them
     * @return new options
     */
    public SparkJoinOptions withSkippedNulls(boolean newSkipsNulls) {
        return new SparkJoinOptions(metric, method, partitions, broadcastBytes, newSkipsNulls);
    }
}
