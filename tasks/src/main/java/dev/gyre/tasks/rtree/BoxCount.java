package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** How many boxes of an R-tree match each query: the first half of a search whose results vary in size. */
public final class BoxCount {

    private BoxCount() {}

    /**
     * Counts the matches of each query; an item is a place in the order of the queries.
     *
     * @param begin first item
     * @param end after the last item
     * @param order in: the query of each item; near queries next to each other go the same ways
     * @param queries in: for each query dims lower and dims upper bounds
     * @param tree in: the boxes of all levels
     * @param parameters in: {@link RTreeParameters}
     * @param sizes in: {@link BoxQueryParameters}
     * @param limits in: the largest key of a match, 0 where the relation is not a distance
     * @param counts out: for each query the number of its matches, but {@link BoxQueryParameters#MOST} at most
     * @param dims number of dimensions
     * @param relation code of what must hold, see {@link BoxRelations}
     * @param norm code of the norm of the distance
     */
    public static void countMatches(
            int begin,
            int end,
            int[] order,
            double[] queries,
            double[] tree,
            int[] parameters,
            int[] sizes,
            double[] limits,
            int[] counts,
            int dims,
            int relation,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[BoxQueryParameters.QUERIES]) {
                int query = order[item];
                int most = sizes[BoxQueryParameters.MOST];
                int count = BoxWalk.walk(
                        queries, query, tree, order, parameters, limits[0], most, counts, 0, 0, dims, relation, norm);
                counts[query] = Math.min(count, most);
            }
        }
    }
}
