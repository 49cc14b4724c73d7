package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntConsumer;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Sends blocks of columns to the tasks that need them, by Spark's shuffle. */
final class Exchange {

    /** Bytes of rows that a task collects before it sends them on, so that blocks are large and memory is bounded. */
    private static final long MOST_BYTES = 32 << 20;

    private Exchange() {}

    /** Returns the blocks of each task. */
    static <T> JavaRDD<T> blocks(JavaPairRDD<Integer, T> byTask, int tasks) {
        ClassTag<Integer> ofTask = ClassTag$.MODULE$.apply(Integer.class);
        ClassTag<T> ofBlock = ClassTag$.MODULE$.apply(Object.class);
        ShuffledRDD<Integer, T, T> shuffled =
                new ShuffledRDD<>(byTask.rdd(), new ByNumber(tasks), ofTask, ofBlock, ofBlock);
        // Blocks have their own serialization, which another serializer may not use.
        shuffled.setSerializer(new JavaSerializer(byTask.context().conf()));
        return JavaPairRDD.fromRDD(shuffled, ofTask, ofBlock).values();
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
         * @param rows some rows
         * @param space their coordinates in the space of the metric
         * @param row one of them
         * @param task accepts a task
         */
        void route(Rows rows, double[] space, int row, IntConsumer task);
    }

    /** Distributes the rows of a partition of the input over blocks for tasks. */
    static final class Spread implements Iterator<Tuple2<Integer, Rows>> {

        private final Iterator<ColumnarBatch> batches;
        private final InputColumns input;
        private final Router router;
        private final SQLMetric sent;
        private final SQLMetric bytes;
        private final Rows[] blocks;
        private final List<Integer> filled = new ArrayList<>();
        private int next;

        /**
         * Reads a partition.
         *
         * @param sent counts the rows that are sent
         * @param bytes counts their bytes
         */
        Spread(
                Iterator<ColumnarBatch> batches,
                InputColumns input,
                Router router,
                int tasks,
                SQLMetric sent,
                SQLMetric bytes) {
            this.batches = batches;
            this.input = input;
            this.router = router;
            this.sent = sent;
            this.bytes = bytes;
            this.blocks = new Rows[tasks];
        }

        @Override
        public boolean hasNext() {
            if (next == filled.size()) {
                fill();
            }
            return next < filled.size();
        }

        @Override
        public Tuple2<Integer, Rows> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int task = filled.get(next++);
            Rows block = blocks[task];
            blocks[task] = null;
            sent.add(block.size());
            bytes.add(block.bytes());
            return new Tuple2<>(task, block);
        }

        private void fill() {
            filled.clear();
            next = 0;
            long collected = 0;
            while (collected < MOST_BYTES && batches.hasNext()) {
                Rows rows = input.emptyRows();
                input.readAgain(batches.next(), rows);
                double[] space = input.spec().space(rows);
                int[] copies = new int[1];
                for (int row = 0; row < rows.size(); row++) {
                    int current = row;
                    router.route(rows, space, row, task -> {
                        put(task, rows, current);
                        copies[0]++;
                    });
                }
                collected += copies[0] * (rows.size() == 0 ? 0 : rows.bytes() / rows.size());
            }
        }

        private void put(int task, Rows rows, int row) {
            if (blocks[task] == null) {
                blocks[task] = input.emptyRows();
                filled.add(task);
            }
            blocks[task].add(rows, row);
        }
    }
}
