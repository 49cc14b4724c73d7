package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Candidates;
import dev.gyre.tasks.rtree.BoxRelations;
import java.util.function.IntConsumer;

/**
 * Searches an R-tree on the threads of the host, depth first, each query once. A subtree that lies wholly within a query matches without
 * tests. Immutable; safe for use by several threads.
 */
public final class HostSearch implements Candidates {

    private static final int PLANE = 2;

    private final RTreeLayout layout;
    private final int[] ids;
    private final double[] tree;
    private final double[] queries;
    private final int[] order;
    private final int relation;
    private final double limit;
    private final int norm;
    private final int dims;
    private final int levels;
    private final int nodeSize;

    /**
     * A search of queries.
     *
     * @param queries the queries, of the dimensions of the tree
     * @param order the query of each number that is asked for; null where these are the queries
     */
    public HostSearch(RTreeIndex index, Boxes queries, int[] order, BoxPredicate predicate, Workers workers) {
        layout = index.layout();
        ids = index.ids();
        tree = index.tree(workers);
        this.queries = queries.array();
        this.order = order;
        relation = predicate.code();
        limit = predicate.limit();
        norm = predicate.metric().norm().code();
        dims = layout.dims();
        levels = layout.levels();
        nodeSize = layout.nodeSize();
    }

    @Override
    public void offer(int query, Rows rows) {
        search(order == null ? query : order[query], row -> rows.accept(row, null, row));
    }

    /** Finds the rows that match a query, in the order of the tree. */
    void search(int query, IntConsumer rows) {
        if (levels > 0) {
            int at = 2 * query * dims;
            int root = layout.starts()[levels];
            if (BoxRelations.mayMatch(relation, queries, at, tree, 2 * root * dims, limit, dims, norm) == 1) {
                visit(levels, 0, at, rows);
            }
        }
    }

    /** Goes over the children of a node that may have matches. */
    private void visit(int level, int node, int query, IntConsumer rows) {
        int below = layout.starts()[level - 1];
        int from = node * nodeSize;
        int to = Math.min(from + nodeSize, layout.starts()[level] - below);
        if (level == 1) {
            visitEntries(from, to, query, rows);
            return;
        }
        for (int child = from; child < to; child++) {
            int box = 2 * (below + child) * dims;
            if (BoxRelations.mayMatch(relation, queries, query, tree, box, limit, dims, norm) == 1) {
                if (BoxRelations.allMatch(relation, queries, query, tree, box, dims) == 1) {
                    acceptAll(level - 1, child, rows);
                } else {
                    visit(level - 1, child, query, rows);
                }
            }
        }
    }

    private void visitEntries(int from, int to, int query, IntConsumer rows) {
        if (relation == BoxRelations.INTERSECTS && dims == PLANE) {
            double left = queries[query];
            double bottom = queries[query + 1];
            double right = queries[query + 2];
            double top = queries[query + 3];
            for (int slot = from; slot < to; slot++) {
                int box = 4 * slot;
                if (tree[box] <= right && tree[box + 1] <= top && tree[box + 2] >= left && tree[box + 3] >= bottom) {
                    rows.accept(ids[slot]);
                }
            }
        } else {
            for (int slot = from; slot < to; slot++) {
                if (BoxRelations.matches(relation, queries, query, tree, 2 * slot * dims, limit, dims, norm) == 1) {
                    rows.accept(ids[slot]);
                }
            }
        }
    }

    private void acceptAll(int level, int node, IntConsumer rows) {
        long entries = layout.entries(level);
        int to = (int) Math.min(layout.size(), (node + 1) * entries);
        for (int slot = (int) (node * entries); slot < to; slot++) {
            rows.accept(ids[slot]);
        }
    }
}
