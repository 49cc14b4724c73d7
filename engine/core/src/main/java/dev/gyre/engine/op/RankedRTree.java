package dev.gyre.engine.op;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.topk.RankedSearch;

/**
 * An R-tree with a score for each box: a MAX aR-tree (Papadias, Kalnis, Zhang and Tao, "Efficient OLAP operations in spatial
 * data warehouses", 2001). Each node has the best score of the boxes below it. The tree answers ranked range queries: the k
 * best boxes that match. {@link RTree#ranked} makes it.
 *
 * <p>The threads of the host search it. Memory besides the tree: 12 bytes for each of its boxes and nodes. Immutable and safe for use by
 * several threads; valid until its engine is closed.
 */
public final class RankedRTree {

    private final RankedSearch search;
    private final int dims;

    RankedRTree(RankedSearch search, int dims) {
        this.search = search;
        this.dims = dims;
    }

    /**
     * Finds the k best boxes that match each query.
     *
     * <p>For a query that matches many boxes, O(k m log n) with nodes of m; for a query that matches few boxes, as
     * {@link RTree#search(Boxes, BoxPredicate)}.
     *
     * @param queries the queries, of the dimensions of the boxes
     * @param predicate what must hold between a query and its matches
     * @param k largest number of boxes of a query, 1 or more
     * @param monitor watches the search
     * @return for each query its boxes, best score first, ties by ascending id
     * @throws IllegalArgumentException if the dimensions differ, if k is less than 1, or if the boxes of all queries do not fit a result
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public RankedRows top(Boxes queries, BoxPredicate predicate, int k, Monitor monitor) {
        Checks.atLeast("k", k, 1);
        if (queries.dims() != dims) {
            throw new IllegalArgumentException(
                    "queries and boxes must have the same dimensions: queries=" + queries.dims() + ", boxes=" + dims);
        }
        return search.top(queries, predicate, k, monitor);
    }

    /**
     * Returns the number of boxes.
     *
     * @return the number
     */
    public int size() {
        return search.size();
    }
}
