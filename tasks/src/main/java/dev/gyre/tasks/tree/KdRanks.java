package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Keeps a finished order of places, and the rank of each place in it. */
public final class KdRanks {

    private KdRanks() {}

    /**
     * Keeps each rank; an item is a rank.
     *
     * @param sorted in: the places in an order
     * @param parameters in: {@link KdParameters}
     * @param orders out: orders x stride places; only order {@link KdParameters#ORDER} is written
     * @param ranks out: orders x stride ranks; only the ranks of the same order are written
     */
    public static void keepOrder(int begin, int end, int[] sorted, int[] parameters, int[] orders, int[] ranks) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int rank = begin + t;
            if (rank < parameters[KdParameters.SIZE]) {
                int start = parameters[KdParameters.ORDER] * parameters[KdParameters.STRIDE];
                orders[start + rank] = sorted[rank];
                ranks[start + sorted[rank]] = rank;
            }
        }
    }
}
