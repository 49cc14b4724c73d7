package dev.gyre.tasks.topk;

import dev.gyre.tasks.common.Norms;

/** Goes through the list of a query: the points of the cell that it lies in. */
final class PairWalk {

    private PairWalk() {}

    /**
     * Counts the points of a query's list that are within the distance and have a value that is enough, and writes their places.
     *
     * @param writes 1 to write to {@code found} from {@code start} on, 0 to count alone
     */
    static int walk(
            double[] queries,
            int query,
            int[] from,
            int[] to,
            double[] least,
            double[] points,
            double[] values,
            double[] limits,
            int[] found,
            int start,
            int writes,
            int dims,
            int norm) {
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
                    if (writes == 1) {
                        found[start + count] = place;
                    }
                    count++;
                }
            }
        }
        return count;
    }
}
