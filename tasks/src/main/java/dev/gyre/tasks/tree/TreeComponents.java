package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * The rounds of Borůvka's algorithm around {@link TreeOthers}: which edge is the least of each component, which components it joins, and how
 * far each has to search next.
 *
 * <p>No two items write the same element, so that results do not depend on the order of items. The slots of a component are found side by
 * side in an order by label. A level of parts has, for each position of that order, the label and the candidate of its component so far; a
 * tile of {@link #TILE} parts leaves two to the next level, those of the components at its ends, which may go on in other tiles. The last
 * level is one tile.
 */
public final class TreeComponents {

    /** The kind of a choice by the value alone, beside {@link TreeOthers#NEAREST} and {@link TreeOthers#MUTUAL}. */
    public static final int BOUND = 3;

    /** Parts of a tile: 64 and 128 took the same (H100, 2 million points). */
    public static final int TILE = 64;

    /** Slots of an item of {@link #countRoots}: few enough for as many items as a GPU runs at once. Not measured against others. */
    public static final int COUNTED = 64;

    /** Levels of nodes of a stage of {@link #labelNodes} above the leaves: three stages for a million leaves. Not measured against others. */
    public static final int LEVELS = 6;

    /** Labels that an item of {@link #followLabels} follows: so many that two runs reach the root from each of 16 million slots. */
    public static final int HOPS = 4096;

    /** In the sizes of a level of parts: the first part. */
    public static final int FIRST = 0;

    /** In the sizes of a level of parts: the number of parts. */
    public static final int COUNT = 1;

    /** In the sizes of a level of parts: the first part of the next level, or {@link #NONE}. */
    public static final int NEXT = 2;

    /** Length of the sizes of a level. */
    public static final int SIZES = 3;

    /** Stands for no slot, no edge and no level. */
    public static final int NONE = -1;

    private TreeComponents() {}

    /**
     * Begins with each slot alone; an item is a slot.
     *
     * @param parameters in: {@link TreeParameters}
     * @param limits in: the largest key of a neighbor
     * @param labels out: for each slot the root of its component, one of its slots
     * @param keys out: -1, as nothing is known
     * @param found out: {@link #NONE}
     * @param bounds out: for each root that largest key
     * @param from out: {@link #NONE}
     */
    public static void beginComponents(
            int begin,
            int end,
            int[] parameters,
            double[] limits,
            int[] labels,
            double[] keys,
            int[] found,
            double[] bounds,
            int[] from) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                labels[item] = item;
                keys[item] = -1.0;
                found[item] = NONE;
                bounds[item] = limits[0];
                from[item] = NONE;
            }
        }
    }

    /**
     * Lists the slots whose neighbor is in another component; an item is a position in the order.
     *
     * @param order in: the slots by label
     * @param labels in: for each slot the root of its component
     * @param found in: for each slot its neighbor, or {@link #NONE}
     * @param parameters in: {@link TreeParameters}
     * @param best out: {@link #NONE} for each slot
     * @param parts out: the first level: label and slot of each position, or {@link #NONE} for a slot without such a neighbor
     */
    public static void listEdges(
            int begin, int end, int[] order, int[] labels, int[] found, int[] parameters, int[] best, int[] parts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int slot = order[item];
                best[item] = NONE;
                parts[2 * item] = labels[slot];
                parts[2 * item + 1] = isOutside(slot, labels, found) == 1 ? slot : NONE;
            }
        }
    }

    /**
     * Finds for each slot an upper bound of the least edge of its component: the key of its neighbor in another one, or of the slot before or
     * after it in the tree; an item is a position in the order.
     *
     * @param order in: the slots by label
     * @param labels in: for each slot the root of its component
     * @param found in: for each slot its neighbor, or {@link #NONE}
     * @param keys in: the key of the neighbor
     * @param points in: for each slot its coordinates
     * @param cores in: for each slot the key of its core distance; any array unless mutual
     * @param parameters in: {@link TreeParameters}
     * @param values out: for each slot the bound
     * @param best out: {@link #NONE} for each slot
     * @param parts out: the first level: label and slot of each position, or {@link #NONE} for a slot without a bound
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param kind {@link TreeOthers#NEAREST} or {@link TreeOthers#MUTUAL}
     * @param norm code of the norm, not a power
     */
    public static void listBounds(
            int begin,
            int end,
            int[] order,
            int[] labels,
            int[] found,
            double[] keys,
            double[] points,
            double[] cores,
            int[] parameters,
            double[] values,
            int[] best,
            int[] parts,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int size = parameters[TreeParameters.SIZE];
            if (item < size) {
                int slot = order[item];
                int label = labels[slot];
                double value = Double.MAX_VALUE;
                if (isOutside(slot, labels, found) == 1) {
                    value = keys[slot];
                }
                int before = Math.max(slot - 1, 0);
                int after = Math.min(slot + 1, size - 1);
                int outsideBefore = labels[before] == label ? 0 : 1;
                int outsideAfter = labels[after] == label ? 0 : 1;
                if (outsideBefore + outsideAfter > 0) {
                    double[] point = new double[TreeParameters.MAX_DIMENSIONS];
                    for (int dim = 0; dim < dims; dim++) {
                        point[dim] = points[slot * dims + dim];
                    }
                    if (outsideBefore == 1) {
                        double key = TreeNodes.toEntry(point, points, before, 1.0, dims, 1, norm);
                        if (kind == TreeOthers.MUTUAL) {
                            key = Math.max(key, Math.max(cores[slot], cores[before]));
                        }
                        value = Math.min(value, key);
                    }
                    if (outsideAfter == 1) {
                        double key = TreeNodes.toEntry(point, points, after, 1.0, dims, 1, norm);
                        if (kind == TreeOthers.MUTUAL) {
                            key = Math.max(key, Math.max(cores[slot], cores[after]));
                        }
                        value = Math.min(value, key);
                    }
                }
                values[slot] = value;
                best[item] = NONE;
                parts[2 * item] = label;
                parts[2 * item + 1] = value < Double.MAX_VALUE ? slot : NONE;
            }
        }
    }

    /**
     * Chooses the best candidate of each component; an item is a tile of parts of a level.
     *
     * @param parts in, out: the levels
     * @param level in: the sizes of this level
     * @param best out: at the label of each component whose parts end here, its best candidate, or {@link #NONE}
     * @param values in: for each slot the key of its edge, or its bound
     * @param found in: for each slot its neighbor; unused by the value alone
     * @param rows in: for each slot its row; unused by the value alone
     * @param points in: for each slot its coordinates; only used if mutual
     * @param dims number of dimensions, at most {@link TreeParameters#MAX_DIMENSIONS}
     * @param kind {@link TreeOthers#NEAREST}, {@link TreeOthers#MUTUAL} or {@link #BOUND}
     * @param norm code of the norm, not a power
     */
    public static void chooseBest(
            int begin,
            int end,
            int[] parts,
            int[] level,
            int[] best,
            double[] values,
            int[] found,
            int[] rows,
            double[] points,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int first = level[FIRST] + item * TILE;
            int last = Math.min(first + TILE, level[FIRST] + level[COUNT]);
            if (first < last) {
                int next = level[NEXT];
                int own = next < 0 ? -1 : next + 2 * item;
                int label = parts[2 * first];
                int chosen = parts[2 * first + 1];
                int segments = 0;
                for (int part = first + 1; part <= last; part++) {
                    int isLast = part == last ? 1 : 0;
                    int at = 2 * (isLast == 1 ? first : part);
                    int other = parts[at];
                    int candidate = parts[at + 1];
                    int ends = other == label ? isLast : 1;
                    if (ends == 1) {
                        // The components at both ends of the tile may go on in others.
                        int isOpen = own < 0 ? 0 : Math.max(isLast, segments == 0 ? 1 : 0);
                        if (isOpen == 0) {
                            if (label >= 0) {
                                best[label] = chosen;
                            }
                        } else {
                            int to = 2 * (own + (segments == 0 ? 0 : 1));
                            parts[to] = label;
                            parts[to + 1] = chosen;
                        }
                        segments++;
                        if (isLast == 0) {
                            label = other;
                            chosen = candidate;
                        }
                    } else {
                        if (isBetter(candidate, chosen, values, found, rows, points, dims, kind, norm) == 1) {
                            chosen = candidate;
                        }
                    }
                }
                if (own >= 0) {
                    if (segments == 1) {
                        parts[2 * own + 2] = label;
                        parts[2 * own + 3] = NONE;
                    }
                }
            }
        }
    }

    /**
     * Joins each component to that of its best edge, and notes the edge; of two that chose the same edge, the one with the smaller root stays.
     * An item is a slot, and works if it is the root of a component with an edge.
     *
     * @param best in: for each root the slot of the least edge of its component; {@link #NONE} for all other slots
     * @param found in: for each slot its neighbor
     * @param keys in: the key of the neighbor
     * @param parameters in: {@link TreeParameters}
     * @param labels in, out: for each slot the root of its component; of a root that ends now, a slot of the other one
     * @param from out: for a root that ends, a slot of its edge
     * @param to out: the other slot
     * @param edgeKeys out: the key of the edge
     */
    public static void hookRoots(
            int begin,
            int end,
            int[] best,
            int[] found,
            double[] keys,
            int[] parameters,
            int[] labels,
            int[] from,
            int[] to,
            double[] edgeKeys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int slot = best[item];
                if (slot >= 0) {
                    int other = found[slot];
                    // Only roots get another label here.
                    int root = best[other] >= 0 ? other : labels[other];
                    int isSame = best[root] == other ? 1 : 0;
                    isSame = found[other] == slot ? isSame : 0;
                    int stays = item < root ? isSame : 0;
                    if (stays == 0) {
                        labels[item] = root;
                        from[item] = slot;
                        to[item] = other;
                        edgeKeys[item] = keys[slot];
                    }
                }
            }
        }
    }

    /**
     * Gives each slot the label of its label, and so on, up to {@link #HOPS} times; an item is a slot. Several runs reach the root from
     * everywhere, whatever items see of each other's work.
     *
     * @param labels in, out: for each slot a slot nearer to the root, which has its own number; or {@link TreeOthers#NONE}
     * @param parameters in: {@link TreeParameters}
     */
    public static void followLabels(int begin, int end, int[] labels, int[] parameters) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                int at = labels[item];
                int next = labels[Math.max(at, 0)];
                next = at < 0 ? at : next;
                int hops = 0;
                while (next != at) {
                    at = next;
                    hops++;
                    next = hops < HOPS ? labels[at] : at;
                }
                labels[item] = at;
            }
        }
    }

    /**
     * Sets the bounds of components; an item is a slot, and works if it is a root.
     *
     * @param labels in: for each slot the root of its component
     * @param best in: for each root the slot with the least bound of its component, or {@link #NONE}
     * @param values in: for each slot its bound
     * @param parameters in: {@link TreeParameters}
     * @param bounds out: for each root the bound of its component
     */
    public static void boundRoots(
            int begin, int end, int[] labels, int[] best, double[] values, int[] parameters, double[] bounds) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                if (labels[item] == item) {
                    int slot = best[item];
                    double value = values[Math.max(slot, 0)];
                    bounds[item] = slot < 0 ? Double.MAX_VALUE : value;
                }
            }
        }
    }

    /**
     * Labels the nodes of some levels of a binary tree from the bottom up; an item is a node of the highest one, with all nodes below it on
     * these levels.
     *
     * @param parameters in: {@link TreeParameters}
     * @param levels in: the lowest level, and the highest one, which may be above the root
     * @param labels in, out: for each slot its number; for each node the least one of its slots, or as in {@link TreeOthers}
     * @param least 1 for the least number; 0 for the root of the component, or {@link TreeOthers#NONE}
     */
    public static void labelNodes(int begin, int end, int[] parameters, int[] levels, int[] labels, int least) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int lowest = levels[0];
            int highest = Math.min(levels[1], parameters[TreeParameters.LEVELS]);
            if (lowest <= highest) {
                if (item < parameters[TreeParameters.COUNTS + highest]) {
                    int span = 1 << (highest - lowest);
                    for (int level = lowest; level <= highest; level++) {
                        int start = parameters[TreeParameters.STARTS + level];
                        int below = parameters[TreeParameters.STARTS + level - 1];
                        int children = level == 1 ? parameters[TreeParameters.LEAF_SIZE] : 2;
                        int most = below + parameters[TreeParameters.COUNTS + level - 1];
                        for (int node = item * span; node < (item + 1) * span; node++) {
                            int from = below + node * children;
                            int to = Math.min(from + children, most);
                            int label = least == 1 ? TreeFold.NONE : TreeOthers.NONE;
                            for (int child = from; child < to; child++) {
                                if (least == 1) {
                                    label = Math.min(label, labels[child]);
                                } else {
                                    label = joined(label, labels[child]);
                                }
                            }
                            labels[start + node] = label;
                        }
                        span = span / 2;
                    }
                }
            }
        }
    }

    /**
     * Counts the roots; an item has every so many slots as there are items, so that neighboring items read neighboring slots.
     *
     * @param labels in: for each slot the root of its component
     * @param parameters in: {@link TreeParameters}
     * @param counts out: how many of the slots of each item are roots; one element for {@link #COUNTED} slots
     */
    public static void countRoots(int begin, int end, int[] labels, int[] parameters, int[] counts) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int size = parameters[TreeParameters.SIZE];
            int items = (size + COUNTED - 1) / COUNTED;
            if (item < items) {
                int count = 0;
                for (int slot = item; slot < size; slot += items) {
                    count += labels[slot] == slot ? 1 : 0;
                }
                counts[item] = count;
            }
        }
    }

    private static int joined(int label, int other) {
        int either = label == TreeOthers.NONE ? other : TreeOthers.SEVERAL;
        int isKept = other == TreeOthers.NONE ? 1 : 0;
        isKept = label == other ? 1 : isKept;
        return isKept == 1 ? label : either;
    }

    /** Returns 1 if the neighbor of a slot is in another component, else 0. Computed without conditions, as {@link TreeOthers#asks}. */
    static int isOutside(int slot, int[] labels, int[] found) {
        int neighbor = found[slot];
        int isThere = neighbor < 0 ? 0 : 1;
        int isOther = labels[Math.max(neighbor, 0)] == labels[slot] ? 0 : 1;
        return isThere * isOther;
    }

    /** Returns 1 if the edge, or bound, of a slot is less than that of another one, either of which may be missing; else 0. */
    private static int isBetter(
            int slot,
            int other,
            double[] values,
            int[] found,
            int[] rows,
            double[] points,
            int dims,
            int kind,
            int norm) {
        int isThere = slot < 0 ? 0 : 1;
        int isAlone = other < 0 ? 1 : 0;
        int one = Math.max(slot, 0);
        int two = Math.max(other, 0);
        double value = values[one];
        double otherValue = values[two];
        int isLess = value < otherValue ? 1 : 0;
        if (kind != BOUND) {
            if (value == otherValue) {
                isLess = isLessEdge(one, two, found, rows, points, dims, kind, norm);
            }
        }
        return isThere * Math.max(isAlone, isLess);
    }

    /** Compares two edges of one key: by distance, if mutual, then by the lesser row, then by the larger one. */
    private static int isLessEdge(
            int one, int two, int[] found, int[] rows, double[] points, int dims, int kind, int norm) {
        int end = rows[Math.max(found[one], 0)];
        int otherEnd = rows[Math.max(found[two], 0)];
        int low = Math.min(rows[one], end);
        int otherLow = Math.min(rows[two], otherEnd);
        int high = Math.max(rows[one], end);
        int otherHigh = Math.max(rows[two], otherEnd);
        int isSame = low == otherLow ? 1 : 0;
        int isLess = (low < otherLow ? 1 : 0) + isSame * (high < otherHigh ? 1 : 0);
        if (kind == TreeOthers.MUTUAL) {
            double[] point = new double[TreeParameters.MAX_DIMENSIONS];
            for (int dim = 0; dim < dims; dim++) {
                point[dim] = points[one * dims + dim];
            }
            double distance = TreeNodes.toEntry(point, points, Math.max(found[one], 0), 1.0, dims, 1, norm);
            for (int dim = 0; dim < dims; dim++) {
                point[dim] = points[two * dims + dim];
            }
            double otherDistance = TreeNodes.toEntry(point, points, Math.max(found[two], 0), 1.0, dims, 1, norm);
            isLess = distance == otherDistance ? isLess : distance < otherDistance ? 1 : 0;
        }
        return isLess;
    }
}
