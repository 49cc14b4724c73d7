package dev.gyre.tasks.rtree;

import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.Norms;

/**
 * A search through an R-tree that needs no stack: where a node can have no match, or is done, the next one follows from its number. A node
 * that lies within a query whose matches intersect it, or lie in it, is a run of matches.
 */
final class BoxWalk {

    private BoxWalk() {}

    /**
     * Counts the matches of a query and, where {@code write} is 1, notes their ids. Slots come in ascending order.
     *
     * @param queries all queries: for each dims lower and dims upper bounds
     * @param query which one
     * @param tree the boxes of all levels
     * @param ids the row of each slot
     * @param parameters {@link RTreeParameters}
     * @param limit the largest key of a match, where the relation is a distance
     * @param most matches after which no more are looked for
     * @param found where ids go, from {@code start} on
     * @param write 0 or 1: a constant, so that nothing is left of what is not asked for
     * @return the number of matches, or a number of {@code most} at least
     */
    static int walk(
            double[] queries,
            int query,
            double[] tree,
            int[] ids,
            int[] parameters,
            double limit,
            int most,
            int[] found,
            int start,
            int write,
            int dims,
            int relation,
            int norm) {
        double[] box = new double[2 * RTreeParameters.MAX_DIMENSIONS];
        // What upper bounds of matches must reach, then what lower bounds must not exceed.
        int swap = relation == BoxRelations.WITHIN ? dims : 0;
        for (int dim = 0; dim < dims; dim++) {
            box[dim] = queries[2 * query * dims + dim + swap];
            box[dims + dim] = queries[2 * query * dims + dim + dims - swap];
        }
        int levels = parameters[RTreeParameters.LEVELS];
        int nodeSize = parameters[RTreeParameters.NODE_SIZE];
        int level = levels;
        int node = 0;
        int count = 0;
        while (level <= levels) {
            int at = 2 * (parameters[RTreeParameters.STARTS + level] + node) * dims;
            int down = 0;
            if (far(box, tree, at, dims, relation, norm) <= limit) {
                double outside = relation == BoxRelations.WITHIN ? 1.0 : outside(box, tree, at, dims);
                down = level > 1 ? 1 : 0;
                if (outside <= 0.0) {
                    down = 0;
                }
                if (down == 0) {
                    int from = node;
                    int to = node + 1;
                    for (int below = 1; below <= level; below++) {
                        int first = parameters[RTreeParameters.STARTS + level - below];
                        from = from * nodeSize;
                        to = Math.min(to * nodeSize, parameters[RTreeParameters.STARTS + level - below + 1] - first);
                    }
                    for (int slot = from; slot < to; slot++) {
                        int matches = 1;
                        if (outside > 0.0) {
                            int entry = 2 * slot * dims;
                            double beyond = relation == BoxRelations.CONTAINS
                                    ? outside(box, tree, entry, dims)
                                    : far(box, tree, entry, dims, relation, norm);
                            matches = beyond <= limit ? 1 : 0;
                        }
                        if (matches == 1) {
                            if (write == 1) {
                                found[start + count] = ids[slot];
                            }
                            count++;
                        }
                    }
                }
            }
            if (down == 1) {
                level--;
                node = node * nodeSize;
            } else {
                node++;
                int climbs = isPast(parameters, level, node, nodeSize);
                while (climbs == 1) {
                    level++;
                    node = (node - 1) / nodeSize + 1;
                    climbs = level <= levels ? isPast(parameters, level, node, nodeSize) : 0;
                }
            }
            if (count >= most) {
                level = levels + 1;
            }
        }
        return count;
    }

    /** 1 where a number is not that of one of its node's next children, but follows the last of them; else 0. */
    private static int isPast(int[] parameters, int level, int node, int nodeSize) {
        int count = parameters[RTreeParameters.STARTS + level + 1] - parameters[RTreeParameters.STARTS + level];
        int past = node < count ? 0 : 1;
        int first = node % nodeSize == 0 ? 1 : 0;
        return past | first;
    }

    /** The key of the distance of two boxes, or the widest gap between what a query asks for and a box; above the limit: no match. */
    private static double far(double[] query, double[] tree, int at, int dims, int relation, int norm) {
        double far = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = query[dim] - tree[at + dims + dim];
            double above = tree[at + dim] - query[dims + dim];
            double gap = Math.max(Math.max(below, above), 0.0);
            if (relation == BoxRelations.WITHIN_DISTANCE) {
                far = Norms.add(norm, far, gap, 1.0);
            } else {
                far = Math.max(far, gap);
            }
        }
        return far;
    }

    /** How far a box reaches out of a query; 0 where it lies within it. */
    private static double outside(double[] query, double[] tree, int at, int dims) {
        double farthest = 0.0;
        for (int dim = 0; dim < dims; dim++) {
            double below = query[dim] - tree[at + dim];
            double above = tree[at + dims + dim] - query[dims + dim];
            farthest = Math.max(farthest, Math.max(below, above));
        }
        return farthest;
    }
}
