package dev.gyre.tasks.topk;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** How many points near each query reach a bound: the first half of a join whose results vary in size. */
public final class PairCount {

    private PairCount() {}

    /**
     * Counts the points near each query that reach its bound; an item is a query.
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
     * @param sizes in: the number of queries, as items beyond them do nothing
     * @param counts out: for each item the number of points
     * @param dims number of dimensions
     * @param norm code of the norm of the distance, none of a power
     */
    public static void countPairs(
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
            int[] counts,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < sizes[0]) {
                counts[item] =
                        PairWalk.walk(queries, item, from, to, least, points, values, limits, from, 0, 0, dims, norm);
            }
        }
    }
}
