package dev.gyre.spark;

import java.util.Locale;

/**
 * The plan that follows from the sizes of the sides: how the rows meet, and in how many partitions. It chooses the method that moves the
 * fewest bytes; a side above the limit of broadcasts is not broadcast.
 *
 * @param method the method
 * @param partitions partitions of the right side
 * @param taskBytes approximate bytes of a task: rows, index and answers
 * @param why the reason, with the sizes
 */
record SizePlan(SparkMethod method, int partitions, double taskBytes, String why) {

    private static final double MIN_TASK_BYTES = 16 << 20;
    private static final double MAX_TASK_BYTES = 128 << 20;

    /** Share of the heap of a process for the tasks that it runs at a time: it keeps rows and answers of other tasks, too. */
    private static final double TASK_SHARE = 0.125;

    /** Least rows of a partition: with fewer, most queries would visit several partitions. */
    private static final int MIN_ROWS = 1 << 14;

    /** Assumed share of queries that go on to another partition, see docs/spark.md. */
    private static final double FURTHER = 0.25;

    private static final int MAX_PARTITIONS = 1 << 16;

    /**
     * Plans a join.
     *
     * @param lefts what is known of the left side
     * @param rights what is known of the right side
     * @param parallelism tasks that run at a time
     * @param executors processes that run them
     * @param heap bytes of the heap of one
     * @param blocks partitions of the right side as it is read
     */
    static SizePlan of(
            JoinSpec spec,
            SparkJoinOptions options,
            Survey lefts,
            Survey rights,
            int parallelism,
            int executors,
            long heap,
            int blocks) {
        double tasks = Math.ceil((double) parallelism / executors);
        double taskBytes = Math.clamp(heap * TASK_SHARE / tasks, MIN_TASK_BYTES, MAX_TASK_BYTES);
        long left = lefts.rows();
        long leftBytes = lefts.bytes();
        long right = rights.rows();
        long rightBytes = rights.bytes();
        int partitions = options.partitions() > 0
                ? options.partitions()
                : partitions(spec, right, rightBytes, parallelism, taskBytes);
        String sizes =
                left + " left rows of " + leftBytes + " bytes, " + right + " right rows of " + rightBytes + " bytes";
        // Left rows without coordinates are written where their neighbors would be: not in a plan of right rows.
        boolean canSendLeft = !spec.outer() || spec.kind() != JoinSpec.Kind.KNN;
        if (options.method() == SparkMethod.BROADCAST_LEFT && !canSendLeft) {
            return new SizePlan(
                    SparkMethod.PARTITIONED, partitions, taskBytes, "left rows without neighbors stay; " + sizes);
        }
        if (spec.kind() == JoinSpec.Kind.DBSCAN) {
            return new SizePlan(SparkMethod.PARTITIONED, partitions, taskBytes, "the only one of clusters; " + sizes);
        }
        if (options.method() != SparkMethod.AUTOMATIC) {
            return new SizePlan(options.method(), partitions, taskBytes, "as asked for; " + sizes);
        }
        double answer = spec.kind() == JoinSpec.Kind.KNN ? spec.answers() * 16.0 : 0;
        double byRight =
                rightBytes <= options.broadcastBytes() ? (double) rightBytes * executors : Double.POSITIVE_INFINITY;
        double byLeft = leftBytes <= options.broadcastBytes() && !spec.self() && canSendLeft
                ? leftBytes * (double) executors + (double) blocks * left * answer
                : Double.POSITIVE_INFINITY;
        double bySplit = rightBytes + (spec.self() ? FURTHER : 1 + FURTHER) * leftBytes + FURTHER * left * answer;
        // With one partition, one task gets all rows; a broadcast gives them to all tasks.
        SparkMethod method = Math.min(byRight, byLeft) > bySplit && partitions > 1
                ? SparkMethod.PARTITIONED
                : byRight <= byLeft ? SparkMethod.BROADCAST_RIGHT : SparkMethod.BROADCAST_LEFT;
        if (Math.min(byRight, byLeft) == Double.POSITIVE_INFINITY) {
            method = SparkMethod.PARTITIONED;
        }
        return new SizePlan(
                method,
                partitions,
                taskBytes,
                String.format(
                        Locale.ROOT,
                        "bytes to move: right to all %.3g, left to all %.3g, partitioned %.3g; %s",
                        byRight,
                        byLeft,
                        bySplit,
                        sizes));
    }

    private static int partitions(JoinSpec spec, long rows, long bytes, int parallelism, double taskBytes) {
        if (rows == 0) {
            return 1;
        }
        double row = 4.0 * bytes / rows + 32.0 * Math.min(spec.answers(), rows);
        double byMemory = Math.ceil(rows * row / taskBytes);
        double byThreads = Math.min(
                2.0 * parallelism, Math.floor((double) rows / Math.max(MIN_ROWS, 8L * Math.min(spec.answers(), rows))));
        return (int) Math.clamp(Math.max(byMemory, byThreads), 1, MAX_PARTITIONS);
    }

    /** Returns the approximate number of queries that a task should have. */
    double queriesOfTask(JoinSpec spec, long right, int partitions) {
        double row = 2.0 * spec.width() * Double.BYTES + 32.0 * Math.min(spec.answers(), right);
        return Math.max(2.0 * right / partitions, taskBytes / row);
    }
}
