package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The components of core points, which are the clusters of DBSCAN, around {@link TreeOthers} and {@link TreeComponents}.
 *
 * <p>A component joins another one whose root is smaller, the least one that any of its slots has found. Of components that are near each
 * other, the one with the largest root always joins one, so that rounds end. No two items write the same element.
 */
public final class TreeClusters {

    /**
     * Slots of a block of {@link #uniteBlocks}, which takes 1.3 ms for 2 million points and saves four rounds of eight where ten rows are near
     * each (H100). Not measured against others.
     */
    public static final int BLOCK = 64;

    private TreeClusters() {}

    /**
     * Begins with each core slot alone, or with those of a node whose points are all near each other; an item is a slot.
     *
     * @param counts in: for each slot the rows near it
     * @param small in: for each node, the root first, 1 if all its points are near each other
     * @param parameters in: {@link TreeParameters}; {@link TreeParameters#CAPACITY} is the rows near a core slot
     * @param labels out: for each core slot the root of its component, one of its slots; {@link TreeOthers#NONE} for others
     */
    public static void beginCores(int begin, int end, int[] counts, int[] small, int[] parameters, int[] labels) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int least = parameters[TreeParameters.CAPACITY];
                int label = counts[item] < least ? TreeOthers.NONE : item;
                if (label >= 0) {
                    int leaves = parameters[TreeParameters.COUNTS + 1];
                    int leafSize = parameters[TreeParameters.LEAF_SIZE];
                    int node = leaves + item / leafSize;
                    if (small[node - 1] == 1) {
                        int above = node / 2;
                        int climbs = small[Math.max(above - 1, 0)];
                        while (above * climbs > 0) {
                            node = above;
                            above = node / 2;
                            climbs = small[Math.max(above - 1, 0)];
                        }
                        while (node < leaves) {
                            node = 2 * node;
                        }
                        // The first core slot of the node: this one at the latest.
                        label = (node - leaves) * leafSize;
                        while (counts[label] < least) {
                            label++;
                        }
                    }
                }
                labels[item] = label;
            }
        }
    }

    /**
     * Unites core slots that are near each other and whose roots are in the same block; an item is a block. Slots follow each other in the
     * tree, so that most of a dense block is one component then.
     *
     * @param points in: for each slot its coordinates
     * @param parameters in: {@link TreeParameters}
     * @param limits in: the largest key of slots that are near each other
     * @param labels in, out: for each core slot a slot nearer to the root, or the root; {@link TreeOthers#NONE} for others
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param norm code of the norm of the distance
     */
    public static void uniteBlocks(
            int begin, int end, double[] points, int[] parameters, double[] limits, int[] labels, int dims, int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int from = (begin + t) * BLOCK;
            int to = Math.min(from + BLOCK, parameters[TreeParameters.SIZE]);
            double[] point = new double[TreeParameters.MAX_DIMENSIONS];
            for (int slot = from; slot < to; slot++) {
                int root = labels[slot];
                if (root >= from) {
                    for (int dim = 0; dim < dims; dim++) {
                        point[dim] = points[slot * dims + dim];
                    }
                    root = rootOf(root, labels);
                    for (int before = from; before < slot; before++) {
                        int other = labels[before];
                        if (other >= from) {
                            other = rootOf(other, labels);
                            if (other != root) {
                                double key = TreeNodes.toEntry(point, points, before, 1.0, dims, 1, norm);
                                if (key <= limits[0]) {
                                    int low = Math.min(root, other);
                                    labels[Math.max(root, other)] = low;
                                    root = low;
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static int rootOf(int slot, int[] labels) {
        int root = slot;
        int next = labels[root];
        while (next != root) {
            root = next;
            next = labels[root];
        }
        return root;
    }

    /**
     * Lists for each slot the root of the component that it has found; an item is a position in the order.
     *
     * @param order in: the slots by label
     * @param labels in: for each slot the root of its component, or {@link TreeOthers#NONE}
     * @param found in: for each slot its neighbor, or {@link TreeComponents#NONE}
     * @param parameters in: {@link TreeParameters}
     * @param values out: for each slot that root
     * @param best out: {@link TreeComponents#NONE} for each slot
     * @param parts out: the first level: label and slot of each position, or {@link TreeComponents#NONE} for a slot that has found none
     */
    public static void listNeighbors(
            int begin,
            int end,
            int[] order,
            int[] labels,
            int[] found,
            int[] parameters,
            double[] values,
            int[] best,
            int[] parts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int slot = order[item];
                int label = labels[slot];
                int isMember = label < 0 ? 0 : 1;
                int isFound = isMember * TreeComponents.isOutside(slot, labels, found);
                values[slot] = labels[Math.max(found[slot], 0)];
                best[item] = TreeComponents.NONE;
                parts[2 * item] = label;
                parts[2 * item + 1] = isFound == 1 ? slot : TreeComponents.NONE;
            }
        }
    }

    /**
     * Joins each component to the least one that it has found, if that is smaller. An item is a slot, and works if it is the root of a
     * component that has found one.
     *
     * @param best in: for each root the slot that has found the least root; {@link TreeComponents#NONE} for all other slots
     * @param values in: for each slot the root that it has found
     * @param parameters in: {@link TreeParameters}
     * @param labels in, out: for each slot the root of its component
     */
    public static void joinRoots(int begin, int end, int[] best, double[] values, int[] parameters, int[] labels) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int slot = best[item];
                if (slot >= 0) {
                    int other = (int) values[slot];
                    labels[item] = Math.min(item, other);
                }
            }
        }
    }

    /**
     * Lists the rows of core slots; an item is a position in the order.
     *
     * @param order in: the slots by label
     * @param labels in: for each slot the root of its component, or {@link TreeOthers#NONE}
     * @param rows in: for each slot its least row
     * @param parameters in: {@link TreeParameters}
     * @param values out: for each slot its row
     * @param best out: {@link TreeComponents#NONE} for each slot
     * @param parts out: the first level: label and slot of each position
     */
    public static void listRows(
            int begin,
            int end,
            int[] order,
            int[] labels,
            int[] rows,
            int[] parameters,
            double[] values,
            int[] best,
            int[] parts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int slot = order[item];
                values[slot] = rows[slot];
                best[item] = TreeComponents.NONE;
                parts[2 * item] = labels[slot];
                parts[2 * item + 1] = slot;
            }
        }
    }

    /**
     * Writes the least row of the component of each core slot; an item is a slot.
     *
     * @param labels in: for each slot the root of its component, or {@link TreeOthers#NONE}
     * @param best in: for each root the slot of the least row of its component
     * @param rows in: for each slot its least row
     * @param parameters in: {@link TreeParameters}
     * @param numbers out: for each slot that row, or {@link TreeFold#NONE}
     */
    public static void numberCores(
            int begin, int end, int[] labels, int[] best, int[] rows, int[] parameters, int[] numbers) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int label = labels[item];
                int slot = Math.max(best[Math.max(label, 0)], 0);
                int row = rows[slot];
                numbers[item] = label < 0 ? TreeFold.NONE : row;
            }
        }
    }
}
