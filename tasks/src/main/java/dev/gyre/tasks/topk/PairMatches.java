package dev.gyre.tasks.topk;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Counts or writes the points near each query that reach a bound. Their number varies. */
public final class PairMatches {

    private PairMatches() {}

    /**
     * Searches the list of each query, which has the points of the query's cell; an item is a query.
     *
     * @param queries in: items x dims coordinates, row-major
     * @param from in: for each item the first point of its list
     * @param to in: for each item the index after the last point of its list
     * @param least in: for each item the least value that a point must have
     * @param points in: the points of all lists, points x dims coordinates, row-major
     * @param values in: the value of each point
     * @param limits in: the largest key of a pair
     * @param sizes in: the number of queries; items beyond them do nothing
     * @param starts out if counting: the number of matches of each item; in if writing: the first index in {@code found} of each item
     * @param found out if writing: the indices of the matching points
     * @param dims number of dimensions
     * @param norm code of the norm of the distance, except powers
     * @param write 0 to count, 1 to write
     */
    public static void findPairs(
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
            int norm,
            int write) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int query = begin + t;
            if (query < sizes[0]) {
                int start = starts[query];
                int count = 0;
                double enough = least[query];
                int last = to[query];
                for (int slot = from[query]; slot < last; slot++) {
                    if (values[slot] >= enough) {
                        double sum = 0.0;
                        for (int dim = 0; dim < dims; dim++) {
                            sum = Norms.add(norm, sum, queries[query * dims + dim] - points[slot * dims + dim], 1.0);
                        }
                        if (sum <= limits[0]) {
                            if (write == 1) {
                                found[start + count] = slot;
                            }
                            count++;
                        }
                    }
                }
                if (write == 0) {
                    starts[query] = count;
                }
            }
        }
    }
}
