package dev.gyre.spark;

import dev.gyre.engine.data.Neighbors;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.Tuple2;

/** The tasks of joins whose small side every executor has: the other side stays where it is. */
final class BroadcastTasks {

    /** Bytes of rows that are joined at once. */
    private static final long QUERY_BYTES = 4 << 20;

    static final long POINT_BYTES = 64 << 20;

    private BroadcastTasks() {}

    /** Reads the rows of a partition in blocks. */
    static Iterator<Rows> blocks(Iterator<ColumnarBatch> batches, InputColumns input, long most) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return batches.hasNext();
            }

            @Override
            public Rows next() {
                Rows rows = input.emptyRows();
                while (rows.bytes() < most && batches.hasNext()) {
                    input.readAgain(batches.next(), rows);
                }
                return rows;
            }
        };
    }

    /** Finds the neighbors of the left rows of a partition among all right ones. */
    static Iterator<ColumnarBatch> neighbors(Iterator<ColumnarBatch> left, Cell right, Output output) {
        JoinSpec spec = right.spec();
        int most = spec.self() ? right.mostOfAnId() : 0;
        return Pull.flatMap(blocks(left, new InputColumns(spec, false), QUERY_BYTES), queries -> {
            Neighbors near = KnnTasks.nearest(right, queries, spec.k() + most);
            return Pull.parts(queries.size(), KnnTasks.rowsOfBatch(spec), (first, end) -> {
                Lists lists = new Lists(right.ids().empty());
                output.begin(Math.max(1, (end - first) * spec.k()));
                for (int row = first; row < end; row++) {
                    lists.begin(row);
                    KnnTasks.addList(near, row, right, queries, row, Double.POSITIVE_INFINITY, lists);
                    output.addNeighbors(queries.ids(), row, lists, row - first);
                }
                return output.end();
            });
        });
    }

    /** Finds the pairs of the left rows of a partition with all right ones. */
    static Iterator<ColumnarBatch> pairsOfLeft(Iterator<ColumnarBatch> left, Cell right, Output output) {
        return RangeTasks.pairs(blocks(left, new InputColumns(right.spec(), false), QUERY_BYTES), right, output);
    }

    /** Finds the pairs of all left rows with the right ones of a partition. */
    static Iterator<ColumnarBatch> pairsOfRight(Cell left, Iterator<ColumnarBatch> right, Output output) {
        InputColumns input = new InputColumns(left.spec(), true);
        return Pull.flatMap(
                blocks(right, input, POINT_BYTES),
                rows -> RangeTasks.pairs(List.of(left.rows()).iterator(), Cell.of(0, rows, left.spec()), output));
    }

    /**
     * Finds the nearest right rows of a partition for all left ones.
     *
     * @param tasks number of tasks that merge: each has consecutive left rows
     */
    static Iterator<Tuple2<Integer, Lists>> candidates(
            Cell left, Iterator<ColumnarBatch> right, int tasks, SQLMetric bytes) {
        JoinSpec spec = left.spec();
        InputColumns input = new InputColumns(spec, true);
        return Pull.flatMap(blocks(right, input, POINT_BYTES), rows -> {
            Cell cell = Cell.of(0, rows, spec);
            int most = spec.self() ? cell.mostOfAnId() : 0;
            Neighbors near = KnnTasks.nearest(cell, left.rows(), spec.k() + most);
            return Pull.times(tasks, task -> {
                Lists lists = new Lists(cell.ids().empty());
                for (int row = first(left, task, tasks); row < first(left, task + 1, tasks); row++) {
                    lists.begin(row);
                    KnnTasks.addList(near, row, cell, left.rows(), row, Double.POSITIVE_INFINITY, lists);
                }
                bytes.add(lists.bytes());
                return new Tuple2<>(task, lists);
            });
        });
    }

    private static int first(Cell left, int task, int tasks) {
        return (int) ((long) left.size() * task / tasks);
    }

    /** Merges the candidates of consecutive left rows; all blocks have lists of the same rows. */
    static Iterator<ColumnarBatch> merge(Cell left, Iterator<Lists> blocks, Output output) {
        JoinSpec spec = left.spec();
        List<Lists> all = new ArrayList<>();
        blocks.forEachRemaining(all::add);
        if (all.isEmpty()) {
            return List.<ColumnarBatch>of().iterator();
        }
        return Pull.parts(all.get(0).size(), KnnTasks.rowsOfBatch(spec), (first, end) -> {
            output.begin(Math.max(1, (end - first) * spec.k()));
            for (int list = first; list < end; list++) {
                KnnTasks.Entry merged = new KnnTasks.Entry(all.get(0), list);
                for (int i = 1; i < all.size(); i++) {
                    merged = merged.with(new KnnTasks.Entry(all.get(i), list), spec.k());
                }
                output.addNeighbors(left.ids(), all.get(0).row(list), merged.lists(), merged.list());
            }
            return output.end();
        });
    }
}
