package dev.gyre.tasks.rtree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the least row below each node of a level, from the least rows of the level below. */
public final class LeastRows {

    private LeastRows() {}

    /**
     * Finds the least row of each node's children; an item is a node of {@link RTreeParameters#LEVEL}.
     *
     * @param begin first node, counted from the first one of its level
     * @param end after the last node; beyond the level, items do nothing
     * @param ids in: the row of each slot
     * @param parameters in: {@link RTreeParameters}
     * @param least in, out: the least row of each node of all levels, from the first node above the entries
     */
    public static void joinRows(int begin, int end, int[] ids, int[] parameters, int[] least) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int level = parameters[RTreeParameters.LEVEL];
            int size = parameters[RTreeParameters.SIZE];
            int first = parameters[RTreeParameters.STARTS + level];
            if (item < parameters[RTreeParameters.STARTS + level + 1] - first) {
                int nodeSize = parameters[RTreeParameters.NODE_SIZE];
                int from = parameters[RTreeParameters.STARTS + level - 1] + item * nodeSize;
                int to = Math.min(from + nodeSize, first);
                int found = Integer.MAX_VALUE;
                for (int child = from; child < to; child++) {
                    int row = 0;
                    if (level == 1) {
                        row = ids[child];
                    } else {
                        row = least[child - size];
                    }
                    found = Math.min(found, row);
                }
                least[first - size + item] = found;
            }
        }
    }
}
