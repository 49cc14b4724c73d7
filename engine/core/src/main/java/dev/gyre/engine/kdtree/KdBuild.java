package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.sort.GroupMarks;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.tree.KdConflicts;
import dev.gyre.tasks.tree.KdInnerBoxes;
import dev.gyre.tasks.tree.KdParameters;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Builds balanced kd-trees of resident points (Brown, "Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015): order
 * the points by super key and drop duplicates, order them by every dimension that is split, then split all windows of a level
 * at their medians and part every order accordingly, level by level.
 *
 * <pre>
 * points ─ load ─ keys ─ rows, sort, ties ─ distinct ─ arrange ─ places
 *                                                              │ for each split dimension: rows, sort, keep
 *                                                            orders, ranks
 *                                                              │ for each level: halve
 *                                                            windows ─ points ─ leaf boxes ─ (boxes)*
 * </pre>
 *
 * <p>Coordinates are ordered by keys of 32 bits, which are fine where points are dense ({@link CoordinateKeys}). Boxes are exact whatever
 * the keys are; where points that differ have equal keys in all dimensions, the host ranks the coordinates instead, unless these
 * are few and it does not matter whether all equal points share a place.
 *
 * <p>Equal points share one place, which is numbered by its rank in the first order; among equal coordinates the place
 * decides, so that there are no ties and every median is a single place. Where Brown has a point in each node, here all points
 * are in leaves of a few slots, aligned to a power of two, and a node has the box around its points: the arrays need no
 * child indices, and a search reads a leaf as one piece. Windows of a few thousand slots are ordered whole, by one thread of the
 * JVM or one work-group of a device each, and orders of dimensions that only they split by are not made at all.
 *
 * <p>The levels of large windows all run the same two phases, from one set of orders to the other and back, with what differs
 * in a parameter: a device compiles each kernel once or twice, however many levels there are.
 *
 * <p>O(d n log n). Memory on the device, in bytes, for n points of d dimensions: {@code 4 n (8 d + 10)} at most, and the boxes,
 * {@code 32 d + 16} for each leaf. Not safe for use by several threads.
 */
public final class KdBuild {

    static final String LOAD = "load";
    private static final String COORDINATES = "coordinates";
    private static final String ROWS = "rows";
    private static final String SORT = "sort";
    private static final String TIES = "ties";
    private static final String SORTED = "sorted";
    private static final String DISTINCT = "distinct";
    private static final String GROUPS = "groups";
    private static final String ARRANGE = "arrange";
    private static final String KEEP = "keep";
    private static final String HALVE = "halve";
    private static final String HALVE_BACK = "halve-back";
    private static final String WINDOWS = "windows";
    private static final String POINTS = "points";
    private static final String BOXES = "boxes";
    private static final String IDS = "ids";
    private static final String RESULT = "result";

    /** One of so many points may have the keys of another one in a tree that is made for a join. */
    private static final int FEW = 64;

    /** Keys of a line of memory. */
    private static final int LINE = 32;

    private final double[] coordinates;
    private final double[] cuts;
    private final int[] conflicts = new int[KdConflicts.SHARES];
    private final int capacity;
    private final int stride;
    private final int dims;
    private final KdLayout most;
    private final int windowBits;
    private final int[] keys;
    private final int[] orders;
    private final int[] halves;
    private final int[] ranks;
    private final int[] places;
    private final int[] sides;
    private final int[] counts;
    private final int[] totals;
    /** The rows by super key; later the places in the order of the tree. */
    private final int[] tree;

    private final int[] parameters = new int[KdParameters.LENGTH];
    private final int[] column = new int[1];
    private final int[] splits = new int[Integer.SIZE];
    private final int[] splitOrders = new int[Integer.SIZE];
    private final RadixSort sort;
    private final SegmentedSort ties;
    private final GroupMarks marks;
    private final FlagSplit compaction;
    private final KdArrays arrays;
    private double[] source;
    private Consumer<double[]> writer;
    private KdCuts sample;
    private KdLayout layout;

    /**
     * Builds of trees of up to so many points, whose coordinates are put into {@link #coordinates}.
     *
     * @param capacity most points, 1 or more
     */
    public KdBuild(int capacity, int dims, Device device) {
        this(capacity, dims, device, Tuned.TREE_LEAF_BITS.of(device));
    }

    /**
     * Builds of trees with leaves of a size that need not be the best for the device.
     *
     * @param leafBits binary logarithm of the slots of a leaf
     */
    KdBuild(int capacity, int dims, Device device, int leafBits) {
        coordinates = new double[Math.multiplyExact(dims, capacity)];
        this.capacity = capacity;
        stride = stride(capacity);
        this.dims = dims;
        most = KdLayout.of(capacity, dims, leafBits);
        windowBits = Math.min(Tuned.TREE_WINDOW_BITS.of(device), most.rootBits());
        int tiles = Math.ceilDiv(capacity, KdParameters.TILE_SLOTS);
        cuts = new double[dims * CoordinateKeys.CUTS];
        keys = new int[Math.multiplyExact(dims, stride)];
        orders = new int[keys.length];
        halves = new int[keys.length];
        ranks = new int[keys.length];
        places = new int[capacity];
        tree = new int[capacity];
        sides = new int[Math.multiplyExact(dims * tiles, KdParameters.TILE_WORDS)];
        counts = new int[dims * tiles];
        totals = new int[dims];
        sort = new RadixSort(capacity, device);
        KeyColumns columns = KeyColumns.of(keys, stride, dims, 0);
        ties = new SegmentedSort(capacity, columns, ranks, tree, device);
        marks = new GroupMarks(capacity, columns);
        compaction = FlagSplit.compaction(marks.marks(), tree, places, device);
        arrays = new KdArrays(
                new double[Math.multiplyExact(capacity, dims)], new double[most.bounds()], new int[capacity]);
        parameters[KdParameters.TILES] = tiles;
        parameters[KdParameters.STRIDE] = stride;
        parameters[KdParameters.DIMENSIONS] = dims;
        parameters[KdParameters.LEAF_BITS] = most.leafBits();
    }

    /** Binary logarithm of the slots of a leaf of trees that a device builds. */
    public static int leafBits(Device device) {
        return Tuned.TREE_LEAF_BITS.of(device);
    }

    /** Bytes on a device. */
    public static long bytes(int capacity, int dims, Device device) {
        return bytes(capacity, dims, leafBits(device));
    }

    /** Bytes on a device with leaves of the given size. */
    static long bytes(int capacity, int dims, int leafBits) {
        KdLayout most = KdLayout.of(capacity, dims, leafBits);
        return 4L * capacity * (8L * dims + 10) + 16L * (2L * dims + 1) * most.leaves() + (1L << 20);
    }

    /** Bytes of the largest array. */
    static long largestArrayBytes(int capacity, int dims, int leafBits) {
        long leaves = KdLayout.of(capacity, dims, leafBits).leaves();
        return Math.max(8L * dims * capacity, 16L * (2L * dims + 1) * leaves);
    }

    /** Runs phases of the program that has this build. */
    @FunctionalInterface
    public interface Runner {
        void run(String phase, Progress progress);
    }

    /** Keys from one column to the next, so that columns begin where lines of memory do. */
    private static int stride(int capacity) {
        return Math.multiplyExact(Math.ceilDiv(capacity, LINE), LINE);
    }

    /** Where the coordinates are before {@link #LOAD}: capacity x dims, row-major. */
    double[] coordinates() {
        return coordinates;
    }

    /** The layout of a tree of as many places as the capacity. */
    KdLayout most() {
        return most;
    }

    /** By which dimension windows are split, by the binary logarithm of their size. */
    int[] splits() {
        return splits.clone();
    }

    /** Where the tree is on the device, once it is built. */
    KdArrays arrays() {
        return arrays;
    }

    /** The phases; a program may have others beside them. */
    public List<Phase> phases() {
        return List.of(
                Phase.named(LOAD)
                        .upload(coordinates, cuts, parameters)
                        .stage(KdKernels.KEYS.stage(keys.length, coordinates, cuts, parameters, keys))
                        .build(),
                Phase.named(COORDINATES).upload(coordinates).build(),
                Phase.named(ROWS).stage(sort.rows()).build(),
                phase(SORT, sort.reorderBy(keys, column).stages())
                        .upload(sort.parameters().toArray())
                        .upload(column)
                        .build(),
                phase(TIES, ties.sort(sort.keys(), sort.payload()).stages())
                        .upload(ties.parameters().toArray())
                        .download(ties.skipped())
                        .build(),
                phase(
                                DISTINCT,
                                compaction.stages(),
                                marks.stage(tree),
                                KdKernels.CONFLICTS.stage(
                                        capacity, coordinates, tree, marks.marks(), parameters, conflicts))
                        .upload(marks.parameters().toArray())
                        .upload(compaction.uploads())
                        .upload(parameters, conflicts)
                        .download(compaction.count(), conflicts)
                        .build(),
                // By way of the ranks, which are not made yet.
                Phase.named(SORTED)
                        .upload(sort.parameters().toArray())
                        .upload(column)
                        .stage(RadixSort.SEQUENCE.stage(capacity, (Object) ranks))
                        .stage(sort.gather(ranks, column, tree))
                        .build(),
                Phase.named(GROUPS).download(marks.marks(), tree).build(),
                // By way of the orders, which are not made yet; the rows are in their own order then.
                Phase.named(ARRANGE)
                        .upload(parameters)
                        .stage(KdKernels.ARRANGE.stage(keys.length, keys, places, parameters, orders))
                        .stage(sort.rows())
                        .stage(KdKernels.ARRANGE.stage(keys.length, orders, sort.payload(), parameters, keys))
                        .build(),
                Phase.named(KEEP)
                        .upload(parameters)
                        .stage(KdKernels.RANKS.stage(capacity, sort.payload(), parameters, orders, ranks))
                        .build(),
                halve(HALVE, orders, halves),
                halve(HALVE_BACK, halves, orders),
                Phase.named(WINDOWS)
                        .upload(parameters, splits)
                        .stage(KdKernels.WINDOWS.stage(
                                Math.ceilDiv(capacity, 1 << Math.max(0, windowBits - 1)),
                                orders,
                                keys,
                                splits,
                                parameters,
                                tree,
                                sort.keys()))
                        .build(),
                Phase.named(POINTS)
                        .stage(KdKernels.POINTS.stage(
                                capacity, coordinates, places, tree, parameters, arrays.points(), arrays.ids()))
                        .stage(KdKernels.LEAF_BOXES.stage(
                                most.leaves(), arrays.points(), arrays.ids(), parameters, arrays.boxes()))
                        .build(),
                Phase.named(BOXES)
                        .upload(parameters)
                        .stage(KdKernels.INNER_BOXES.stage(
                                1 << Math.max(0, most.height() - KdInnerBoxes.MAX_LEVELS), parameters, arrays.boxes()))
                        .build(),
                Phase.named(IDS).download(arrays.ids()).build(),
                Phase.named(RESULT).download(arrays.points(), arrays.boxes()).build());
    }

    private static Phase.Builder phase(String name, List<Stage> stages, Stage... before) {
        Phase.Builder phase = Phase.named(name);
        List.of(before).forEach(phase::stage);
        stages.forEach(phase::stage);
        return phase;
    }

    private Phase halve(String name, int[] from, int[] to) {
        return Phase.named(name)
                .upload(parameters, splitOrders)
                .stage(KdKernels.SIDES.stage(counts.length, from, ranks, splitOrders, parameters, sides, counts))
                .stage(Scan.ROW_SCAN.stage(dims, counts, parameters, totals))
                .stage(KdKernels.HALVES.stage(counts.length, from, splitOrders, sides, counts, parameters, to))
                .build();
    }

    /**
     * Writes the points to where {@link #load} reads them.
     *
     * @param source the coordinates, {@code rows x dims}, row-major; read until {@link #sort} ends
     * @param rows number of points, 1 to the capacity
     * @param ofSource the cuts of the coordinates
     * @param newWriter writes such coordinates into {@link #coordinates}
     */
    void prepare(double[] source, int rows, KdCuts ofSource, Consumer<double[]> newWriter) {
        this.source = source;
        writer = newWriter;
        sample = ofSource;
        sample.write(cuts);
        writer.accept(source);
        parameters[KdParameters.ROWS] = rows;
    }

    /** Copies {@code rows x dims} coordinates to where {@link #load} reads them, by all threads; they are read until {@link #sort} ends. */
    public void prepare(double[] from, int rows, Workers workers) {
        int length = rows * dims;
        prepare(
                from,
                rows,
                new KdCuts(from, rows, dims, workers),
                these -> HostArrays.copy(these, 0, coordinates, 0, length, workers));
    }

    /**
     * Writes the points of a part of a tree to where {@link #load} reads them.
     *
     * @param rows number of points, 1 to the capacity
     * @param ofTree the cuts of the whole tree
     * @param numbers those of its cuts, or of ranks
     * @param newWriter writes coordinates into {@link #coordinates}
     */
    void preparePart(int rows, KdCuts ofTree, double[] numbers, Runnable newWriter) {
        sample = ofTree;
        System.arraycopy(numbers, 0, cuts, 0, cuts.length);
        newWriter.run();
        parameters[KdParameters.ROWS] = rows;
    }

    /** Brings other coordinates to the device, once their keys are not needed any more. */
    void reload(Runner execution, Progress progress) {
        execution.run(COORDINATES, progress);
    }

    /** Brings the points to the device. */
    public void load(Runner execution, Progress progress) {
        execution.run(LOAD, progress);
    }

    /**
     * Orders the points that {@link #load} brought and finds those that differ.
     *
     * @param exact whether all equal points must share a place; else a few may not, where other points have their keys
     * @return the layout of a tree of the points that differ
     */
    public KdLayout sort(Runner execution, Workers workers, boolean exact, Progress progress) {
        int rows = parameters[KdParameters.ROWS];
        int found = order(execution, progress);
        if (found > (exact ? 0 : Math.min(rows / FEW, KdConflicts.SHARES / 2))) {
            KdCuts.writeOfRanks(cuts);
            writer.accept(KdCuts.ranks(source, rows, dims, workers));
            execution.run(LOAD, progress);
            distinguish(execution, progress);
            writer.accept(source);
            reload(execution, progress);
        }
        source = null;
        writer = null;
        return layOut(sample.splits(KdLayout.of(places(), dims, most.leafBits()).rootBits()));
    }

    /**
     * Orders the points that {@link #load} brought and finds those that differ.
     *
     * @return how many differ from points whose keys they have, at most {@link KdConflicts#SHARES}
     */
    int order(Runner execution, Progress progress) {
        int rows = parameters[KdParameters.ROWS];
        sort.size(rows);
        marks.size(rows);
        compaction.setSize(rows);
        distinguish(execution, progress);
        return Arrays.stream(conflicts).sum();
    }

    /** How many points differ, once they are ordered. */
    int places() {
        return compaction.count()[0];
    }

    /**
     * Lays out the tree of the points that were ordered.
     *
     * @param bySize by which dimension windows are split, by the binary logarithm of their size
     */
    KdLayout layOut(int[] bySize) {
        layout = KdLayout.of(places(), dims, most.leafBits());
        parameters[KdParameters.SIZE] = layout.size();
        parameters[KdParameters.HEIGHT] = layout.height();
        System.arraycopy(bySize, 0, splits, 0, splits.length);
        return layout;
    }

    /** Orders the rows by their keys, and marks those that differ. */
    private void distinguish(Runner execution, Progress progress) {
        boolean sorted = false;
        if (!sample.hasManyTies()) {
            sortByFirst(execution, progress);
            sorted = Arrays.stream(ties.skipped()).sum() == 0;
        }
        if (!sorted) {
            sortByAll(execution, progress);
        }
        Arrays.fill(conflicts, 0);
        execution.run(DISTINCT, progress);
    }

    /** By the keys of the first dimension, then all runs of equal ones by the other dimensions at once, but for those too long for that. */
    private void sortByFirst(Runner execution, Progress progress) {
        execution.run(ROWS, progress);
        sortBy(execution, 0, progress);
        ties.runs(parameters[KdParameters.ROWS]);
        execution.run(TIES, progress);
    }

    /** By one dimension after the other, from the last to the first. */
    private void sortByAll(Runner execution, Progress progress) {
        execution.run(ROWS, progress);
        for (int dim = dims - 1; dim >= 0; dim--) {
            sortBy(execution, dim, progress);
        }
        // Of no rows: arrays are on a device once the first phase that uses them has run.
        ties.runs(0);
        execution.run(TIES, progress);
        execution.run(SORTED, progress);
    }

    /** The groups of equal rows, before {@link #arrange}: for each row the next one of its group, or -1. */
    int[] downloadGroups(Runner execution, int rows) {
        execution.run(GROUPS, Progress.NONE);
        return KdGroups.chain(tree, marks.marks(), rows);
    }

    /** Makes the tree of the places. */
    public void arrange(Runner execution, Progress progress) {
        int size = layout.size();
        sort.size(size);
        // An even number of levels leaves the orders where they were.
        int levels = Math.max(0, layout.rootBits() - windowBits);
        levels += levels % 2;
        int[] dimensions = orderDimensions(levels);
        parameters[KdParameters.ORDERS] = dimensions.length;
        parameters[KdParameters.WINDOW_BITS] = layout.rootBits();
        execution.run(ARRANGE, progress);
        for (int order = 0; order < dimensions.length; order++) {
            if (order > 0) {
                execution.run(ROWS, progress);
                sortBy(execution, dimensions[order], progress);
            }
            parameters[KdParameters.ORDER] = order;
            execution.run(KEEP, progress);
        }
        for (int level = 0; level < levels; level++) {
            execution.run(level % 2 == 0 ? HALVE : HALVE_BACK, progress);
            parameters[KdParameters.WINDOW_BITS]--;
        }
        execution.run(WINDOWS, progress);
        execution.run(POINTS, progress);
        int top = layout.height();
        while (top > 0) {
            int joined = Math.min(top, KdInnerBoxes.MAX_LEVELS);
            top -= joined;
            parameters[KdParameters.LEVEL] = top;
            parameters[KdParameters.LEVELS] = joined;
            execution.run(BOXES, progress);
        }
    }

    /** Copies the tree to the host, into {@link #arrays}. */
    public void download(Runner execution) {
        downloadIds(execution);
        downloadTree(execution);
    }

    /** Copies the rows of the places to the host. */
    void downloadIds(Runner execution) {
        execution.run(IDS, Progress.NONE);
    }

    /** Copies coordinates and boxes to the host. */
    void downloadTree(Runner execution) {
        execution.run(RESULT, Progress.NONE);
    }

    private void sortBy(Runner execution, int dim, Progress progress) {
        column[0] = dim * stride;
        execution.run(SORT, progress);
    }

    /** The first dimension, whose order is that of the places, and the others by which large windows are split. */
    private int[] orderDimensions(int levels) {
        int[] orderOf = new int[dims];
        Arrays.fill(orderOf, -1);
        int[] dimensions = new int[dims];
        int count = 1;
        orderOf[0] = 0;
        for (int bits = layout.rootBits(); bits > layout.rootBits() - levels; bits--) {
            int dim = splits[bits];
            if (orderOf[dim] < 0) {
                orderOf[dim] = count;
                dimensions[count++] = dim;
            }
            splitOrders[bits] = orderOf[dim];
        }
        return Arrays.copyOf(dimensions, count);
    }
}
