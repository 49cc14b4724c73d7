package dev.gyre.spark;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.Iterator;
import java.util.function.BiFunction;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The tasks of a join within a radius, or of boxes: matches of some queries among the rows of a cell, counted first, then found in batches. */
final class RangeTasks {

    /** Queries that are counted at once. */
    private static final int QUERIES = 1 << 14;

    /** Matches of a batch; a query with more has its own batch. */
    private static final int BATCH = 1 << 18;

    private RangeTasks() {}

    /** Finds the pairs of queries with the rows of a cell. */
    static Iterator<ColumnarBatch> pairs(Iterator<Rows> blocks, Cell cell, Output output) {
        return Pull.flatMap(blocks, rows -> pairs(rows, cell, output));
    }

    private static Iterator<ColumnarBatch> pairs(Rows all, Cell cell, Output output) {
        return Pull.flatMap(
                Pull.parts(all.size(), QUERIES, (first, end) -> KnnTasks.slice(all, first, end)),
                some -> batches(some, cell, output));
    }

    private static Iterator<ColumnarBatch> batches(Rows queries, Cell cell, Output output) {
        Found found = found(queries, cell);
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < queries.size();
            }

            @Override
            public ColumnarBatch next() {
                int first = next;
                long count = 0;
                do {
                    count += found.counts[next++];
                } while (hasNext() && count + found.counts[next] <= BATCH);
                return batch(queries, cell, first, count == 0 ? null : found.matches.apply(first, next), output);
            }
        };
    }

    private static ColumnarBatch batch(Rows queries, Cell cell, int first, Matches matches, Output output) {
        output.begin(Math.max(1, matches == null ? 0 : matches.size()));
        for (int query = 0; matches != null && query < matches.queries(); query++) {
            for (int rank = 0; rank < matches.count(query); rank++) {
                int id = matches.id(query, rank);
                if (!cell.spec().self() || cell.ids().compare(id, queries.ids(), first + query) != 0) {
                    double key = matches.hasDistances() ? matches.key(query, rank) : 0;
                    output.addPair(queries.ids(), first + query, cell.ids(), id, key);
                }
            }
        }
        return output.end();
    }

    /**
     * Matches of queries.
     *
     * @param counts number of matches of each query
     * @param matches finds the matches of the queries from one row to before another
     */
    private record Found(int[] counts, BiFunction<Integer, Integer, Matches> matches) {}

    private static Found found(Rows queries, Cell cell) {
        JoinSpec spec = cell.spec();
        if (cell.size() == 0) {
            return new Found(new int[queries.size()], null);
        }
        if (spec.isOfBoxes()) {
            RTree tree = cell.rTree();
            Boxes boxes = InputColumns.boxes(queries);
            return new Found(
                    tree.count(boxes, spec.predicateObject()),
                    (first, end) -> tree.search(
                            InputColumns.boxes(KnnTasks.slice(queries, first, end)), spec.predicateObject()));
        }
        Points points = Cell.points(queries, spec);
        Metric metric = spec.metricObject();
        if (metric.norm().isOfDifferences() && spec.spaceDims() <= KdTree.MAX_DIMENSIONS) {
            KdTree tree = cell.kdTree();
            return new Found(
                    tree.countWithin(points, spec.radius()),
                    (first, end) -> tree.within(Cell.points(KnnTasks.slice(queries, first, end), spec), spec.radius()));
        }
        DistanceJoin join = ExecutorEngine.get()
                .openDistanceJoin(
                        points,
                        cell.points(),
                        spec.radius(),
                        JoinOptions.DEFAULT.withMetric(metric).withMonitor(Monitor.NONE));
        return new Found(join.counts(), join::matches);
    }
}
