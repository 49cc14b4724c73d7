package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.search.RisingMonitor;
import dev.gyre.engine.tree.NearestSearch;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.PackedHeap;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeBoxesJvm;
import dev.gyre.tasks.tree.TreeLocateJvm;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeNearestJvm;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The nearest points of every query within its group, or of every point among the others, on the threads of the JVM: a thread builds the
 * tree of a group and searches it while both are in its cache. In a single tree with the group as a dimension, windows of two groups have boxes that no search can skip: the
 * 8 nearest of a million points of the plane in 1,000 groups took 1.75 to 2.1 times the processor time of a join without groups, and 1.13 to
 * 1.25 times by these trees (AMD EPYC, 1 and 2 threads); for as many queries that are no points 2.2 and 0.9 to 1 times.
 *
 * <p>O(n log m) for n points in groups of m. Memory besides the result: 8 bytes for each point, and for each thread {@code 32 d + 24}
 * bytes for each point of the largest group and {@code 12 k + 8 d} for each query of a batch. A method for groups that one thread may take whole: not {@link #large}.
 */
public final class GroupTrees {

    /** Parts of the groups for each thread, so that all end at about the same time; no other number was tried. */
    private static final int PARTS = 16;

    /** A group may have one in so many of a thread's points; no other number was tried. */
    private static final int SHARE = 4;

    /** Queries whose answers a thread has before it writes them; no other number was tried. */
    private static final int BATCH = 1 << 12;

    /** A group with no more rows is small, however few there are; no other number was tried. */
    private static final int LEAST = 1 << 10;

    /** Most rows of a group, so that a thread needs no more memory than a batch of another search. */
    private static final int MOST = 1 << 17;

    private final double[] space;
    private final Norm norm;
    private final int k;
    private final NeighborSlots slots;
    private final int leafBits;
    private final int dims;

    private final double[] queries;
    private final Rows asked;
    private final Rows groups;
    private final boolean self;

    private GroupTrees(
            Context context,
            Points queries,
            Rows asked,
            Points space,
            Norm norm,
            int k,
            Rows groups,
            NeighborSlots slots) {
        this.space = space.array();
        this.queries = queries.array();
        this.asked = asked;
        this.groups = groups;
        self = queries == space;
        this.norm = norm;
        this.k = k;
        this.slots = slots;
        leafBits = KdBuild.leafBits(context.device());
        dims = space.dims();
    }

    /**
     * Rows by groups.
     *
     * @param rows the rows of one group after the other, ascending in each
     * @param starts where each group begins, then the number of rows
     * @param numbers the number of each group, ascending
     */
    public record Rows(int[] rows, int[] starts, int[] numbers) {

        /** Groups whose numbers are no more than so many times the rows apart are counted, others are sorted. */
        private static final int SPREAD = 4;

        /** Finds the rows of each group: O(n), or O(n log n) where the numbers of the groups are far apart. */
        public static Rows of(int... groups) {
            int smallest = Arrays.stream(groups).min().orElse(0);
            long range = Arrays.stream(groups).max().orElse(0) - (long) smallest + 1;
            return range <= Math.max(1L, (long) SPREAD * groups.length)
                    ? counted(groups, smallest, (int) range)
                    : sorted(groups);
        }

        private static Rows counted(int[] groups, int smallest, int range) {
            int[] next = new int[range + 1];
            for (int group : groups) {
                next[group - smallest + 1]++;
            }
            int[] starts = new int[range + 1];
            int[] numbers = new int[range];
            int count = 0;
            for (int group = 0; group < range; group++) {
                int size = next[group + 1];
                next[group + 1] = next[group] + size;
                if (size > 0) {
                    numbers[count] = smallest + group;
                    starts[count++] = next[group];
                }
            }
            starts[count] = groups.length;
            int[] rows = new int[groups.length];
            for (int row = 0; row < groups.length; row++) {
                rows[next[groups[row] - smallest]++] = row;
            }
            return new Rows(rows, Arrays.copyOf(starts, count + 1), Arrays.copyOf(numbers, count));
        }

        private static Rows sorted(int... groups) {
            long[] pairs = new long[groups.length];
            for (int row = 0; row < groups.length; row++) {
                pairs[row] = PackedHeap.pack(groups[row], row);
            }
            Arrays.parallelSort(pairs);
            int[] rows = new int[pairs.length];
            int[] starts = new int[pairs.length + 1];
            int[] numbers = new int[pairs.length];
            int count = 0;
            for (int i = 0; i < pairs.length; i++) {
                rows[i] = (int) pairs[i];
                if (i == 0 || PackedHeap.key(pairs[i]) != PackedHeap.key(pairs[i - 1])) {
                    numbers[count] = PackedHeap.key(pairs[i]);
                    starts[count++] = i;
                }
            }
            starts[count] = pairs.length;
            return new Rows(rows, Arrays.copyOf(starts, count + 1), Arrays.copyOf(numbers, count));
        }

        /** Returns the groups of some numbers alone. */
        public Rows only(IntPredicate some) {
            int[] kept = new int[rows.length];
            int[] begins = new int[starts.length];
            int[] names = new int[numbers.length];
            int count = 0;
            for (int group = 0; group < groups(); group++) {
                if (some.test(numbers[group])) {
                    int size = size(group);
                    System.arraycopy(rows, starts[group], kept, begins[count], size);
                    names[count++] = numbers[group];
                    begins[count] = begins[count - 1] + size;
                }
            }
            return new Rows(
                    Arrays.copyOf(kept, begins[count]), Arrays.copyOf(begins, count + 1), Arrays.copyOf(names, count));
        }

        /** Returns the rows of the group of a number, ascending; none if there is no such group. */
        public int[] rowsOf(int number) {
            int group = Arrays.binarySearch(numbers, number);
            return group < 0 ? new int[0] : Arrays.copyOfRange(rows, starts[group], starts[group + 1]);
        }

        int groups() {
            return starts.length - 1;
        }

        private int size(int group) {
            return starts[group + 1] - starts[group];
        }

        /** Returns the rows of the largest group. */
        int most() {
            return IntStream.range(0, groups()).map(this::size).max().orElse(0);
        }

        private IntStream large(int threads) {
            int most = threads == 1 ? MOST : Math.min(MOST, Math.max(LEAST, rows.length / (SHARE * threads)));
            return IntStream.range(0, groups())
                    .filter(group -> size(group) > most)
                    .map(group -> numbers[group]);
        }
    }

    /** Returns the numbers of the groups that are too large for a thread each, as points or as queries; one thread takes many anyway. */
    public static int[] large(Rows groups, Rows asked, int threads) {
        return IntStream.concat(groups.large(threads), asked.large(threads))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns whether the keys of a metric are those of a search. */
    public static boolean accepts(Metric metric) {
        return metric.norm().isOfDifferences() && !metric.norm().isPower();
    }

    /**
     * Finds the neighbors of all queries.
     *
     * @param queries the queries, in the space of the metric; the points themselves if they search among the others
     * @param asked the rows of the queries' groups
     * @param space the points, in the space of the metric
     * @param k neighbors per point, at most as many as there are points
     * @param slots receives the answers
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the search
     */
    public static void search(
            Context context,
            Points queries,
            Rows asked,
            Points space,
            Norm norm,
            int k,
            Rows groups,
            NeighborSlots slots,
            Monitor monitor) {
        new GroupTrees(context, queries, asked, space, norm, k, groups, slots).run(context.workers(), monitor);
    }

    private void run(Workers workers, Monitor monitor) {
        int parts = PARTS * workers.threads();
        int all = asked.rows.length;
        int[] first = new int[parts + 1];
        for (int part = 1; part <= parts; part++) {
            int found = Arrays.binarySearch(asked.starts, (int) ((long) all * part / parts));
            first[part] = found >= 0 ? found : -found - 1;
        }
        Monitor ofRows = new RisingMonitor((done, of) -> monitor.progress(done * all / of, all));
        BatchProgress progress = new BatchProgress(ofRows, 0, parts, parts);
        int most = Math.max(1, groups.most());
        workers.forEach(
                parts,
                part -> {
                    Work work = new Work(most);
                    for (int group = first[part]; group < first[part + 1]; group++) {
                        work.answer(group);
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
        private final double[] places;
        private final int[] leaves;
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
            int batch = Math.min(BATCH, Math.max(most, asked.most()));
            keys = new double[Math.multiplyExact(batch, capacity)];
            found = new int[keys.length];
            places = new double[self ? 0 : batch * dims];
            leaves = new int[self ? 0 : batch];
            limits[TreeNearest.LIMIT] = Double.POSITIVE_INFINITY;
            limits[TreeNearest.SCALE] = 1;
        }

        /** Answers the queries of a group. */
        void answer(int group) {
            int from = asked.starts[group];
            int count = asked.starts[group + 1] - from;
            int among = self ? group : Arrays.binarySearch(groups.numbers, asked.numbers[group]);
            if (among < 0) {
                for (int i = from; i < from + count; i++) {
                    slots.write(asked.rows[i], 0, found, keys, 0);
                }
                return;
            }
            TreeLayout layout = TreeLayout.ofPoints(groups.starts[among + 1] - groups.starts[among], dims, leafBits);
            arrange(groups.starts[among], layout);
            layout.write(parameters);
            joinBoxes(layout);
            parameters[TreeParameters.CAPACITY] = Math.min(k, layout.size());
            parameters[TreeParameters.SELF] = self ? 1 : 0;
            for (int done = 0; done < count; done += BATCH) {
                answer(layout, from, done, Math.min(BATCH, count - done));
            }
        }

        /** Answers some queries of a group, of which others are done. */
        private void answer(TreeLayout layout, int from, int done, int count) {
            int capacity = parameters[TreeParameters.CAPACITY];
            boolean heap = capacity > NearestSearch.longestList(true, layout.shape());
            parameters[TreeParameters.FIRST_QUERY] = self ? done : 0;
            parameters[TreeParameters.QUERIES] = self ? layout.size() : count;
            if (!self) {
                for (int i = 0; i < count; i++) {
                    System.arraycopy(queries, asked.rows[from + done + i] * dims, places, i * dims, dims);
                }
                TreeLocateJvm.locateNodes(
                        0, count, boxes, places, limits, parameters, leaves, dims, layout.shape(), norm.code());
            }
            TreeNearestJvm.nearest(
                    0,
                    count,
                    entries,
                    boxes,
                    numbered,
                    self ? entries : places,
                    leaves,
                    leaves,
                    parameters,
                    limits,
                    keys,
                    found,
                    dims,
                    TreeShape.nearest(layout.shape(), heap ? 0 : capacity),
                    norm.code());
            for (int i = 0; i < count; i++) {
                int query = self ? numbered[done + i] : asked.rows[from + done + i];
                slots.writeUsed(query, found, keys, i * capacity, capacity, !heap);
            }
        }

        /** Splits each window at the median of the dimension in which it is widest, and writes the points in this order. */
        private void arrange(int from, TreeLayout layout) {
            int size = layout.size();
            for (int i = 0; i < size; i++) {
                pairs[i] = i;
                System.arraycopy(space, groups.rows[from + i] * dims, coordinates, i * dims, dims);
            }
            for (int bits = layout.rootBits(); bits > leafBits; bits--) {
                int half = 1 << bits - 1;
                for (int low = 0; low + half < size; low += 2 * half) {
                    int high = Math.min(size, low + 2 * half);
                    if (pack(low, high)) {
                        KdSelection.bound(pairs, low, high, low + half);
                    }
                }
            }
            for (int slot = 0; slot < size; slot++) {
                int at = (int) pairs[slot];
                numbered[slot] = groups.rows[from + at];
                System.arraycopy(coordinates, at * dims, entries, slot * dims, dims);
            }
        }

        /** Puts the place in the window's widest dimension above each row, in steps of its width; returns false if all are at one place. */
        private boolean pack(int low, int high) {
            int widest = 0;
            double smallest = 0;
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
                    smallest = min;
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
                pairs[i] = PackedHeap.pack((int) ((coordinates[at * dims + widest] - smallest) * steps), at);
            }
            return true;
        }

        private void joinBoxes(TreeLayout layout) {
            parameters[TreeParameters.JOINED] = 1;
            for (int level = 1; level <= layout.levels(); level++) {
                parameters[TreeParameters.LEVEL] = level;
                TreeBoxesJvm.joinBoxes(0, layout.count(level), entries, parameters, boxes, numbered, layout.corners());
            }
        }
    }
}
