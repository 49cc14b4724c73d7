package dev.gyre.engine.rtree;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;

/** Searches of a tree on the host, by a {@link BoxCursor} for each thread. Safe for use by several threads. */
public final class HostSearch implements Candidates {

    /** Consecutive queries that go down the tree together: as many as a node of usual size has entries. */
    private static final int GROUP = 16;

    private final RTreeIndex index;
    private final double[] tree;
    private final double[] queries;
    private final int[] order;
    private final BoxPredicate predicate;
    private final int width;
    private final int size;

    /**
     * A search of queries.
     *
     * @param queries the queries, of the dimensions of the tree
     * @param order the query for each number that a caller passes; null if these numbers are the queries
     */
    public HostSearch(RTreeIndex index, Boxes queries, int[] order, BoxPredicate predicate, Workers workers) {
        this.index = index;
        this.order = order;
        this.predicate = predicate;
        this.queries = queries.array();
        tree = index.tree(workers);
        width = 2 * queries.dims();
        size = queries.size();
    }

    /** A cursor for one thread. */
    BoxCursor cursor() {
        return new BoxCursor(index, tree, predicate);
    }

    /** The index of a query's first bound. */
    private int at(int query) {
        return (order == null ? query : order[query]) * width;
    }

    @Override
    public void offer(int query, Rows rows) {
        BoxCursor cursor = cursor();
        int count = cursor.find(queries, at(query));
        for (int i = 0; i < count; i++) {
            int row = cursor.found()[i];
            rows.accept(row, null, row);
        }
    }

    @Override
    public MatchFinder finder(Regions regions) {
        return new Finder(regions);
    }

    /** Finds matches by a cursor, for one thread. */
    private final class Finder extends BoxFinder {

        private final BoxCursor cursor = cursor();
        private final double[] around = new double[width];
        private int group = -1;
        private boolean together;

        Finder(Regions regions) {
            super(regions);
        }

        @Override
        int collect(int query) {
            if (query / GROUP != group) {
                group = query / GROUP;
                together = goDown(group * GROUP, Math.min(size, (group + 1) * GROUP));
            }
            return together ? cursor.findInLeaves(queries, at(query)) : cursor.find(queries, at(query));
        }

        /** Notes the nodes for some queries; returns false if the queries are too far apart to share one path down. */
        private boolean goDown(int first, int end) {
            if (end - first < 2) {
                return false;
            }
            int dims = width / 2;
            System.arraycopy(queries, at(first), around, 0, width);
            for (int query = first + 1; query < end; query++) {
                int at = at(query);
                for (int dim = 0; dim < dims; dim++) {
                    around[dim] = Math.min(around[dim], queries[at + dim]);
                    around[dims + dim] = Math.max(around[dims + dim], queries[at + dims + dim]);
                }
            }
            return cursor.noteLeaves(around);
        }

        @Override
        int size(int query) {
            return cursor.count(queries, at(query));
        }

        @Override
        public int[] ids() {
            return cursor.found();
        }
    }
}
