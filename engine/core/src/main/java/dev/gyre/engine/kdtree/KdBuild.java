package dev.gyre.engine.kdtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdPointsJvm;
import dev.gyre.tasks.tree.TreeBoxes;
import dev.gyre.tasks.tree.TreeBoxesJvm;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Builds balanced kd-trees of resident points (Brown, "Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015): order the points by
 * super key and drop duplicates, order them by every dimension that is split, then split all windows of a level at their medians and
 * partition every order accordingly, level by level.
 *
 * <pre>
 * places, arrange
 *  │ for each split dimension: rows, sort, keep
 * orders, ranks
 *  │ for each level: halve
 * windows ─ points ─ leaf boxes ─ (boxes)*
 * </pre>
 *
 * <p>The places come from {@link KdPlaces}. Boxes are exact, whatever the keys of the coordinates are.
 *
 * <p>Equal points share one place, which is numbered by its rank in the first order. Equal coordinates are ordered by place, so there are
 * no ties and every median is a single place. Brown stores a point in each node. Here all points are in leaves of a few slots, aligned to a
 * power of two, and each node has the box around its points: the arrays need no child indices, and a search reads a leaf as one piece. One
 * thread of the JVM or one work-group of a device orders a window of a few thousand slots as a whole. Dimensions that split only such
 * windows need no order.
 *
 * <p>The threads of the JVM select the medians instead: {@link KdMedians}.
 *
 * <p>All levels of large windows run the same two phases, which move rows from one set of orders to the other and back. Levels differ only
 * in a parameter, so a device compiles each kernel once or twice for any number of levels.
 *
 * <p>O(d n log n). Memory on the device, in bytes, for n points of d dimensions: {@code 4 n (8 d + 10)} and 1 MiB at most, and the boxes,
 * {@code 32 d + 8} for each leaf. Not safe for use by several threads.
 */
public final class KdBuild {

    private static final String ARRANGE = "arrange";
    private static final String KEEP = "keep";
    private static final String HALVE = "halve";
    private static final String HALVE_BACK = "halve-back";
    private static final String WINDOWS = "windows";
    private static final String POINTS = "points";
    private static final String BOXES = "boxes";
    private static final String TREE_ROWS = "tree-rows";
    private static final String RESULT = "result";

    /** Levels of nodes whose boxes a thread of the JVM makes at a time with their points; 5, 6, 8 and 9 take as long (AMD EPYC, 28 November 2026). */
    private static final int FETCHED_LEVELS = 7;

    private final int capacity;
    private final int dims;
    private final boolean onJvm;
    private final TreeLayout max;
    private final int windowBits;
    private final int[] orders;
    private final int[] halves;
    private final int[] ranks;
    private final int[] sides;
    private final int[] counts;
    private final int[] totals;
    /** The rows by super key; later, on a device, the places in the order of the tree. */
    private final int[] tree;

    private final int[] parameters;
    private final int[] boxParameters;
    private final int[] splits;
    private final int[] splitOrders;
    private final KdPlaces places;
    private final Supplier<TreeArrays> arrays;
    private Supplier<long[]> room;
    private TreeLayout layout;

    /**
     * Declares the arrays of builds.
     *
     * @param capacity most points, 1 or more
     * @param leafBits binary logarithm of the slots of a leaf
     */
    KdBuild(int capacity, int dims, int leafBits, Layout layout) {
        this.capacity = capacity;
        this.dims = dims;
        max = TreeLayout.ofPoints(capacity, dims, leafBits);
        windowBits = Math.min(Tuned.TREE_WINDOW_BITS.of(layout.device()), max.rootBits());
        onJvm = layout.device().type() == Device.Type.JVM;
        int tiles = Math.ceilDiv(capacity, KdParameters.TILE_SLOTS);
        parameters = layout.add(new int[KdParameters.LENGTH]);
        boxParameters = layout.add(new int[TreeParameters.LENGTH]);
        splits = layout.add(new int[Integer.SIZE]);
        splitOrders = layout.add(new int[Integer.SIZE]);
        tree = layout.ints(capacity);
        places = new KdPlaces(capacity, dims, parameters, tree, layout);
        int ordered = onJvm ? 0 : dims;
        orders = layout.ints(ordered, places.stride());
        halves = layout.ints(ordered, places.stride());
        ranks = places.ranks();
        sides = layout.ints(ordered, tiles, KdParameters.TILE_WORDS);
        counts = layout.ints(dims, tiles);
        totals = layout.ints(dims);
        arrays = TreeArrays.later(max, layout);
        if (!onJvm) {
            layout.output(arrays().rows());
        }
        parameters[KdParameters.TILES] = tiles;
        parameters[KdParameters.LEAF_BITS] = max.leafBits();
    }

    /** Binary logarithm of the slots of a leaf of trees that a device builds. */
    public static int leafBits(Device device) {
        return Tuned.TREE_LEAF_BITS.of(device);
    }

    public static long bytes(int capacity, int dims, Device device) {
        return KdBuilder.sizes(capacity, dims, leafBits(device))
                .measured(device)
                .bytes();
    }

    /** The places, which are found before the tree is laid out and arranged. */
    KdPlaces places() {
        return places;
    }

    /** The dimension by which windows are split, indexed by the binary logarithm of their size. */
    int[] splits() {
        return splits.clone();
    }

    /** The arrays that contain the tree on the device once it is built. */
    TreeArrays arrays() {
        return arrays.get();
    }

    /** Whether the arrays are the host's own and as long as those of a tree. */
    boolean ownsArrays(TreeLayout tree) {
        return onJvm && tree.size() == capacity;
    }

    /** The phases of a build; a program may have others too. */
    List<Phase> phases() {
        List<Phase> phases = new ArrayList<>(places.phases());
        if (onJvm) {
            return phases;
        }
        phases.addAll(orderPhases());
        Collections.addAll(
                phases,
                Phase.named(POINTS)
                        .upload(boxParameters)
                        .stage(KdKernels.POINTS.stage(
                                capacity,
                                places.coordinates(),
                                places.rows(),
                                tree,
                                parameters,
                                arrays().entries(),
                                arrays().rows()))
                        .stage(boxes(max.leaves()))
                        .build(),
                Phase.named(BOXES)
                        .upload(boxParameters)
                        .stage(boxes(1 << Math.max(0, max.height() - TreeBoxes.MAX_LEVELS)))
                        .build(),
                Phase.named(TREE_ROWS).download(arrays().rows()).build(),
                Phase.named(RESULT)
                        .download(arrays().entries(), arrays().boxes())
                        .build());
        return phases;
    }

    /** The phases that order the places by the tree. */
    private List<Phase> orderPhases() {
        RadixSort sort = places.sort();
        int[] keys = places.keys();
        return List.of(
                // The orders are not made yet: they hold the arranged keys, which the second stage only copies back.
                Phase.named(ARRANGE)
                        .upload(parameters)
                        .stage(KdKernels.ARRANGE.stage(dims * places.stride(), keys, places.rows(), parameters, orders))
                        .stage(sort.rows())
                        .stage(KdKernels.ARRANGE.stage(
                                dims * places.stride(), orders, sort.payload(), parameters, keys))
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
                        .build());
    }

    private Stage boxes(int nodes) {
        return TreeKernels.BOXES.stage(
                nodes, arrays().entries(), boxParameters, arrays().boxes(), arrays().rows(), max.corners());
    }

    private Phase halve(String name, int[] from, int[] to) {
        return Phase.named(name)
                .upload(parameters, splitOrders)
                .stage(KdKernels.SIDES.stage(
                        dims * parameters[KdParameters.TILES], from, ranks, splitOrders, parameters, sides, counts))
                .stage(Scan.ROW_SCAN.stage(dims, counts, parameters, totals))
                .stage(KdKernels.HALVES.stage(
                        dims * parameters[KdParameters.TILES], from, splitOrders, sides, counts, parameters, to))
                .build();
    }

    /** Begins to make the room that the JVM needs to arrange a tree of so many points, while they are sorted. */
    void begin(int rows) {
        if (onJvm) {
            places.begin(rows);
            room = HostArrays.room(long[].class, rows > 1 << windowBits ? rows : 0);
        }
    }

    /** Lays out the tree of the places that were found. */
    TreeLayout layOut() {
        return layOut(places.splits(
                TreeLayout.ofPoints(places.size(), dims, max.leafBits()).rootBits()));
    }

    /**
     * Lays out a part of a tree.
     *
     * @param bySize the dimension by which windows are split, indexed by the binary logarithm of their size
     */
    TreeLayout layOut(int[] bySize) {
        layout = TreeLayout.ofPoints(places.size(), dims, max.leafBits());
        parameters[KdParameters.SIZE] = layout.size();
        parameters[KdParameters.HEIGHT] = layout.height();
        System.arraycopy(bySize, 0, splits, 0, splits.length);
        return layout;
    }

    /** Makes the tree of the places. */
    void arrange(Lease<?> lease, Workers workers, Progress progress) {
        if (onJvm) {
            select(workers, progress);
            fetch(workers, progress);
        } else {
            order(lease, progress);
            box(lease, progress);
        }
    }

    /** Orders the places by the tree on the threads of the JVM. */
    private void select(Workers workers, Progress progress) {
        room = room == null ? () -> new long[layout.size()] : room;
        places.keepDistinct(workers, progress);
        new KdMedians(
                        places.keys(),
                        places.rows(),
                        splits,
                        parameters,
                        windowBits,
                        places.columns(),
                        places.pairs(layout.size()),
                        room,
                        workers,
                        progress)
                .write(layout.rootBits(), places.marks());
        places.end();
        room = null;
    }

    /** Brings the points into the order of the tree on the threads of the JVM, and makes the boxes of a few leaves while a cache has their points. */
    private void fetch(Workers workers, Progress progress) {
        TreeArrays to = arrays();
        int joined = Math.min(layout.levels(), FETCHED_LEVELS);
        int slots = layout.nodeSize() << (joined - 1);
        int[] lowest = layout.parameters();
        lowest[TreeParameters.LEVEL] = joined;
        lowest[TreeParameters.JOINED] = joined;
        workers.forEach(
                layout.count(joined),
                node -> {
                    KdPointsJvm.fetchPoints(
                            node * slots,
                            (node + 1) * slots,
                            places.coordinates(),
                            places.rows(),
                            places.marks(),
                            parameters,
                            to.entries(),
                            to.rows());
                    TreeBoxesJvm.joinBoxes(node, node + 1, to.entries(), lowest, to.boxes(), to.rows(), 1);
                },
                progress);
        to.joinBoxes(layout, joined, workers);
    }

    /** Brings the points into the order of the tree on a device, and makes the boxes. */
    private void box(Lease<?> lease, Progress progress) {
        layout.write(boxParameters);
        boxParameters[TreeParameters.LEVEL] = 1;
        boxParameters[TreeParameters.JOINED] = 1;
        lease.run(POINTS, progress);
        int level = 1;
        while (level < layout.levels()) {
            int joined = Math.min(layout.levels() - level, TreeBoxes.MAX_LEVELS);
            level += joined;
            boxParameters[TreeParameters.LEVEL] = level;
            boxParameters[TreeParameters.JOINED] = joined;
            lease.run(BOXES, progress);
        }
    }

    /** Orders the places by the tree. */
    private void order(Lease<?> lease, Progress progress) {
        int size = layout.size();
        places.sort().setSize(size);
        // An even number of levels leaves the orders where they were.
        int levels = Math.max(0, layout.rootBits() - windowBits);
        levels += levels % 2;
        int[] dimensions = orderDimensions(levels);
        parameters[KdParameters.ORDERS] = dimensions.length;
        parameters[KdParameters.WINDOW_BITS] = layout.rootBits();
        lease.run(ARRANGE, progress);
        for (int order = 0; order < dimensions.length; order++) {
            if (order > 0) {
                lease.run(KdPlaces.ROWS, progress);
                places.sortBy(lease, dimensions[order], progress);
            }
            parameters[KdParameters.ORDER] = order;
            lease.run(KEEP, progress);
        }
        for (int level = 0; level < levels; level++) {
            lease.run(level % 2 == 0 ? HALVE : HALVE_BACK, progress);
            parameters[KdParameters.WINDOW_BITS]--;
        }
        lease.run(WINDOWS, progress);
    }

    /** Copies the tree to the host, into {@link #arrays}. */
    void download(Lease<?> lease) {
        downloadRows(lease, arrays().rows());
        downloadTree(lease);
    }

    /** Copies the rows of slots and nodes to an array of the host. */
    void downloadRows(Lease<?> lease, int[] to) {
        if (!onJvm) {
            lease.run(TREE_ROWS, Progress.NONE);
        }
        lease.readAll(arrays().rows(), 0, to, 0, layout.numbers());
    }

    /** Copies coordinates and boxes to the host. */
    void downloadTree(Lease<?> lease) {
        if (!onJvm) {
            lease.run(RESULT, Progress.NONE);
        }
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
