package dev.gyre.engine.fold;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.KeyCells;
import dev.gyre.tasks.common.Norms;

/**
 * Counts the pairs of points of two trees, or of one tree with itself, on the host: node against node (Gray and Moore: 'N-Body' Problems in
 * Statistical Learning, 2000). Each pair of nodes takes over the radii between its nearest and its farthest corners, and counts at once if
 * none is left. In a tree with itself, each pair of different slots is met once.
 *
 * <p>Some nodes of the left tree are items for the threads. Not safe for use by several threads.
 */
final class PairWalk {

    /** Slots of an item. */
    private static final int ITEM = 1 << 11;

    private final Side left;
    private final Side right;
    private final boolean self;
    private final RadiusBins bins;
    private final Norm norm;

    /**
     * A tree.
     *
     * @param before for each slot the rows in all slots before it, then their number; null if each slot has one row
     */
    record Side(TreeLayout layout, TreeArrays arrays, int[] before) {

        int rows(int from, int to) {
            return before == null ? to - from : before[to] - before[from];
        }

        boolean isLeaf(int node) {
            return node >= layout.leaves();
        }
    }

    PairWalk(Side left, Side right, RadiusBins bins, Norm norm) {
        this.left = left;
        this.right = right;
        this.bins = bins;
        this.norm = norm;
        self = left == right;
    }

    /** Nodes of the left tree that are items. */
    int items() {
        return Math.max(
                1, left.layout().leaves() / Math.max(1, ITEM / left.layout().nodeSize()));
    }

    /**
     * Counts all pairs.
     *
     * @return for each radius, the pairs that it is the least to contain
     */
    long[] count(Workers workers, Progress progress) {
        long[] sums = new long[bins.count()];
        int items = items();
        workers.forEachSlice(
                items,
                1,
                (begin, end) -> {
                    Part part = new Part();
                    for (int item = begin; item < end; item++) {
                        part.count(items + item);
                    }
                    synchronized (sums) {
                        for (int bin = 0; bin < sums.length; bin++) {
                            sums[bin] += part.sums[bin];
                        }
                    }
                },
                progress);
        return sums;
    }

    /** The counts of some items. */
    private final class Part {

        private final int dims = right.layout().dims();
        private final double[] limits = bins.limits();
        private final int[] cells = bins.cells();
        private final double scale = limits[KeyCells.SCALE];
        private final double[] ours = left.arrays().entries();
        private final double[] theirs = right.arrays().entries();
        private final double[] ourBoxes = left.arrays().boxes();
        private final double[] theirBoxes = right.arrays().boxes();
        private final boolean single = left.before() == null && right.before() == null;
        private final double[] keys = new double[right.layout().nodeSize()];

        /** One more for pairs beyond all radii. */
        private final long[] sums = new long[bins.count() + 1];

        void count(int top) {
            if (!self) {
                walk(top, 1, 0, bins.count());
                return;
            }
            within(top);
            // The subtrees after this one in the order of the slots.
            for (int node = top; node > 1; node /= 2) {
                if (node % 2 == 0) {
                    walk(top, node + 1, 0, bins.count());
                }
            }
        }

        private void within(int node) {
            if (left.isLeaf(node)) {
                ownLeaf(left.layout().from(node), left.layout().to(node));
            } else {
                within(2 * node);
                within(2 * node + 1);
                walk(2 * node, 2 * node + 1, 0, bins.count());
            }
        }

        private void ownLeaf(int from, int to) {
            for (int slot = from; slot < to; slot++) {
                long rows = left.rows(slot, slot + 1);
                sums[0] += rows * (rows - 1) / 2;
                point(slot, slot + 1, to, 0, bins.count());
            }
        }

        private void walk(int our, int their, int lowest, int highest) {
            int from = right.layout().from(their);
            int to = right.layout().to(their);
            int first = left.layout().from(our);
            int last = left.layout().to(our);
            if (from >= to || first >= last) {
                return;
            }
            int low = lowest;
            int high = highest;
            double near = nearest(our, their);
            while (low < high && near > limits[KeyCells.FIRST + low]) {
                low++;
            }
            if (low < high) {
                double far = farthest(our, their);
                while (low < high && far <= limits[KeyCells.FIRST + high - 1]) {
                    high--;
                }
            }
            boolean isOurLeaf = left.isLeaf(our);
            boolean isTheirLeaf = right.isLeaf(their);
            if (low == high) {
                sums[low] += (long) left.rows(first, last) * right.rows(from, to);
            } else if (isOurLeaf && isTheirLeaf) {
                for (int slot = first; slot < last; slot++) {
                    meet(slot, their, low, high);
                }
            } else if (isTheirLeaf || !isOurLeaf && last - first >= to - from) {
                walk(2 * our, their, low, high);
                walk(2 * our + 1, their, low, high);
            } else {
                walk(our, 2 * their, low, high);
                walk(our, 2 * their + 1, low, high);
            }
        }

        /** Counts the pairs of a slot with a leaf: at once if the leaf is beyond the highest radius that is in question. */
        private void meet(int slot, int their, int low, int high) {
            int at = slot * dims;
            int box = TreeLayout.box(their, dims);
            double near = 0;
            for (int dim = 0; dim < dims; dim++) {
                double below = theirBoxes[box + dim] - ours[at + dim];
                double above = ours[at + dim] - theirBoxes[box + dims + dim];
                // Sums of magnitudes replace maxima, which are several instructions each: x + |x| is 2 x or 0, halving
                // it is exact.
                near = norm.add(near, 0.5 * (below + Math.abs(below) + (above + Math.abs(above))));
            }
            int from = right.layout().from(their);
            int to = right.layout().to(their);
            if (near > limits[KeyCells.FIRST + high - 1]) {
                sums[high] += (long) left.rows(slot, slot + 1) * right.rows(from, to);
            } else {
                point(slot, from, to, low, high);
            }
        }

        private double nearest(int our, int their) {
            int a = TreeLayout.box(our, dims);
            int b = TreeLayout.box(their, dims);
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                double below = theirBoxes[b + dim] - ourBoxes[a + dims + dim];
                double above = ourBoxes[a + dim] - theirBoxes[b + dims + dim];
                key = norm.add(key, Math.max(Math.max(below, above), 0));
            }
            return key;
        }

        private double farthest(int our, int their) {
            int a = TreeLayout.box(our, dims);
            int b = TreeLayout.box(their, dims);
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                double above = theirBoxes[b + dims + dim] - ourBoxes[a + dim];
                double below = ourBoxes[a + dims + dim] - theirBoxes[b + dim];
                key = norm.add(key, Math.max(below, above));
            }
            return key;
        }

        /** Counts the pairs of a slot with some others, whose least and highest bin are known. */
        private void point(int slot, int from, int to, int low, int high) {
            int count = to - from;
            keys(slot, from, count);
            if (!single) {
                long rows = left.rows(slot, slot + 1);
                for (int i = 0; i < count; i++) {
                    sums[bin(keys[i])] += rows * right.rows(from + i, from + i + 1);
                }
            } else if (high - low == 1) {
                double limit = limits[KeyCells.FIRST + low];
                int within = 0;
                for (int i = 0; i < count; i++) {
                    within += keys[i] <= limit ? 1 : 0;
                }
                sums[low] += within;
                sums[high] += count - within;
            } else {
                tally(count);
            }
        }

        /** Counts the pairs of some keys: once each, as it is the innermost loop, from local variables. */
        private void tally(int count) {
            double[] some = keys;
            int[] least = cells;
            double[] most = limits;
            long[] counts = sums;
            double unit = scale;
            for (int i = 0; i < count; i++) {
                double key = some[i];
                int bin = least[Math.min((int) (key * unit), KeyCells.CELLS)];
                while (key > most[KeyCells.FIRST + bin]) {
                    bin++;
                }
                counts[bin]++;
            }
        }

        /** Does the same as {@link KeyCells#bin}. */
        private int bin(double key) {
            int bin = cells[Math.min((int) (key * scale), KeyCells.CELLS)];
            while (key > limits[KeyCells.FIRST + bin]) {
                bin++;
            }
            return bin;
        }

        private void keys(int slot, int from, int count) {
            int at = slot * dims;
            int other = from * dims;
            if (norm.code() == Norms.EUCLIDEAN && dims == 3) {
                double x = ours[at];
                double y = ours[at + 1];
                double z = ours[at + 2];
                for (int i = 0; i < count; i++, other += 3) {
                    double a = theirs[other] - x;
                    double b = theirs[other + 1] - y;
                    double c = theirs[other + 2] - z;
                    keys[i] = a * a + b * b + c * c;
                }
            } else if (norm.code() == Norms.EUCLIDEAN && dims == 2) {
                double x = ours[at];
                double y = ours[at + 1];
                for (int i = 0; i < count; i++, other += 2) {
                    double a = theirs[other] - x;
                    double b = theirs[other + 1] - y;
                    keys[i] = a * a + b * b;
                }
            } else {
                for (int i = 0; i < count; i++, other += dims) {
                    double key = 0;
                    for (int dim = 0; dim < dims; dim++) {
                        key = norm.add(key, theirs[other + dim] - ours[at + dim]);
                    }
                    keys[i] = key;
                }
            }
        }
    }
}
