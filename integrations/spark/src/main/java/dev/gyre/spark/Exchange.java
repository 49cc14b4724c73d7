package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntConsumer;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.UnsafeRowSerializer;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Sends rows to the tasks that need them, as Spark's own exchanges do: by its shuffle, in its own layout of bytes. */
final class Exchange {

    /** Rows whose tasks are found together. */
    private static final int BUFFERED = 1 << 10;

    private Exchange() {}

    /**
     * Returns the rows of each task. An object may show one row after the other.
     *
     * @param fields columns of a row
     * @param bytes counts the bytes
     */
    static JavaRDD<UnsafeRow> rows(JavaPairRDD<Integer, UnsafeRow> byTask, int tasks, int fields, SQLMetric bytes) {
        ClassTag<Integer> ofTask = ClassTag$.MODULE$.apply(Integer.class);
        ClassTag<UnsafeRow> ofRow = ClassTag$.MODULE$.apply(UnsafeRow.class);
        ShuffledRDD<Integer, UnsafeRow, UnsafeRow> shuffled =
                new ShuffledRDD<>(byTask.rdd(), new ByNumber(tasks), ofTask, ofRow, ofRow);
        shuffled.setSerializer(new UnsafeRowSerializer(fields, bytes));
        return JavaPairRDD.fromRDD(shuffled, ofTask, ofRow).values();
    }

    /** The task is the key itself. */
    private static final class ByNumber extends Partitioner {

        private static final long serialVersionUID = 1;

        private final int tasks;

        ByNumber(int tasks) {
            this.tasks = tasks;
        }

        @Override
        public int numPartitions() {
            return tasks;
        }

        @Override
        public int getPartition(Object key) {
            return (Integer) key;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByNumber same && same.tasks == tasks;
        }

        @Override
        public int hashCode() {
            return tasks;
        }
    }

    /** Says which tasks need a row. */
    @FunctionalInterface
    interface Router extends Serializable {

        /**
         * Names the tasks.
         *
         * @param row a row
         * @param order its {@link Source#order}
         * @param space coordinates in the space of the metric
         * @param at where those of the row begin
         * @param task accepts a task
         */
        void route(UnsafeRow row, long order, double[] space, int at, IntConsumer task);
    }

    /** Distributes the rows of a partition of the input over tasks. */
    static final class Spread implements Iterator<Tuple2<Integer, UnsafeRow>> {

        private final Iterator<UnsafeRow> input;
        private final Source source;
        private final Router router;
        private final int tasks;
        private final SQLMetric sent;
        private Rows rows;
        private UnsafeRow row;
        private int[] rowsOfTasks = new int[BUFFERED];
        private int[] targets = new int[BUFFERED];
        private int count;
        private int next;

        /**
         * Reads a partition.
         *
         * @param router names the tasks of rows that are accepted
         * @param tasks number of tasks; rows with nulls go to any of them
         * @param sent counts the rows that are sent
         */
        Spread(Iterator<UnsafeRow> input, Source source, Router router, int tasks, SQLMetric sent) {
            this.input = input;
            this.source = source;
            this.router = router;
            this.tasks = tasks;
            this.sent = sent;
        }

        @Override
        public boolean hasNext() {
            while (next == count && input.hasNext()) {
                fill();
            }
            return next < count;
        }

        @Override
        public Tuple2<Integer, UnsafeRow> next() {
            rows.get(rowsOfTasks[next], row);
            return new Tuple2<>(targets[next++], row);
        }

        private void fill() {
            count = 0;
            next = 0;
            Rows skipped = source.noRows();
            Cell some = Cell.of(0, Pull.limit(input, BUFFERED), source, false, skipped);
            rows = some.rows();
            row = rows.newRow();
            JoinSpec spec = source.spec();
            double[] space = spec.space(some.numbers(), some.size());
            int width = some.size() == 0 ? 0 : space.length / some.size();
            for (int i = 0; i < some.size(); i++) {
                int current = i;
                router.route(rows.get(i, row), some.order(i), space, i * width, task -> put(current, task));
            }
            for (int i = 0; source.keepsSkipped() && i < skipped.size(); i++) {
                rows.add(skipped.get(i, row));
                put(rows.size() - 1, Source.hash(row) % tasks);
            }
            sent.add(count);
        }

        private void put(int row, int task) {
            if (count == targets.length) {
                rowsOfTasks = Arrays.copyOf(rowsOfTasks, 2 * count);
                targets = Arrays.copyOf(targets, 2 * count);
            }
            rowsOfTasks[count] = row;
            targets[count++] = task;
        }
    }
}
