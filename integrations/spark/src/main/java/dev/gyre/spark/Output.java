package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Writes answers to batches of columns. A batch is valid until the next one begins, as in Spark's own readers. Not safe for use by
 * several threads.
 */
final class Output {

    private final JoinSpec spec;
    private final Metric metric;
    private final StructType schema;
    private WritableColumnVector[] columns;
    private int capacity;
    private int rows;

    Output(JoinSpec spec, StructType schema) {
        this.spec = spec;
        this.metric = spec.metricObject();
        this.schema = schema;
    }

    /** Begins a batch of at most {@code most} rows. */
    void begin(int most) {
        if (columns == null || most > capacity) {
            capacity = most;
            columns = OnHeapColumnVector.allocateColumns(most, schema);
        } else {
            for (WritableColumnVector column : columns) {
                column.reset();
            }
        }
        rows = 0;
    }

    /** Appends the neighbors of a query. */
    void addNeighbors(Ids queries, int query, Lists lists, int list) {
        int start = lists.start(list);
        int count = lists.end(list) - start;
        if (count == 0) {
            return;
        }
        queries.fill(columns[0], rows, count, query);
        lists.ids().copy(columns[2], rows, start, count);
        for (int rank = 0; rank < count; rank++) {
            columns[1].putInt(rows + rank, rank + 1);
            columns[3].putDouble(rows + rank, metric.distance(lists.key(start + rank)));
        }
        rows += count;
    }

    /** Appends a pair, with the distance of its key unless it is of boxes. */
    void addPair(Ids left, int leftRow, Ids right, int rightRow, double key) {
        left.fill(columns[0], rows, 1, leftRow);
        right.fill(columns[1], rows, 1, rightRow);
        if (!spec.isOfBoxes()) {
            columns[2].putDouble(rows, metric.distance(key));
        }
        rows++;
    }

    /** Appends a pair with its score. */
    void addScored(int rank, Ids left, Ids right, int pair, double score, double distance) {
        columns[0].putInt(rows, rank);
        left.fill(columns[1], rows, 1, pair);
        right.fill(columns[2], rows, 1, pair);
        columns[3].putDouble(rows, score);
        columns[4].putDouble(rows, distance);
        rows++;
    }

    /** Returns the batch. */
    ColumnarBatch end() {
        return new ColumnarBatch(columns, rows);
    }
}
