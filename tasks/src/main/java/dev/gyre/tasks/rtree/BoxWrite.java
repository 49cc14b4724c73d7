package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The boxes of an R-tree that match each query: the second half of the search that {@link BoxCount} begins. */
public final class BoxWrite {

    private BoxWrite() {}

    /**
     * Writes the rows that match each query, in the order of the tree; an item is a place in the order of the queries.
     *
     * @param begin first item
     * @param end after the last item
     * @param order in: the query of each item
     * @param queries in: for each query dims lower and dims upper bounds
     * @param tree in: the boxes of all levels
     * @param ids in: the row of each slot
     * @param parameters in: {@link RTreeParameters}
     * @param sizes in: {@link BoxQueryParameters}; all matches are written
     * @param limits in: the largest key of a match, 0 where the relation is not a distance
     * @param starts in: for each query where its rows go; there is room for as many as {@link BoxCount} counts
     * @param found out: the rows
     * @param dims number of dimensions
     * @param relation code of what must hold, see {@link BoxRelations}
     * @param norm code of the norm of the distance
     */
    public static void writeMatches(
            int begin,
            int end,
            int[] order,
            double[] queries,
            double[] tree,
            int[] ids,
            int[] parameters,
            int[] sizes,
            double[] limits,
            int[] starts,
            int[] found,
            int dims,
            int relation,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[BoxQueryParameters.QUERIES]) {
                int query = order[item];
                int start = starts[query];
                int all = Integer.MAX_VALUE;
                BoxWalk.walk(
                        queries, query, tree, ids, parameters, limits[0], all, found, start, 1, dims, relation, norm);
            }
        }
    }
}
