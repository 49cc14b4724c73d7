package dev.gyre.spark;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** The tasks of a join within a radius, or of boxes, or of best pairs: matches are counted first, then found in batches. */
final class RangeTasks {

    /** Queries that are counted at once. */
    private static final int QUERIES = 1 << 14;

    /** Matches of a batch; a query with more has its own batch. */
    private static final int BATCH = 1 << 18;

    private RangeTasks() {}

    /** Finds the pairs of queries with the rows of a cell: the best ones of a top-k join. */
    static Iterator<InternalRow> pairs(Cell queries, Cell cell, Output output) {
        if (queries.size() == 0 || cell.size() == 0) {
            return Collections.emptyIterator();
        }
        if (cell.source().spec().kind() == JoinSpec.Kind.TOP_K) {
            return best(queries, cell, output);
        }
        return Pull.flatMap(Pull.parts(queries.size(), QUERIES, Part::new), part -> {
            Found found = ExecutorEngine.run(engine -> found(queries, part, cell));
            return Pull.flatMap(batches(found.counts), batch -> rows(queries, part.first, batch, cell, found, output));
        });
    }

    /** Consecutive queries. */
    private record Part(int first, int end) {}

    private static Iterator<Part> batches(int[] counts) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < counts.length;
            }

            @Override
            public Part next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int first = next;
                long count = 0;
                do {
                    count += counts[next++];
                } while (hasNext() && count + counts[next] <= BATCH);
                return new Part(first, next);
            }
        };
    }

    /** Writes the pairs of a batch. */
    private static Iterator<InternalRow> rows(
            Cell queries, int offset, Part batch, Cell cell, Found found, Output output) {
        Matches matches = ExecutorEngine.run(engine -> found.matches.apply(batch.first, batch.end));
        boolean isSelf = cell.source().spec().self();
        Output.Writer writer = output.writer();
        UnsafeRow left = queries.rows().newRow();
        UnsafeRow right = cell.rows().newRow();
        return Pull.flatMap(Pull.times(matches.queries(), query -> query), query -> {
            int row = offset + batch.first + query;
            queries.rows().get(row, left);
            Iterator<InternalRow> all = Pull.map(
                    Pull.times(matches.count(query), rank -> rank),
                    rank -> isSelf && cell.isSameId(matches.id(query, rank), queries, row)
                            ? null
                            : writer.pair(
                                    left,
                                    cell.rows().get(matches.id(query, rank), right),
                                    matches.hasDistances() ? matches.key(query, rank) : 0));
            return isSelf ? Pull.present(all) : all;
        });
    }

    /**
     * Matches of queries.
     *
     * @param counts number of matches of each query
     * @param matches finds the matches of the queries from one to before another
     */
    private record Found(int[] counts, BiFunction<Integer, Integer, Matches> matches) {}

    private static Found found(Cell queries, Part part, Cell cell) {
        JoinSpec spec = cell.source().spec();
        int offset = part.first;
        if (spec.isOfBoxes()) {
            RTree tree = cell.rTree(ExecutorEngine.get());
            return new Found(
                    tree.count(queries.boxes(offset, part.end), spec.predicateObject()),
                    (first, end) -> tree.search(queries.boxes(offset + first, offset + end), spec.predicateObject()));
        }
        Metric metric = spec.metricObject();
        if (metric.norm().isOfDifferences() && spec.spaceDims() <= KdTree.MAX_DIMENSIONS) {
            KdTree tree = cell.kdTree(ExecutorEngine.get());
            return new Found(
                    tree.countWithin(queries.points(offset, part.end), spec.radius()),
                    (first, end) -> tree.within(queries.points(offset + first, offset + end), spec.radius()));
        }
        DistanceJoin join = ExecutorEngine.get()
                .openDistanceJoin(
                        queries.points(offset, part.end),
                        cell.points(),
                        spec.radius(),
                        JoinOptions.DEFAULT.withMetric(metric).withMonitor(Monitor.NONE));
        return new Found(join.counts(), join::matches);
    }

    /** Finds the best pairs of two cells that are in order, so that ties are resolved by ids. */
    private static Iterator<InternalRow> best(Cell left, Cell right, Output output) {
        JoinSpec spec = right.source().spec();
        TopPairs pairs = ExecutorEngine.run(engine ->
                engine.topKJoin(left.points(), left.scores(), right.points(), right.scores(), spec.topKOptions()));
        Output.Writer writer = output.writer();
        UnsafeRow leftRow = left.rows().newRow();
        UnsafeRow rightRow = right.rows().newRow();
        return Pull.times(
                pairs.size(),
                rank -> writer.scored(
                        left.rows().get(pairs.left(rank), leftRow),
                        right.rows().get(pairs.right(rank), rightRow),
                        pairs.score(rank),
                        pairs.distance(rank)));
    }
}
