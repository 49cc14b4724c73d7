package dev.gyre.tasks.topk;

import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The points near each query that reach a bound, counted or written: a join whose results vary in size. */
public final class PairMatches {

    private PairMatches() {}

    /**
     * Goes through the list of each query, the points of the cell that it lies in; an item is a query.
     *
     * @param queries in: items x dims coordinates, row-major
     * @param from in: for each item the first point of its list
     * @param to in: for each item the place after the last point of its list
     * @param least in: for each item the least value of a point that is enough
     * @param points in: the points of all lists, places x dims coordinates, row-major
     * @param values in: for each place the value of its point
     * @param limits in: the largest key of a pair
     * @param sizes in: the number of queries, as items beyond them do nothing
     * @param starts out where matches are counted: for each item their number; in where they are written: where they go
     * @param found out where matches are written: their places
     * @param dims number of dimensions
     * @param norm code of the norm of the distance, none of a power
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
                for (int place = from[query]; place < last; place++) {
                    if (values[place] >= enough) {
                        double sum = 0.0;
                        for (int dim = 0; dim < dims; dim++) {
                            sum = Norms.add(norm, sum, queries[query * dims + dim] - points[place * dims + dim], 1.0);
                        }
                        if (sum <= limits[0]) {
                            if (write == 1) {
                                found[start + count] = place;
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
