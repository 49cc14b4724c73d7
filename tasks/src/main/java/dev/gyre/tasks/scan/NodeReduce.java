package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Reduces one level of a packed tree: the children of a node are a tile of the level below. */
public final class NodeReduce {

    private NodeReduce() {}

    /**
     * Reduces the children of each node, from the first to the last; an item is a node.
     *
     * @param children in: a value for each child, none of them NaN
     * @param parameters in: {@link TileParameters}; a tile has the children of a node; the mode is one of {@link Reductions}
     * @param nodes out: for each node that has children their sum, minimum or maximum
     */
    public static void reduceNodes(int begin, int end, double[] children, int[] parameters, double[] nodes) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int node = begin + t;
            int mode = parameters[TileParameters.MODE];
            int from = TileRange.begin(parameters, node);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                double reduced = children[from];
                for (int child = from + 1; child < to; child++) {
                    reduced = Reductions.combine(mode, reduced, children[child]);
                }
                nodes[node] = reduced;
            }
        }
    }
}
