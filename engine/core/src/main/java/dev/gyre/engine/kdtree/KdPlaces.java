package dev.gyre.engine.kdtree;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.ColumnSource;
import dev.gyre.engine.sort.GroupMarks;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.RowOrder;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.tree.KdConflicts;
import dev.gyre.tasks.tree.KdParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds the places of a kd-tree of resident points: orders the points by super key, in which the first dimension counts most, and
 * drops duplicates.
 *
 * <pre>
 * points ─ load ─ keys ─ rows, sort, ties ─ distinct ─ places
 *                          │ where ties are many
 *                        (sort)*, sorted
 * </pre>
 *
 * <p>Coordinates are ordered by keys of 32 bits, which have a high resolution where points are dense ({@link CoordinateKeys}). If distinct
 * points have equal keys in all dimensions, the host ranks the coordinates instead, unless such points are few and equal points need not
 * all share a place.
 *
 * <p>Points are sorted by the first dimension, and then each run of equal keys by the others, in one stage. If runs are too many or too
 * long for that, points are sorted by one dimension after the other. The threads of the JVM order them by {@link RowOrder} instead.
 *
 * <p>O(d n log n). Not safe for use by several threads.
 */
final class KdPlaces {

    private static final String LOAD = "load";
    private static final String COORDINATES = "coordinates";
    static final String ROWS = "rows";
    private static final String SORT = "sort";
    private static final String TIES = "ties";
    private static final String SORTED = "sorted";
    private static final String DISTINCT = "distinct";
    private static final String GROUPS = "groups";

    /** In a tree for a join, one in this many points may have the keys of a different point. */
    private static final int FEW = 64;

    private static final int MIN_SLICE = 1 << 12;

    /** Rows that a thread moves at a time: many beside the start of a slice. No other number was tried. */
    private static final int TILE = 1 << 15;

    /** Keys of a line of memory. */
    private static final int LINE = 32;

    private final int capacity;
    private final int dims;
    private final int stride;
    private final double[] coordinates;
    private final double[] cuts;
    private final int[] keys;
    private final int[] ranks;
    private final Supplier<int[]> laterColumns;
    private final int[] order;
    private final int[] places;
    private final int[] parameters;
    private final int[] column;
    private final int[] conflicts;
    private final boolean onJvm;

    /** The sorts of a device; null on the JVM. */
    private final RadixSort sort;

    private final Steps sorted;
    private final SegmentedSort ties;
    private final GroupMarks marks;
    private final FlagSplit compaction;
    /** The number of distinct points on the JVM. */
    private int distinct;

    private double[] source;
    private Consumer<double[]> writer;
    private KdCuts sample;
    private Supplier<long[]> newPairs;
    private long[] pairs;

    /**
     * Declares the arrays for points up to a capacity.
     *
     * @param capacity most points, 1 or more
     * @param parameters the parameters of the build, to which stride, dimensions and rows are written
     * @param order receives the rows by super key, capacity values
     */
    KdPlaces(int capacity, int dims, int[] parameters, int[] order, Layout layout) {
        this.capacity = capacity;
        this.dims = dims;
        this.parameters = parameters;
        this.order = order;
        // Each column begins at a line of memory.
        stride = Math.multiplyExact(Math.ceilDiv(capacity, LINE), LINE);
        onJvm = layout.device().type() == Device.Type.JVM;
        coordinates = layout.input(double[].class, dims, capacity);
        cuts = layout.doubles(dims, CoordinateKeys.CUTS);
        keys = layout.ints(dims, stride);
        places = layout.ints(onJvm ? 0 : capacity);
        column = layout.add(new int[1]);
        conflicts = layout.add(new int[KdConflicts.SHARES]);
        ranks = layout.ints(onJvm ? 0 : dims, stride);
        KeyColumns columns = KeyColumns.of(keys, stride, dims, 0);
        sort = onJvm ? null : new RadixSort(capacity, layout);
        sorted = onJvm ? null : sort.reorderBy(keys, column);
        ties = onJvm ? null : new SegmentedSort(capacity, columns, ranks, order, layout);
        marks = new GroupMarks(capacity, order, columns, layout);
        laterColumns = layout.later(int[].class, onJvm && dims > 2 ? dims - 1 : 0, stride);
        compaction = onJvm ? null : FlagSplit.compaction(marks.marks(), order, places, layout);
        parameters[KdParameters.STRIDE] = stride;
        parameters[KdParameters.DIMENSIONS] = dims;
    }

    /** The coordinates that {@link #load} uploads: capacity x dims, row-major. */
    double[] coordinates() {
        return coordinates;
    }

    /** Keys of a dimension. */
    int stride() {
        return stride;
    }

    /** The keys of the points, dimension by dimension. */
    int[] keys() {
        return keys;
    }

    /** An array for other uses once the places are found, on a device: as long as the keys. */
    int[] ranks() {
        return ranks;
    }

    /** Room for the keys of all dimensions but the first, on the JVM; none if there are two. */
    int[] columns() {
        return laterColumns.get();
    }

    /** The row of each place, in the order of their super keys; on the JVM once they are {@linkplain #keepDistinct kept}. */
    int[] rows() {
        return onJvm ? order : places;
    }

    /** An array of the capacity for other uses, on the JVM, once the distinct rows are kept. */
    int[] marks() {
        return marks.marks();
    }

    /** The sort by {@link #sortBy}, for stages that read its rows. */
    RadixSort sort() {
        return sort;
    }

    /** The dimension by which windows of a tree of the points are split, indexed by the binary logarithm of their size. */
    int[] splits(int rootBits) {
        return sample.splits(rootBits);
    }

    /** The number of distinct points, once they are ordered. */
    int size() {
        return onJvm ? distinct : compaction.count()[0];
    }

    /** The phases, in the order in which they first run. */
    List<Phase> phases() {
        List<Phase> phases = new ArrayList<>(List.of(
                Phase.named(LOAD)
                        .upload(coordinates, cuts, parameters)
                        .stage(KdKernels.KEYS.stage(dims * stride, coordinates, cuts, parameters, keys))
                        .build(),
                Phase.named(COORDINATES).upload(coordinates).build()));
        if (!onJvm) {
            phases.addAll(sortPhases());
        }
        Phase.Builder last = Phase.named(DISTINCT)
                .steps(marks)
                .stage(KdKernels.CONFLICTS.stage(capacity, coordinates, order, marks.marks(), parameters, conflicts))
                .upload(parameters, conflicts)
                .download(conflicts);
        if (!onJvm) {
            last.steps(compaction).download(compaction.count());
        }
        phases.add(last.build());
        if (!onJvm) {
            // The ranks are not made yet: they hold the sequence that is gathered.
            phases.add(Phase.named(SORTED)
                    .upload(column)
                    .stage(RadixSort.SEQUENCE.stage(capacity, (Object) ranks))
                    .steps(sort.gather(ranks, column, order))
                    .build());
        }
        phases.add(Phase.named(GROUPS).download(marks.marks(), order).build());
        return phases;
    }

    private List<Phase> sortPhases() {
        return List.of(
                Phase.named(ROWS).stage(sort.rows()).build(),
                Phase.named(SORT).steps(sorted).upload(column).build(),
                Phase.named(TIES)
                        .steps(ties.sort(sort.keys(), sort.payload()))
                        .download(ties.skipped())
                        .build());
    }

    /** Begins to make the room in which the JVM orders rows, and then their places. */
    void begin(int rows) {
        newPairs = HostArrays.room(long[].class, rows);
    }

    /** The room in which the JVM orders so many rows or places, or more. */
    long[] pairs(int rows) {
        if (pairs == null || pairs.length < rows) {
            pairs = newPairs == null ? new long[rows] : newPairs.get();
            newPairs = null;
        }
        return pairs;
    }

    /** Gives the room back. */
    void end() {
        newPairs = null;
        pairs = null;
    }

    /**
     * Prepares for points that the caller has written into the array that {@link #load} uploads.
     *
     * @param newSource the coordinates, {@code rows x dims}, row-major; read until {@link #find} ends
     * @param rows number of points, 1 to the capacity
     * @param ofSource the cuts of the coordinates
     * @param newWriter writes other coordinates into {@link #coordinates}
     */
    void prepare(double[] newSource, int rows, KdCuts ofSource, Consumer<double[]> newWriter) {
        source = newSource;
        writer = newWriter;
        sample = ofSource;
        sample.write(cuts);
        parameters[KdParameters.ROWS] = rows;
    }

    /**
     * Prepares for a part of a tree, whose points the caller writes into {@link #coordinates}.
     *
     * @param rows number of points, 1 to the capacity
     * @param ofTree the cuts of the whole tree
     * @param numbers the numbers of these cuts, or of the cuts of ranks
     */
    void preparePart(int rows, KdCuts ofTree, double[] numbers) {
        sample = ofTree;
        System.arraycopy(numbers, 0, cuts, 0, cuts.length);
        parameters[KdParameters.ROWS] = rows;
    }

    /** Uploads the points and makes their keys. */
    void load(Lease<?> lease, Progress progress) {
        lease.run(LOAD, progress);
    }

    /** Uploads other coordinates, without making keys of them. */
    void reload(Lease<?> lease, Progress progress) {
        lease.run(COORDINATES, progress);
    }

    /**
     * Orders the points that {@link #load} uploaded, and finds the distinct ones.
     *
     * @param exact whether all equal points must share a place; if not, a few with the keys of different points may have several
     */
    void find(Lease<?> lease, Workers workers, boolean exact, Progress progress) {
        int rows = parameters[KdParameters.ROWS];
        int found = order(lease, workers, progress);
        if (found > (exact ? 0 : Math.min(rows / FEW, KdConflicts.SHARES / 2))) {
            double[] ranks = KdCuts.ranks(source, rows, dims, workers);
            if (onJvm) {
                workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> writeRanks(begin, end, ranks), progress);
                distinguish(lease, workers, progress);
            } else {
                KdCuts.writeOfRanks(cuts);
                writer.accept(ranks);
                load(lease, progress);
                distinguish(lease, workers, progress);
                writer.accept(source);
                reload(lease, progress);
            }
        }
        source = null;
        writer = null;
    }

    /**
     * Orders the points that {@link #load} uploaded, and finds the distinct ones.
     *
     * @return how many have the keys of a different point, at most {@link KdConflicts#SHARES}
     */
    int order(Lease<?> lease, Workers workers, Progress progress) {
        int rows = parameters[KdParameters.ROWS];
        marks.setSize(rows);
        if (!onJvm) {
            compaction.setSize(rows);
        }
        distinguish(lease, workers, progress);
        int found = 0;
        for (int conflict : conflicts) {
            found += conflict;
        }
        return found;
    }

    /** Makes keys of the ranks of coordinates, which may be in an array of the caller. */
    private void writeRanks(int begin, int end, double[] ofCoordinates) {
        for (int dim = 0; dim < dims; dim++) {
            for (int row = begin; row < end; row++) {
                keys[dim * stride + row] = (int) ofCoordinates[row * dims + dim];
            }
        }
    }

    /** Orders the rows by their keys, and marks the distinct ones. */
    private void distinguish(Lease<?> lease, Workers workers, Progress progress) {
        if (onJvm) {
            int rows = parameters[KdParameters.ROWS];
            RowOrder.write(rows, ColumnSource.columns(keys, stride, dims), pairs(rows), order, workers);
        } else {
            sort(lease, progress);
        }
        Arrays.fill(conflicts, 0);
        lease.run(DISTINCT, progress);
        if (onJvm) {
            distinct = countDistinct(workers);
        }
    }

    private int countDistinct(Workers workers) {
        int[] flags = marks.marks();
        LongAdder count = new LongAdder();
        workers.forEachSlice(parameters[KdParameters.ROWS], MIN_SLICE, (begin, end) -> {
            int ofSlice = 0;
            for (int i = begin; i < end; i++) {
                ofSlice += flags[i] == GroupMarks.EQUAL ? 0 : 1;
            }
            count.add(ofSlice);
        });
        return count.intValue();
    }

    /** Leaves the first of equal rows where all were, in their order, on the JVM, once the groups are known. */
    void keepDistinct(Workers workers, Progress progress) {
        int rows = parameters[KdParameters.ROWS];
        if (distinct == rows) {
            return;
        }
        int[] flags = marks.marks();
        long[] kept = pairs(rows);
        int[] counts = new int[Math.ceilDiv(rows, TILE)];
        workers.forEach(
                counts.length,
                number -> {
                    int first = number * TILE;
                    int to = first;
                    for (int i = first; i < Math.min(rows, first + TILE); i++) {
                        kept[to] = order[i];
                        to += flags[i] == GroupMarks.EQUAL ? 0 : 1;
                    }
                    counts[number] = to - first;
                },
                progress);
        for (int number = 1; number < counts.length; number++) {
            counts[number] += counts[number - 1];
        }
        workers.forEach(
                counts.length,
                number -> {
                    int to = number == 0 ? 0 : counts[number - 1];
                    for (int i = 0; i < counts[number] - to; i++) {
                        order[to + i] = (int) kept[number * TILE + i];
                    }
                },
                progress);
    }

    private void sort(Lease<?> lease, Progress progress) {
        sort.setSize(parameters[KdParameters.ROWS]);
        if (sample.hasManyTies() || !sortByFirst(lease, progress)) {
            sortByAll(lease, progress);
        }
    }

    /** Sorts by the first dimension, then all runs of equal keys by the others at once; returns false if runs are too long for that. */
    private boolean sortByFirst(Lease<?> lease, Progress progress) {
        lease.run(ROWS, progress);
        sortBy(lease, 0, progress);
        ties.setRuns(parameters[KdParameters.ROWS]);
        lease.run(TIES, progress);
        return Arrays.stream(ties.skipped()).sum() == 0;
    }

    /** Sorts by one dimension after the other, from the last to the first. */
    private void sortByAll(Lease<?> lease, Progress progress) {
        lease.run(ROWS, progress);
        for (int dim = dims - 1; dim >= 0; dim--) {
            sortBy(lease, dim, progress);
        }
        // Runs without rows, because the arrays are on the device only after a first phase that uses them.
        ties.setRuns(0);
        lease.run(TIES, progress);
        lease.run(SORTED, progress);
    }

    /** Sorts the rows by a dimension; ties keep their order. */
    void sortBy(Lease<?> lease, int dim, Progress progress) {
        column[0] = dim * stride;
        lease.run(SORT, progress);
    }

    /** Downloads the groups of equal rows, before the tree is arranged: for each row the next one of its group, or -1. */
    int[] downloadGroups(Lease<?> lease, Workers workers) {
        lease.run(GROUPS, Progress.NONE);
        return KdGroups.chain(order, marks.marks(), parameters[KdParameters.ROWS], workers);
    }
}
