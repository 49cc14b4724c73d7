package dev.gyre.engine.fold;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.KeyCells;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Counts or weighs the pairs of points of two trees, or of one tree with itself, on the host: node against node (Gray and Moore: 'N-Body' Problems in
 * Statistical Learning, 2000). Each pair of nodes takes over the radii between its nearest and its farthest corners, and counts at once if
 * none is left. In a tree with itself, each pair of different slots is met once.
 *
 * <p>Weights are whole numbers of two parts, whose sums and products are exact in any order: see {@link SlotWeights}.
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

    /** Nodes of a left tree that are items. */
    static int items(TreeLayout layout) {
        return Math.max(1, layout.leaves() / Math.max(1, ITEM / layout.nodeSize()));
    }

    /**
     * Counts all pairs.
     *
     * @return for each radius, the pairs that it is the least to contain
     */
    long[] count(Workers workers, Progress progress) {
        long[] sums = new long[bins.count()];
        walk(Counts::new, part -> Arrays.setAll(sums, bin -> sums[bin] + part.sums[bin]), workers, progress);
        return sums;
    }

    /**
     * Adds up the products of the weights of all pairs of different slots.
     *
     * @param ours the weights of the left slots
     * @param theirs the weights of the right slots
     * @return for each radius, the sum over the pairs that it is the least to contain
     */
    ProductSums weigh(SlotWeights ours, SlotWeights theirs, Workers workers, Progress progress) {
        ProductSums sums = new ProductSums(bins.count());
        walk(() -> new Weights(ours, theirs), part -> sums.add(part.products), workers, progress);
        return sums;
    }

    private <P extends Part> void walk(Supplier<P> parts, Consumer<P> sink, Workers workers, Progress progress) {
        int items = items(left.layout());
        workers.forEachSlice(
                items,
                1,
                (begin, end) -> {
                    P part = parts.get();
                    for (int item = begin; item < end; item++) {
                        part.count(items + item);
                    }
                    synchronized (sink) {
                        sink.accept(part);
                    }
                },
                progress);
    }

    /** The walk over some items. */
    private abstract class Part {

        private final int dims = right.layout().dims();
        private final double[] limits = bins.limits();
        private final int[] cells = bins.cells();
        private final double scale = limits[KeyCells.SCALE];
        private final double[] ours = left.arrays().entries();
        private final double[] theirs = right.arrays().entries();
        private final double[] ourBoxes = left.arrays().boxes();
        private final double[] theirBoxes = right.arrays().boxes();
        private final double[] keys = new double[right.layout().nodeSize()];

        /** Adds all pairs of some slots of both sides to a bin, which is the number of radii if none contains them. */
        abstract void addAll(int bin, int first, int last, int from, int to);

        /** Adds the pairs of rows that share a slot. */
        abstract void addOwn(int slot);

        /**
         * Adds the pairs of a slot with some others.
         *
         * @param some the key of each pair
         * @param low least bin of a key
         * @param high largest bin of a key
         */
        abstract void add(int slot, int from, int count, double[] some, int low, int high);

        final void count(int top) {
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
                addOwn(slot);
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
                addAll(low, first, last, from, to);
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
                addAll(high, slot, slot + 1, from, to);
            } else {
                point(slot, from, to, low, high);
            }
        }

        private double nearest(int our, int their) {
            return TreeArrays.leastKey(
                    ourBoxes, TreeLayout.box(our, dims), dims, theirBoxes, TreeLayout.box(their, dims), dims, norm);
        }

        private double farthest(int our, int their) {
            return TreeArrays.largestKey(
                    ourBoxes, TreeLayout.box(our, dims), dims, theirBoxes, TreeLayout.box(their, dims), dims, norm);
        }

        private void point(int slot, int from, int to, int low, int high) {
            keys(slot, from, to - from);
            add(slot, from, to - from, keys, low, high);
        }

        /** Does the same as {@link KeyCells#bin}. */
        final int bin(double key) {
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

    /** The counts of some items. */
    private final class Counts extends Part {

        private final boolean single = left.before() == null && right.before() == null;

        /** One more for pairs beyond all radii. */
        private final long[] sums = new long[bins.count() + 1];

        @Override
        void addAll(int bin, int first, int last, int from, int to) {
            sums[bin] += (long) left.rows(first, last) * right.rows(from, to);
        }

        @Override
        void addOwn(int slot) {
            long rows = left.rows(slot, slot + 1);
            sums[0] += rows * (rows - 1) / 2;
        }

        @Override
        void add(int slot, int from, int count, double[] some, int low, int high) {
            if (!single) {
                long rows = left.rows(slot, slot + 1);
                for (int i = 0; i < count; i++) {
                    sums[bin(some[i])] += rows * right.rows(from + i, from + i + 1);
                }
            } else if (high - low == 1) {
                double limit = bins.limits()[KeyCells.FIRST + low];
                int within = 0;
                for (int i = 0; i < count; i++) {
                    within += some[i] <= limit ? 1 : 0;
                }
                sums[low] += within;
                sums[high] += count - within;
            } else {
                tally(some, count);
            }
        }

        /** Counts the pairs of some keys: once each, as it is the innermost loop, from local variables. */
        private void tally(double[] some, int count) {
            int[] min = bins.cells();
            double[] max = bins.limits();
            long[] counts = sums;
            double unit = max[KeyCells.SCALE];
            for (int i = 0; i < count; i++) {
                double key = some[i];
                int bin = min[Math.min((int) (key * unit), KeyCells.CELLS)];
                while (key > max[KeyCells.FIRST + bin]) {
                    bin++;
                }
                counts[bin]++;
            }
        }
    }

    /** The sums of some items. */
    private final class Weights extends Part {

        private final SlotWeights ours;
        private final SlotWeights theirs;
        private final ProductSums products = new ProductSums(bins.count());

        /** For each bin the parts of the weights that meet a slot. */
        private final long[] high = new long[bins.count() + 1];

        private final long[] low = new long[bins.count() + 1];

        Weights(SlotWeights ours, SlotWeights theirs) {
            this.ours = ours;
            this.theirs = theirs;
        }

        @Override
        void addAll(int bin, int first, int last, int from, int to) {
            if (bin < bins.count()) {
                products.add(
                        bin,
                        ours.high(first, last),
                        ours.low(first, last),
                        theirs.high(from, to),
                        theirs.low(from, to));
            }
        }

        @Override
        void addOwn(int slot) {
            ours.addOwn(slot, products);
        }

        @Override
        void add(int slot, int from, int count, double[] some, int min, int max) {
            for (int i = 0; i < count; i++) {
                int bin = bin(some[i]);
                high[bin] += theirs.high(from + i, from + i + 1);
                low[bin] += theirs.low(from + i, from + i + 1);
            }
            long ourHigh = ours.high(slot, slot + 1);
            long ourLow = ours.low(slot, slot + 1);
            for (int bin = min; bin <= max; bin++) {
                if (bin < bins.count()) {
                    products.add(bin, ourHigh, ourLow, high[bin], low[bin]);
                }
                high[bin] = 0;
                low[bin] = 0;
            }
        }
    }
}
