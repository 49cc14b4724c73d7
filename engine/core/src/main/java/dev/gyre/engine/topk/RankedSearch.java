package dev.gyre.engine.topk;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.tasks.common.BoxRelations;

/**
 * The ranked range query: the k best rows that match each query, by a MAX aR-tree. It always opens the node with the best value among those
 * that may have a match, so that it finds rows in their order. Immutable; safe for use by several threads.
 */
public final class RankedSearch {

    private static final ScoreFunction OF_RIGHT = ScoreFunction.weighted(0, 1);

    private final RankedTree tree;
    private final Side side;
    private final PairRank rank;
    private final Workers workers;

    private RankedSearch(RankedTree tree, Side side, PairRank rank, Workers workers) {
        this.tree = tree;
        this.side = side;
        this.rank = rank;
        this.workers = workers;
    }

    /**
     * A search of a tree by scores of its rows.
     *
     * @param ascending whether low scores are the best ones
     */
    public static RankedSearch of(RTreeIndex index, Scores scores, boolean ascending, Workers workers) {
        Side side = new Side(scores, ascending, workers);
        RankedTree tree = RankedTree.of(index, side.all(), workers);
        return new RankedSearch(tree, side, new PairRank(OF_RIGHT, ascending, ascending), workers);
    }

    /**
     * The best rows for each query by the rank of pairs.
     *
     * @param left scores of the queries
     * @param right scores of the rows
     */
    static RankedRows perLeft(
            RTreeIndex index,
            Boxes queries,
            Side left,
            Side right,
            PairRank rank,
            BoxPredicate predicate,
            int k,
            Workers workers,
            BatchProgress watch) {
        RankedTree tree = RankedTree.of(index, right.all(), workers);
        return new RankedSearch(tree, left, rank, workers)
                .run(queries, left.all().values(), predicate, k, watch);
    }

    /**
     * Finds the best rows for each query.
     *
     * @param k most rows of a query
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended it
     */
    public RankedRows top(Boxes queries, BoxPredicate predicate, int k, Monitor monitor) {
        return run(queries, null, predicate, k, new BatchProgress(monitor, 0, queries.size(), queries.size()));
    }

    /** Number of rows. */
    public int size() {
        return side.size();
    }

    private RankedRows run(Boxes queries, double[] values, BoxPredicate predicate, int k, BatchProgress watch) {
        watch.stopIfEnded();
        RankedRows rows = TopRows.of(
                queries.size(), () -> new BestFirst(queries.array(), values, predicate, k)::find, workers, watch);
        watch.end();
        return rows;
    }

    /** Opens the nodes of a query. */
    private final class BestFirst {

        private final double[] queries;
        private final double[] values;
        private final BoxPredicate predicate;
        private final int k;
        private final NodePairs waiting = new NodePairs();

        BestFirst(double[] queries, double[] values, BoxPredicate predicate, int k) {
            this.queries = queries;
            this.values = values;
            this.predicate = predicate;
            this.k = k;
        }

        void find(int query, TopRows to) {
            waiting.clear();
            if (tree.size() == 0) {
                return;
            }
            double value = values == null ? 0 : values[query];
            int found = 0;
            add(query, value, tree.root(), tree.levels());
            while (!waiting.isEmpty() && found < k) {
                waiting.take();
                int node = waiting.left();
                int level = waiting.right();
                if (level == 0) {
                    to.add(query, waiting.row(), rank.score(waiting.rank()));
                    found++;
                } else {
                    for (int child = tree.firstChild(node, level); child < tree.childrenEnd(node, level); child++) {
                        add(query, value, child, level - 1);
                    }
                }
            }
        }

        private void add(int query, double value, int node, int level) {
            int at = 2 * query * tree.dims();
            int box = 2 * node * tree.dims();
            int norm = predicate.metric().norm().code();
            int near = level == 0
                    ? BoxRelations.matches(
                            predicate.code(), queries, at, tree.bounds(), box, predicate.limit(), tree.dims(), norm)
                    : BoxRelations.mayMatch(
                            predicate.code(), queries, at, tree.bounds(), box, predicate.limit(), tree.dims(), norm);
            if (near == 1) {
                waiting.add(rank.of(value, tree.value(node)), tree.row(node), node, level);
            }
        }
    }
}
