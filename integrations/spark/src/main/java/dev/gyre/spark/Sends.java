package dev.gyre.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntConsumer;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.UnsafeRowSerializer;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Rows with the tasks that they are sent to. An object shows one row after the other. */
abstract class Sends implements Iterator<Tuple2<Integer, UnsafeRow>> {

    private final SQLMetric sent;
    private final IntConsumer to = this::to;
    private UnsafeRow row;
    private int[] tasks = new int[1];
    private int count;
    private int next;

    /** @param sent counts the rows, once for each task */
    Sends(SQLMetric sent) {
        this.sent = sent;
    }

    /** Returns the next row, and names its tasks; null at the end. */
    abstract UnsafeRow read(IntConsumer task);

    @Override
    public final boolean hasNext() {
        while (next == count) {
            count = 0;
            next = 0;
            row = read(to);
            if (row == null) {
                return false;
            }
            sent.add(count);
        }
        return true;
    }

    private void to(int task) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * count);
        }
        tasks[count++] = task;
    }

    @Override
    public final Tuple2<Integer, UnsafeRow> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new Tuple2<>(tasks[next++], row);
    }

    /**
     * Returns the rows of each task: Spark's own exchange, with the task as the key. An object may show one row after the other.
     *
     * @param fields columns of a row
     * @param bytes counts the bytes
     */
    static JavaRDD<UnsafeRow> shuffled(
            JavaRDD<Tuple2<Integer, UnsafeRow>> sends, int tasks, int fields, SQLMetric bytes) {
        ClassTag<Integer> ofTask = ClassTag$.MODULE$.apply(Integer.class);
        ClassTag<UnsafeRow> ofRow = ClassTag$.MODULE$.apply(UnsafeRow.class);
        // A whole number from 0 to before the number of tasks is its own hash.
        ShuffledRDD<Integer, UnsafeRow, UnsafeRow> rows =
                new ShuffledRDD<>(sends.rdd(), new HashPartitioner(tasks), ofTask, ofRow, ofRow);
        rows.setSerializer(new UnsafeRowSerializer(fields, bytes));
        return JavaPairRDD.fromRDD(rows, ofTask, ofRow).values();
    }
}
