package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Finds for the points of a kd-tree the nearest point of another component, as Borůvka's algorithm for spanning trees asks for in each
 * round. Nodes whose points all belong to the component of the query are skipped, whatever their distance.
 *
 * <p>Neighbors are ordered by (key, distance, row). The key is that of the distance or, in {@link #MUTUAL} searches, the largest of that key
 * and the core distances of both points; the distance then decides between equal keys. So a search begins in the leaf of its own slot and
 * climbs up to the root, as in {@link TreeNearest}, and a box that is as far as the best neighbor so far is searched only if its least row is
 * smaller.
 *
 * <p>A neighbor stays the best one while its component grows, until that is the query's own. So only slots search whose neighbor is gone, and
 * only if what they know does not exceed what their component already has.
 */
public final class TreeOthers {

    /** Finds the nearest point. */
    public static final int NEAREST = 0;

    /** Finds the nearest point by mutual reachability. */
    public static final int MUTUAL = 1;

    /** Finds any point, the first one on the way. */
    public static final int ANY = 2;

    /** The label of a slot that is in no component, and of a node without any slot that is in one. */
    public static final int NONE = -1;

    /** The label of a node with slots of several components. */
    public static final int SEVERAL = -2;

    private TreeOthers() {}

    /**
     * Finds neighbors; an item is a slot. It searches if its neighbor is now in its own component, and its key is at most the bound of the
     * component; and without a neighbor if its key is below that bound. All other items leave their elements as they are.
     *
     * @param points in: for each slot its coordinates
     * @param boxes in: the boxes of the nodes
     * @param rows in: the row of each slot, the least row of each node
     * @param labels in: for each slot its component, the number of a slot in it, or {@link #NONE}; then for each node the one component of all
     *     its slots that are in any, or {@link #SEVERAL} or {@link #NONE}
     * @param cores in: for each slot the key of its core distance, for each node the least one; any array unless mutual
     * @param bounds in: for each component, at its number, the largest key of a neighbor
     * @param parameters in: {@link TreeParameters}
     * @param keys in, out: the key of the neighbor; without one, a key up to which there is none
     * @param found in, out: the slot of the neighbor, or -1
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param kind {@link #NEAREST}, {@link #MUTUAL} or {@link #ANY}
     * @param norm code of the norm, not a power
     */
    public static void findOthers(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] rows,
            int[] labels,
            double[] cores,
            double[] bounds,
            int[] parameters,
            double[] keys,
            int[] found,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                if (asks(item, labels, bounds, keys, found) == 1) {
                    double[] query = new double[TreeParameters.MAX_DIMENSIONS];
                    for (int dim = 0; dim < dims; dim++) {
                        query[dim] = points[item * dims + dim];
                    }
                    int label = labels[item];
                    double core = kind == MUTUAL ? cores[item] : 0.0;
                    double worst = bounds[label];
                    double distance = Double.MAX_VALUE;
                    int best = -1;
                    int bestRow = Integer.MAX_VALUE;
                    int size = parameters[TreeParameters.SIZE];
                    int leafSize = parameters[TreeParameters.LEAF_SIZE];
                    int leaves = parameters[TreeParameters.COUNTS + 1];
                    int edge = leaves + item / leafSize;
                    int top = edge;
                    while (edge > 0) {
                        int node = top;
                        while (node > 0) {
                            int near = 0;
                            int group = labels[size + node - 1];
                            if (group != label) {
                                if (group != NONE) {
                                    double far =
                                            TreeNodes.toBox(query, boxes, 2 * (node - 1) * dims, 1.0, dims, 1, norm);
                                    double key = Math.max(far, core);
                                    if (kind == MUTUAL) {
                                        key = Math.max(key, cores[size + node - 1]);
                                    }
                                    int row = rows[size + node - 1];
                                    near = isBefore(key, far, row, worst, distance, bestRow);
                                }
                            }
                            int down = 0;
                            if (near == 1) {
                                if (node < leaves) {
                                    down = 1;
                                } else {
                                    int from = (node - leaves) * leafSize;
                                    int to = Math.min(from + leafSize, size);
                                    for (int slot = from; slot < to; slot++) {
                                        int other = labels[slot];
                                        if (other != label) {
                                            if (other != NONE) {
                                                double far = TreeNodes.toEntry(query, points, slot, 1.0, dims, 1, norm);
                                                double key = Math.max(far, core);
                                                if (kind == MUTUAL) {
                                                    key = Math.max(key, cores[slot]);
                                                }
                                                int row = rows[slot];
                                                int better = isBefore(key, far, row, worst, distance, bestRow);
                                                if (better == 1) {
                                                    worst = key;
                                                    distance = far;
                                                    best = slot;
                                                    bestRow = row;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            if (down == 1) {
                                node = 2 * node;
                            } else {
                                int climbs = Math.min(node % 2, node - top);
                                while (climbs > 0) {
                                    node = node / 2;
                                    climbs = Math.min(node % 2, node - top);
                                }
                                node = node > top ? node + 1 : 0;
                            }
                            if (kind == ANY) {
                                node = best < 0 ? node : 0;
                            }
                        }
                        top = edge % 2 == 0 ? edge + 1 : edge - 1;
                        edge = edge == 1 ? 0 : edge / 2;
                        if (kind == ANY) {
                            edge = best < 0 ? edge : 0;
                        }
                    }
                    keys[item] = worst;
                    found[item] = best;
                }
            }
        }
    }

    /** Returns 1 if a slot has to search, else 0. Computed without conditions: OpenCL would lose a jump. */
    static int asks(int slot, int[] labels, double[] bounds, double[] keys, int[] found) {
        int label = labels[slot];
        int neighbor = found[slot];
        double key = keys[slot];
        double bound = bounds[Math.max(label, 0)];
        int isMember = label < 0 ? 0 : 1;
        int isAlone = neighbor < 0 ? 1 : 0;
        int isOwn = labels[Math.max(neighbor, 0)] == label ? 1 : 0;
        int isBelow = key < bound ? 1 : 0;
        int isWithin = key <= bound ? 1 : 0;
        return isMember * (isAlone * isBelow + (1 - isAlone) * isOwn * isWithin);
    }

    /** Returns 1 if a key, a distance and a row come before others, else 0. Computed without conditions, as {@link #asks}. */
    static int isBefore(double key, double distance, int row, double otherKey, double otherDistance, int otherRow) {
        int isLess = key < otherKey ? 1 : 0;
        int isEqual = key == otherKey ? 1 : 0;
        int isNearer = distance < otherDistance ? 1 : 0;
        int isAsFar = distance == otherDistance ? 1 : 0;
        int isLower = row < otherRow ? 1 : 0;
        return isLess + isEqual * (isNearer + isAsFar * isLower);
    }
}
