package dev.gyre.tasks.topk;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The points near each query that reach a bound: the second half of the join that {@link PairCount} begins. */
public final class PairWrite {

    private PairWrite() {}

    /**
     * Writes the places of the points near each query that reach its bound; an item is a query.
     *
     * @param begin first item
     * @param end after the last item
     * @param queries in: items x dims coordinates, row-major
     * @param from in: for each item the first point of its list
     * @param to in: for each item the place after the last point of its list
     * @param least in: for each item the least value of a point that is enough
     * @param points in: the points of all lists, places x dims coordinates, row-major
     * @param values in: for each place the value of its point
     * @param limits in: the largest key of a pair
     * @param sizes in: the number of queries
     * @param starts in: for each item where its places go; there is room for as many as {@link PairCount} counts
     * @param found out: the places
     * @param dims number of dimensions
     * @param norm code of the norm of the distance, none of a power
     */
    public static void writePairs(
            int begin,
            int end,
            double[] queries,
            int[] from,
            int[] to,
            double[] least,
            double[] points,
            double[] values,
            double[] limits,
            int[] sizes,
            int[] starts,
            int[] found,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[0]) {
                int start = starts[item];
                PairWalk.walk(queries, item, from, to, least, points, values, limits, found, start, 1, dims, norm);
            }
        }
    }
}
