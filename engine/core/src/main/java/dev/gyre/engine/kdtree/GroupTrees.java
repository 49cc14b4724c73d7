package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.search.RisingMonitor;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.PackedHeap;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeBoxes;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeNearestJvm;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;

/**
 * The nearest other points of every point within its group, on the threads of the JVM: a thread builds the tree of a group and searches it
 * while both are in its cache. In a single tree with the group as a dimension, windows of two groups have boxes that no search can skip: the
 * 8 nearest of a million points of the plane in 1,000 groups took 1.75 to 2.1 times the processor time of a join without groups, and 1.15 to
 * 1.2 times by these trees (AMD EPYC, 1 and 2 threads).
 *
 * <p>O(n log m) for n points in groups of m. Memory besides the result: 8 bytes for each point, and for each thread {@code 16 d + 12 k + 40}
 * bytes for each point of the largest group. A method for groups that one thread may take whole: {@link #fits}.
 */
public final class GroupTrees {

    /** Parts of the groups for each thread, so that all end at about the same time; no other number was tried. */
    private static final int PARTS = 16;

    /** A group may have one in so many of a thread's points; no other number was tried. */
    private static final int SHARE = 4;

    /** Most rows of a group, so that a thread needs no more memory than a batch of another search. */
    private static final int MOST = 1 << 17;

    private final double[] space;
    private final Norm norm;
    private final int k;
    private final NeighborSlots slots;
    private final int leafBits;
    private final int dims;

    /** Rows by groups, and where each group begins; then the number of rows. */
    private final int[] rows;

    private final int[] starts;

    private GroupTrees(Context context, Points space, Norm norm, int k, Rows groups, NeighborSlots slots) {
        this.space = space.array();
        this.norm = norm;
        this.k = k;
        this.slots = slots;
        leafBits = KdBuild.leafBits(context.device());
        rows = groups.rows;
        starts = groups.starts;
        dims = space.dims();
    }

    /**
     * Rows by groups.
     *
     * @param rows the rows of one group after the other, ascending in each
     * @param starts where each group begins, then the number of rows
     */
    public record Rows(int[] rows, int[] starts) {

        /** Groups whose numbers are no more than so many times the rows apart are counted, others are sorted. */
        private static final int SPREAD = 4;

        /** Finds the rows of each group: O(n), or O(n log n) where the numbers of the groups are far apart. */
        public static Rows of(int... groups) {
            int least = Arrays.stream(groups).min().orElse(0);
            long range = Arrays.stream(groups).max().orElse(0) - (long) least + 1;
            return range <= Math.max(1L, (long) SPREAD * groups.length)
                    ? counted(groups, least, (int) range)
                    : sorted(groups);
        }

        private static Rows counted(int[] groups, int least, int range) {
            int[] next = new int[range + 1];
            for (int group : groups) {
                next[group - least + 1]++;
            }
            int[] starts = new int[range + 1];
            int count = 0;
            for (int group = 0; group < range; group++) {
                int size = next[group + 1];
                next[group + 1] = next[group] + size;
                if (size > 0) {
                    starts[count++] = next[group];
                }
            }
            starts[count] = groups.length;
            int[] rows = new int[groups.length];
            for (int row = 0; row < groups.length; row++) {
                rows[next[groups[row] - least]++] = row;
            }
            return new Rows(rows, Arrays.copyOf(starts, count + 1));
        }

        private static Rows sorted(int... groups) {
            long[] pairs = new long[groups.length];
            for (int row = 0; row < groups.length; row++) {
                pairs[row] = PackedHeap.pack(groups[row], row);
            }
            Arrays.parallelSort(pairs);
            int[] rows = new int[pairs.length];
            int[] starts = new int[pairs.length + 1];
            int count = 0;
            for (int i = 0; i < pairs.length; i++) {
                rows[i] = (int) pairs[i];
                if (i == 0 || PackedHeap.key(pairs[i]) != PackedHeap.key(pairs[i - 1])) {
                    starts[count++] = i;
                }
            }
            starts[count] = pairs.length;
            return new Rows(rows, Arrays.copyOf(starts, count + 1));
        }

        int groups() {
            return starts.length - 1;
        }

        /** Returns the rows of the largest group. */
        int most() {
            int most = 0;
            for (int group = 0; group < groups(); group++) {
                most = Math.max(most, starts[group + 1] - starts[group]);
            }
            return most;
        }
    }

    /** Returns whether groups are small enough for a thread each; one thread takes them all anyway. */
    public static boolean fits(Rows groups, int threads) {
        return groups.most() <= MOST && (threads == 1 || groups.most() <= groups.rows.length / (SHARE * threads));
    }

    /** Returns whether the keys of a metric are those of a search. */
    public static boolean accepts(Metric metric) {
        return metric.norm().isOfDifferences() && !metric.norm().isPower();
    }

    /**
     * Finds the neighbors of all points.
     *
     * @param space the points, in the space of the metric
     * @param k neighbors per point, at most as many as there are points
     * @param slots receives the answers
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the search
     */
    public static void search(
            Context context, Points space, Norm norm, int k, Rows groups, NeighborSlots slots, Monitor monitor) {
        new GroupTrees(context, space, norm, k, groups, slots).run(context.workers(), groups.most(), monitor);
    }

    private void run(Workers workers, int most, Monitor monitor) {
        int parts = PARTS * workers.threads();
        int[] groups = new int[parts + 1];
        for (int part = 1; part <= parts; part++) {
            int found = Arrays.binarySearch(starts, (int) ((long) rows.length * part / parts));
            groups[part] = found >= 0 ? found : -found - 1;
        }
        Monitor ofRows = new RisingMonitor((done, all) -> monitor.progress(done * rows.length / all, rows.length));
        BatchProgress progress = new BatchProgress(ofRows, 0, parts, parts);
        workers.forEach(
                parts,
                part -> {
                    Work work = new Work(most);
                    for (int group = groups[part]; group < groups[part + 1]; group++) {
                        work.answer(starts[group], starts[group + 1]);
                    }
                },
                progress);
        progress.stopIfCancelled();
    }

    /** A thread's arrays for one group after another. */
    private final class Work {

        private final long[] pairs;
        private final double[] coordinates;
        private final double[] entries;
        private final double[] boxes;
        private final int[] numbered;
        private final double[] keys;
        private final int[] found;
        private final int[] parameters = new int[TreeParameters.LENGTH];
        private final double[] limits = new double[TreeNearest.LIMITS];

        Work(int most) {
            TreeLayout largest = TreeLayout.ofPoints(most, dims, leafBits);
            int capacity = Math.min(k, most);
            pairs = new long[most];
            coordinates = new double[most * dims];
            entries = new double[most * dims];
            boxes = new double[largest.bounds()];
            numbered = new int[largest.numbers()];
            keys = new double[Math.multiplyExact(most, capacity)];
            found = new int[keys.length];
            limits[TreeNearest.LIMIT] = Double.POSITIVE_INFINITY;
            limits[TreeNearest.SCALE] = 1;
        }

        void answer(int from, int to) {
            int size = to - from;
            TreeLayout layout = TreeLayout.ofPoints(size, dims, leafBits);
            arrange(from, layout);
            int capacity = Math.min(k, size);
            boolean heap = capacity > NearestPairs.LIST;
            layout.write(parameters);
            joinBoxes(layout);
            parameters[TreeParameters.QUERIES] = size;
            parameters[TreeParameters.CAPACITY] = capacity;
            parameters[TreeParameters.SELF] = 1;
            TreeNearestJvm.nearest(
                    0,
                    size,
                    entries,
                    boxes,
                    numbered,
                    entries,
                    numbered,
                    numbered,
                    parameters,
                    limits,
                    keys,
                    found,
                    dims,
                    TreeShape.nearest(layout.shape(), heap),
                    norm.code());
            for (int slot = 0; slot < size; slot++) {
                slots.writeUsed(numbered[slot], found, keys, slot * capacity, capacity, !heap);
            }
        }

        /** Splits each window at the median of the dimension in which it is widest, and writes the points in this order. */
        private void arrange(int from, TreeLayout layout) {
            int size = layout.size();
            for (int i = 0; i < size; i++) {
                pairs[i] = i;
                System.arraycopy(space, rows[from + i] * dims, coordinates, i * dims, dims);
            }
            for (int bits = layout.rootBits(); bits > leafBits; bits--) {
                int half = 1 << bits - 1;
                for (int low = 0; low + half < size; low += 2 * half) {
                    int high = Math.min(size, low + 2 * half);
                    if (pack(low, high)) {
                        KdSelection.select(pairs, low, high, low + half, KdSelection.BY_KEY);
                    }
                }
            }
            for (int slot = 0; slot < size; slot++) {
                int at = (int) pairs[slot];
                numbered[slot] = rows[from + at];
                System.arraycopy(coordinates, at * dims, entries, slot * dims, dims);
            }
        }

        /** Puts the place in the window's widest dimension above each row, in steps of its width; returns false if all are at one place. */
        private boolean pack(int low, int high) {
            int widest = 0;
            double least = 0;
            double width = 0;
            for (int dim = 0; dim < dims; dim++) {
                double min = Double.POSITIVE_INFINITY;
                double max = Double.NEGATIVE_INFINITY;
                for (int i = low; i < high; i++) {
                    double value = coordinates[(int) pairs[i] * dims + dim];
                    min = Math.min(min, value);
                    max = Math.max(max, value);
                }
                if (max - min > width) {
                    widest = dim;
                    least = min;
                    width = max - min;
                }
            }
            double steps = Integer.MAX_VALUE / width;
            // Not so for a width of 0 or next to it.
            if (!(steps <= Double.MAX_VALUE)) {
                return false;
            }
            for (int i = low; i < high; i++) {
                int at = (int) pairs[i];
                pairs[i] = PackedHeap.pack((int) ((coordinates[at * dims + widest] - least) * steps), at);
            }
            return true;
        }

        private void joinBoxes(TreeLayout layout) {
            parameters[TreeParameters.JOINED] = 1;
            for (int level = 1; level <= layout.levels(); level++) {
                parameters[TreeParameters.LEVEL] = level;
                TreeBoxes.joinBoxes(0, layout.count(level), entries, parameters, boxes, numbered, layout.corners());
            }
        }
    }
}
