package dev.gyre.spark;

import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.Tuple2;

/** The tasks of joins whose small side every executor has: the other side stays where it is. */
final class BroadcastTasks {

    /** Bytes of rows that are joined at once. */
    private static final long QUERY_BYTES = 4 << 20;

    private static final long POINT_BYTES = 64 << 20;

    private BroadcastTasks() {}

    /** Reads the rows of a partition in cells. */
    private static Iterator<Cell> cells(
            Iterator<UnsafeRow> input, Source source, boolean toSort, Rows skipped, long most) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return input.hasNext();
            }

            @Override
            public Cell next() {
                return Cell.of(0, input, source, toSort, skipped, most);
            }
        };
    }

    /** Reads the queries of a join of pairs in cells. Those of a top-k join come together: each task then has its k best pairs alone. */
    static Iterator<Cell> cells(Iterator<UnsafeRow> input, Source source, boolean isTopK) {
        return cells(input, source, isTopK, source.noRows(), isTopK ? Long.MAX_VALUE : QUERY_BYTES);
    }

    /** Joins the left rows of a partition with all right ones. */
    static Iterator<InternalRow> byRight(Iterator<UnsafeRow> left, Source source, Cell right, Output output) {
        JoinSpec spec = source.spec();
        if (spec.kind() != JoinSpec.Kind.KNN) {
            boolean isTopK = spec.kind() == JoinSpec.Kind.TOP_K;
            return Pull.flatMap(
                    cells(left, source, isTopK, source.noRows(), isTopK ? POINT_BYTES : QUERY_BYTES),
                    some -> RangeTasks.pairs(some, right, output));
        }
        Output.Writer writer = output.writer();
        Rows skipped = source.noRows();
        Iterator<InternalRow> matched = Pull.flatMap(
                cells(left, source, false, skipped, QUERY_BYTES), queries -> neighbors(queries, right, writer));
        return Pull.concat(matched, Pull.later(() -> Pull.flatMap(HomeTasks.unmatched(skipped, writer), row -> row)));
    }

    private static Iterator<InternalRow> neighbors(Cell queries, Cell right, Output.Writer writer) {
        int[] query = new int[1];
        UnsafeRow leftRow = queries.rows().newRow();
        Rows rights = right.rows();
        UnsafeRow rightRow = rights.newRow();
        return Pull.flatMap(
                KnnTasks.all(right, queries),
                lists -> Pull.flatMap(Pull.times(lists.size(), list -> list), list -> {
                    int start = lists.start(list);
                    queries.rows().get(query[0]++, leftRow);
                    return writer.neighbors(
                            leftRow,
                            lists.count(list),
                            rank -> rights.get(lists.row(start + rank), rightRow),
                            rank -> lists.key(start + rank));
                }));
    }

    /** Finds the pairs of all left rows with the right ones of a partition. */
    static Iterator<InternalRow> byLeft(Cell left, Iterator<UnsafeRow> right, Source source, Output output) {
        return Pull.flatMap(
                cells(right, source, true, source.noRows(), POINT_BYTES), some -> RangeTasks.pairs(left, some, output));
    }

    /**
     * Finds the nearest right rows of a partition for all left ones.
     *
     * @param tasks number of tasks that merge: each has consecutive left rows
     */
    static Iterator<Tuple2<Integer, UnsafeRow>> candidates(
            Cell left, Iterator<UnsafeRow> right, Source source, int tasks) {
        UnsafeRow visit = UnsafeRow.createFromByteArray(4 * Long.BYTES, 3);
        visit.setDouble(2, Double.POSITIVE_INFINITY);
        return Pull.flatMap(cells(right, source, true, source.noRows(), POINT_BYTES), cell -> {
            int[] query = new int[1];
            return Pull.flatMap(
                    KnnTasks.all(cell, left),
                    lists -> HomeTasks.answers(cell, lists, list -> {
                        int row = query[0]++;
                        visit.setInt(0, (int) ((long) row * tasks / left.size()));
                        visit.setInt(1, row);
                        return visit;
                    }));
        });
    }

    /** Merges the candidates of consecutive left rows. */
    static Iterator<InternalRow> merge(
            int task, int tasks, Cell left, Source right, Iterator<UnsafeRow> answers, Output output) {
        Lists none = new Lists();
        int first = (int) Math.ceilDiv((long) task * left.size(), tasks);
        for (int row = first; row < left.size() && (long) row * tasks / left.size() == task; row++) {
            none.begin();
        }
        HomeTasks.Home home = new HomeTasks.Home(left, left.source().noRows(), none, first);
        return HomeTasks.merge(new Cell(0, right.noRows(), right, false), home, answers, output);
    }
}
