package dev.gyre.tasks.rtree;

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
        for (int i = 0; i < 2 * dims; i++) {
            box[i] = queries[2 * query * dims + i];
        }
        int levels = parameters[RTreeParameters.LEVELS];
        int nodeSize = parameters[RTreeParameters.NODE_SIZE];
        int level = levels;
        int node = 0;
        int count = 0;
        while (level <= levels) {
            int at = 2 * (parameters[RTreeParameters.STARTS + level] + node) * dims;
            int down = 0;
            if (toNode(box, tree, at, dims, relation, norm) <= limit) {
                double outside = toWhole(box, tree, at, dims, relation);
                down = 1;
                if (level == 1) {
                    down = 0;
                }
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
                            matches = toEntry(box, tree, 2 * slot * dims, dims, relation, norm) <= limit ? 1 : 0;
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

    /** Above the limit where no entry in a node's box can match; for windows the limit is 0. */
    private static double toNode(double[] query, double[] tree, int at, int dims, int relation, int norm) {
        double far = 0.0;
        if (relation == BoxRelations.WITHIN_DISTANCE) {
            far = BoxRelations.key(query, 0, tree, at, dims, norm);
        } else {
            if (relation == BoxRelations.WITHIN) {
                far = outside(query, 0, tree, at, dims);
            } else {
                far = gap(query, tree, at, dims);
            }
        }
        return far;
    }

    /** Above the limit where an entry does not match. */
    private static double toEntry(double[] query, double[] tree, int at, int dims, int relation, int norm) {
        double far = 0.0;
        if (relation == BoxRelations.CONTAINS) {
            far = outside(tree, at, query, 0, dims);
        } else {
            far = toNode(query, tree, at, dims, relation, norm);
        }
        return far;
    }

    /** Not above 0 where all entries in a node's box match. */
    private static double toWhole(double[] query, double[] tree, int at, int dims, int relation) {
        double far = 1.0;
        if (relation != BoxRelations.WITHIN) {
            far = outside(tree, at, query, 0, dims);
        }
        return far;
    }

    /** The widest gap between two boxes; not above 0 where they intersect. */
    private static double gap(double[] query, double[] tree, int at, int dims) {
        double widest = Math.max(query[0] - tree[at + dims], tree[at] - query[dims]);
        for (int dim = 1; dim < dims; dim++) {
            double own = Math.max(query[dim] - tree[at + dims + dim], tree[at + dim] - query[dims + dim]);
            widest = Math.max(widest, own);
        }
        return widest;
    }

    /** How far a box reaches out of another one; not above 0 where it lies within it. */
    private static double outside(double[] a, int atA, double[] b, int atB, int dims) {
        double farthest = Math.max(b[atB] - a[atA], a[atA + dims] - b[atB + dims]);
        for (int dim = 1; dim < dims; dim++) {
            double own = Math.max(b[atB + dim] - a[atA + dim], a[atA + dims + dim] - b[atB + dims + dim]);
            farthest = Math.max(farthest, own);
        }
        return farthest;
    }
}
