package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.KeyCells;
import dev.gyre.tasks.common.Norms;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Counts the pairs of entries of two trees of points, or of one tree with itself, by the least radius that contains them. Radii ascend; a
 * pair's bin is the number of its least radius, or the number of radii if none contains it.
 *
 * <p>The bin of a key is looked up in {@link KeyCells}.
 *
 * <p>A leaf of queries walks the tree without a stack, as in {@link TreeMatches}. A node ends a path if its nearest and its farthest corner
 * have the same bin: no key of a pair is below or above these, because rounding is monotonic in every step.
 */
public final class TreePairCounts {

    /** Most radii. */
    public static final int MAX_RADII = 64;

    private TreePairCounts() {}

    /**
     * Counts the pairs of the rows of some leaves, by bins; an item is a leaf of queries. In a self-join, each pair of different rows counts
     * once: at the item of its smaller slot.
     *
     * @param queries in: the points of the slots of queries
     * @param queryBoxes in: the boxes of the nodes of queries
     * @param queryRows in: for each slot of queries the rows in all slots before it, then the number of rows
     * @param queryTree in: {@link TreeParameters} of queries; item 0 is leaf {@link TreeParameters#FIRST_QUERY}
     * @param entries in: the points of the slots
     * @param boxes in: the boxes of the nodes
     * @param rows in: for each slot the rows in all slots before it, then the number of rows
     * @param tree in: {@link TreeParameters}; {@link TreeParameters#QUERIES} is the number of items, {@link TreeParameters#CAPACITY} the
     *     number of radii, {@link TreeParameters#SELF} 1 if the queries are the entries
     * @param limits in: as in {@link KeyCells}: the largest key within each radius
     * @param cells in: the least bin of each cell
     * @param counts out: for each radius the pairs of each item that it is the least to contain
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param norm code of the norm of the distance
     */
    public static void countPairs(
            int begin,
            int end,
            double[] queries,
            double[] queryBoxes,
            int[] queryRows,
            int[] queryTree,
            double[] entries,
            double[] boxes,
            int[] rows,
            int[] tree,
            double[] limits,
            int[] cells,
            long[] counts,
            int dims,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int items = tree[TreeParameters.QUERIES];
            if (item < items) {
                int radii = tree[TreeParameters.CAPACITY];
                for (int bin = 0; bin < radii; bin++) {
                    counts[bin * items + item] = 0L;
                }
                int leaf = queryTree[TreeParameters.FIRST_QUERY] + item;
                int first = Math.min(leaf * queryTree[TreeParameters.LEAF_SIZE], queryTree[TreeParameters.SIZE]);
                int last = Math.min(first + queryTree[TreeParameters.LEAF_SIZE], queryTree[TreeParameters.SIZE]);
                double[] box = new double[2 * TreeParameters.MAX_DIMENSIONS];
                double[] point = new double[TreeParameters.MAX_DIMENSIONS];
                if (first < last) {
                    int own = TreeNodes.box(queryTree[TreeParameters.STARTS + 1] + leaf, dims, queryTree);
                    for (int bound = 0; bound < 2 * dims; bound++) {
                        box[bound] = queryBoxes[own + bound];
                    }
                }
                int size = tree[TreeParameters.SIZE];
                int leafSize = tree[TreeParameters.LEAF_SIZE];
                int places = tree[TreeParameters.COUNTS + 1] * leafSize;
                // In a self-join, slots before the leaf meet it from their side, and those of the leaf meet each other.
                int before = tree[TreeParameters.SELF] == 1 ? first : 0;
                int apart = tree[TreeParameters.SELF] == 1 ? last : 0;
                int node = first < last ? 1 : 0;
                int width = places;
                while (node > 0) {
                    int from = Math.min(node * width - places, size);
                    int to = Math.min(from + width, size);
                    // Decided: no pairs, or all in the bin.
                    int decided = 1;
                    int bin = radii;
                    if (from < to) {
                        if (to > before) {
                            decided = 0;
                            if (from >= apart) {
                                int at = 2 * (node - 1) * dims;
                                bin = KeyCells.bin(TreeNodes.toBox(box, boxes, at, 1.0, dims, 2, norm), limits, cells);
                                int high = KeyCells.bin(farthest(box, boxes, at, dims, norm), limits, cells);
                                decided = bin == high ? 1 : 0;
                            }
                        }
                    }
                    // Computed without conditions: OpenCL would lose a jump.
                    int down = (1 - decided) * Math.min(width / leafSize - 1, 1);
                    int meet = 1 - decided - down;
                    if (decided == 1) {
                        if (bin < radii) {
                            long others = rows[to] - rows[from];
                            counts[bin * items + item] += others * (queryRows[last] - queryRows[first]);
                        }
                    }
                    if (meet == 1) {
                        for (int slot = first; slot < last; slot++) {
                            long weight = queryRows[slot + 1] - queryRows[slot];
                            for (int dim = 0; dim < dims; dim++) {
                                point[dim] = queries[slot * dims + dim];
                            }
                            int other = from;
                            if (from < apart) {
                                other = slot + 1;
                                // Equal rows are in the first radius, whatever it is.
                                counts[item] += weight * (weight - 1L) / 2L;
                            }
                            while (other < to) {
                                double key = TreeNodes.toEntry(point, entries, other, 1.0, dims, 1, norm);
                                int least = KeyCells.bin(key, limits, cells);
                                if (least < radii) {
                                    counts[least * items + item] += weight * (rows[other + 1] - rows[other]);
                                }
                                other++;
                            }
                        }
                    }
                    if (down == 1) {
                        node = node * 2;
                        width = width / 2;
                    } else {
                        node++;
                        while (node % 2 == 0) {
                            node = node / 2;
                            width = width * 2;
                        }
                        node = node == 1 ? 0 : node;
                    }
                }
            }
        }
    }

    /** Returns the key of the farthest corners of two boxes from each other; no key of points in them exceeds it. */
    private static double farthest(double[] box, double[] boxes, int at, int dims, int norm) {
        double sum = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double above = boxes[at + dims + dim] - box[dim];
            double below = box[dims + dim] - boxes[at + dim];
            sum = Norms.add(norm, sum, Math.max(above, below), 1.0);
        }
        return sum;
    }
}
