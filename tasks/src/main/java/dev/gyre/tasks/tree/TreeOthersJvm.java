package dev.gyre.tasks.tree;

import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.SquareSums;

/**
 * {@link TreeOthers} for the JVM. Below the way up, the nearer child of a node comes first, and Euclidean sums over two and three dimensions
 * are written out. Searches for any point run {@link TreeOthers}, since the order decides which one is found.
 */
public final class TreeOthersJvm {

    /** What a search has reached: the core distance of its slot, key and distance of the best neighbor. */
    private static final int REACHED = 3;

    private static final int CORE = 0;
    private static final int WORST = 1;
    private static final int DISTANCE = 2;

    private TreeOthersJvm() {}

    /** Shapes and result are as in {@link TreeOthers#findOthers}. */
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
        if (kind == TreeOthers.ANY) {
            TreeOthers.findOthers(
                    begin, end, points, boxes, rows, labels, cores, bounds, parameters, keys, found, dims, kind, norm);
            return;
        }
        double[] point = new double[dims];
        int[] nodes = new int[2 * Integer.SIZE];
        double[] fars = new double[2 * Integer.SIZE];
        double[] reached = new double[REACHED];
        double[] known = kind == TreeOthers.MUTUAL ? cores : null;
        int leafSize = parameters[TreeParameters.LEAF_SIZE];
        int leaves = parameters[TreeParameters.COUNTS + 1];
        int size = parameters[TreeParameters.SIZE];
        int last = Math.min(end, size);
        for (int slot = begin; slot < last; slot++) {
            if (TreeOthers.asks(slot, labels, bounds, keys, found) == 1) {
                System.arraycopy(points, slot * dims, point, 0, dims);
                reached[CORE] = known == null ? 0.0 : cores[slot];
                reached[WORST] = bounds[labels[slot]];
                reached[DISTANCE] = Double.MAX_VALUE;
                int best = -1;
                int edge = leaves + slot / leafSize;
                int top = edge;
                while (top > 0) {
                    nodes[0] = top;
                    int count = push(
                            0, top, labels[slot], point, boxes, rows, labels, known, size, fars, reached, best, norm);
                    while (count > 0) {
                        count--;
                        int node = nodes[count];
                        if (!isNear(fars[count], size + node - 1, rows, known, reached, best)) {
                            continue;
                        }
                        if (node >= leaves) {
                            best = scan(
                                    (node - leaves) * leafSize,
                                    Math.min((node - leaves + 1) * leafSize, size),
                                    labels[slot],
                                    point,
                                    points,
                                    rows,
                                    labels,
                                    known,
                                    reached,
                                    best,
                                    norm);
                            continue;
                        }
                        int first = count;
                        for (int child = 2 * node; child <= 2 * node + 1; child++) {
                            nodes[count] = child;
                            count = push(
                                    count,
                                    child,
                                    labels[slot],
                                    point,
                                    boxes,
                                    rows,
                                    labels,
                                    known,
                                    size,
                                    fars,
                                    reached,
                                    best,
                                    norm);
                        }
                        if (count == first + 2 && fars[first] < fars[first + 1]) {
                            nodes[first] = 2 * node + 1;
                            nodes[first + 1] = 2 * node;
                            double swap = fars[first];
                            fars[first] = fars[first + 1];
                            fars[first + 1] = swap;
                        }
                    }
                    top = edge == 1 ? 0 : edge ^ 1;
                    edge = edge / 2;
                }
                keys[slot] = reached[WORST];
                found[slot] = best;
            }
        }
    }

    /** Notes the key of a node that waits at a place; returns the number of those that wait: one less if it has no better point. */
    private static int push(
            int count,
            int node,
            int label,
            double[] point,
            double[] boxes,
            int[] rows,
            int[] labels,
            double[] cores,
            int size,
            double[] fars,
            double[] reached,
            int best,
            int norm) {
        int group = labels[size + node - 1];
        if (group == label || group == TreeOthers.NONE) {
            return count;
        }
        double far = norm == Norms.EUCLIDEAN
                ? TreeNearestJvm.toBox(point, boxes, node, point.length)
                : TreeNodes.toBox(point, boxes, 2 * (node - 1) * point.length, 1.0, point.length, 1, norm);
        fars[count] = far;
        return isNear(far, size + node - 1, rows, cores, reached, best) ? count + 1 : count;
    }

    /** Whether a node, by its number in the tree, may have a better point; without core distances, their array is null. */
    private static boolean isNear(double far, int number, int[] rows, double[] cores, double[] reached, int best) {
        double least = Math.max(far, reached[CORE]);
        least = cores == null ? least : Math.max(least, cores[number]);
        return least < reached[WORST] || least == reached[WORST] && isBefore(far, rows[number], rows, reached, best);
    }

    private static boolean isBefore(double far, int row, int[] rows, double[] reached, int best) {
        return far < reached[DISTANCE] || far == reached[DISTANCE] && row < rows[best];
    }

    /** Searches a leaf; returns the best slot so far, and notes how far it is. */
    private static int scan(
            int from,
            int to,
            int label,
            double[] point,
            double[] points,
            int[] rows,
            int[] labels,
            double[] cores,
            double[] reached,
            int before,
            int norm) {
        int best = before;
        for (int slot = from; slot < to; slot++) {
            int other = labels[slot];
            if (other == label || other == TreeOthers.NONE) {
                continue;
            }
            double far = norm == Norms.EUCLIDEAN
                    ? SquareSums.toPoint(point, points, slot, point.length)
                    : TreeNodes.toEntry(point, points, slot, 1.0, point.length, 1, norm);
            double key = Math.max(far, reached[CORE]);
            if (cores != null) {
                key = Math.max(key, cores[slot]);
            }
            if (key < reached[WORST] || key == reached[WORST] && isBefore(far, rows[slot], rows, reached, best)) {
                reached[WORST] = key;
                reached[DISTANCE] = far;
                best = slot;
            }
        }
        return best;
    }
}
