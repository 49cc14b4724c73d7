package dev.gyre.engine.canary;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.fold.PairCounts;
import dev.gyre.engine.fold.Statistics;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.select.SinglePass;
import dev.gyre.engine.sort.Blocks;
import dev.gyre.engine.topk.TopKSearch;
import dev.gyre.tasks.tree.KdParameters;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Small calls of the engine's operations, which make the same programs as large ones. Each constant has the operations over the kernels of
 * a package, and comes before those whose kernels it uses too.
 */
public enum Rehearsal {
    /** Grids. */
    GRID("grid", Rehearsal::grid),
    /** Kd-trees, and R-trees, which are searched by the same kernels. */
    TREES("tree", Rehearsal::trees),
    /** R-trees. */
    R_TREE("rtree", Rehearsal::rTree),
    /** Top-k joins. */
    TOP_K("topk", Rehearsal::topK),
    /** Joins by brute force. */
    KNN("distance", Rehearsal::knn),
    /** Selection. */
    SELECTION("select", Rehearsal::selection),
    /** Sorts. */
    SORT("sort", Rehearsal::sort),
    /** Scan, reduction, partition and the like. */
    PARTITION("partition", Rehearsal::partition),
    /** Scans, in the same calls. */
    SCAN("scan", Rehearsal::partition);

    private static final String TASKS = "dev.gyre.tasks.";

    /** Bytes for the arrays of a call on a device: enough for one batch. */
    private static final long MEMORY = 1L << 24;

    /** Rows of a self-join by brute force. */
    private static final int MAX_COMPARED = 300;

    private static final int FEW = 5;
    private static final int MANY = 70;

    /** A k for each size of list of a search of a tree, and one for heaps. */
    private static final int[] EACH_LIST = {FEW, 12, 24, 50, MANY};

    private static final int INT_BOUND = 100;

    /** The largest k of a single pass. */
    private static final int LARGEST_K = SinglePass.MAX_K;

    /** Values of a tile of a radix select. */
    private static final int TILE = 1 << 12;

    /** Dimensions of a kd-tree. */
    private static final int MAX_DIMS = KdParameters.MAX_DIMENSIONS;

    /** A distance between points of the lattice within which many others are. */
    private static final double RADIUS = 0.25;

    private final String kernels;
    private final BiConsumer<Context, SmallInput> calls;

    Rehearsal(String kernels, BiConsumer<Context, SmallInput> calls) {
        this.kernels = kernels;
        this.calls = calls;
    }

    /** Tells whether a kernel is one of these operations, or of others of Gyre. */
    static boolean isOfGyre(Kernel kernel) {
        return kernel.loop().getDeclaringClass().getPackageName().startsWith(TASKS);
    }

    /** Tells whether these are the operations over a kernel. */
    public boolean isOf(Kernel kernel) {
        return kernel.loop().getDeclaringClass().getPackageName().equals(TASKS + kernels);
    }

    /**
     * Makes the calls.
     *
     * @param device the device for which the programs are made, which runs nothing; not this JVM, for which programs work on the arrays of
     *     the caller
     */
    public List<Trial> trials(Device device, SmallInput input) {
        try (Workers workers = new Workers(1);
                Recorder recorder = new Recorder(device);
                Context context = new Context(recorder, workers, MEMORY, 0)) {
            calls.accept(context, input);
            return recorder.trials();
        }
    }

    private static void grid(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int dims = 1 + (in.dims() - 1) % Grid.MAX_DIMENSIONS;
        Metric metric = in.metricOfTrees();
        Points points = in.points(in.size(), dims, metric);
        Points queries = in.points(in.queries(), dims, metric);
        try (Grid grid = Placed.grid(here, points, RADIUS, GridOptions.DEFAULT.withMetric(metric))) {
            grid.nearest(queries, FEW);
            grid.nearest(queries, MANY);
            grid.selfNearest(FEW, Monitor.NONE);
            grid.within(queries, RADIUS);
        }
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        new GridJoin(context).within(points, points, true, RADIUS, RADIUS, options);
    }

    private static void rTree(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int dims = Math.min(in.dims(), Boxes.MAX_DIMENSIONS);
        Metric metric = in.metricOfBoxes();
        Boxes boxes = in.boxes(in.size(), dims);
        Boxes queries = in.boxes(in.queries(), dims);
        List<BoxPredicate> predicates = List.of(
                BoxPredicate.INTERSECTS,
                BoxPredicate.CONTAINS,
                BoxPredicate.WITHIN,
                BoxPredicate.withinDistance(RADIUS, metric));
        for (Packing packing : List.of(Packing.HILBERT, Packing.STR, Packing.X_SORT)) {
            RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing);
            try (RTree tree = Placed.rTree(here, boxes, options)) {
                if (packing == Packing.HILBERT) {
                    predicates.forEach(predicate -> search(tree, queries, predicate));
                    for (int k : EACH_LIST) {
                        tree.nearest(queries, k, Double.POSITIVE_INFINITY, metric, Monitor.NONE);
                    }
                }
            }
        }
    }

    private static void search(RTree tree, Boxes queries, BoxPredicate predicate) {
        tree.search(queries, predicate, JoinMethod.R_TREE, Monitor.NONE);
        tree.search(queries, predicate, JoinMethod.FRONTIER, Monitor.NONE);
    }

    private static void topK(Context context, SmallInput in) {
        int dims = Math.min(in.dims(), MAX_DIMS);
        // A device finds the pairs of many rows only.
        int n = in.rarely(2) ? 4 * in.size() : in.size();
        Metric metric = in.metricOfTrees();
        Points left = in.points(n, dims, metric);
        Points right = in.points(n, dims, metric);
        TopKJoinOptions options = TopKJoinOptions.of(MANY, RADIUS).withMetric(metric);
        for (TopKJoinOptions.Method method :
                List.of(TopKJoinOptions.Method.THRESHOLD, TopKJoinOptions.Method.JOIN_THEN_SELECT)) {
            TopKSearch.of(
                            context,
                            left,
                            Scores.of(in.ints(left.size(), 100)),
                            right,
                            Scores.of(in.ints(right.size(), 100)),
                            false,
                            options)
                    .run(method);
        }
    }

    private static void trees(Context context, SmallInput in) {
        kdTree(context, in);
        rTree(context, in);
    }

    private static void kdTree(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int dims = Math.min(in.dims(), MAX_DIMS);
        Metric metric = in.metricOfTrees();
        Points points = in.points(in.size(), dims, metric);
        Points queries = in.points(in.queries(), dims, metric);
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMetric(metric);
        Placed.kdTree(here, in.closePoints(dims), options).close();
        try (KdTree tree = Placed.kdTree(here, points, options)) {
            for (int k : EACH_LIST) {
                tree.nearest(queries, k);
                tree.nearestOthers(k, Monitor.NONE);
            }
            tree.nearest(queries, FEW, RADIUS, Monitor.NONE);
            tree.within(queries, RADIUS);
            tree.selfWithin(RADIUS, Monitor.NONE);
            tree.inBox(points, points);
        }
        Placed.kdTree(here, points, options.withDuplicates(Duplicates.DROP)).close();
        if (points.size() > 0) {
            // Where very many rows share a place, the host makes the rows of a result.
            double[] equal = new double[MANY * dims];
            Arrays.setAll(equal, i -> points.coordinate(0, i % dims));
            try (KdTree tree = Placed.kdTree(here, Points.wrap(equal, dims), options)) {
                tree.within(queries, RADIUS);
            }
        }
        if (in.rarely(4)) {
            Placed.kdTree(here, in.points(in.elements(), dims, metric), options).close();
        }
        KdJoin join = new KdJoin(context);
        join.nearest(points, points, true, FEW, JoinOptions.DEFAULT.withMetric(metric));
        join.within(queries, points, false, RADIUS, JoinOptions.DEFAULT.withMetric(metric));
        if (!metric.norm().isPower()) {
            new Dbscan(here).clusters(points, RADIUS, FEW, JoinOptions.DEFAULT.withMetric(metric));
            // In many dimensions no point of the lattice has a few others near it: alone, each is a core, and rounds
            // unite them.
            new Dbscan(here).clusters(points, RADIUS, 1, JoinOptions.DEFAULT.withMetric(metric));
        }
        if (!metric.norm().isPower() && points.size() > 1) {
            SpanningTrees trees = new SpanningTrees(here);
            trees.of(points, 1, JoinOptions.DEFAULT.withMetric(metric));
            trees.of(points, Math.min(FEW, points.size()), JoinOptions.DEFAULT.withMetric(metric));
        }
        folds(context, points, queries, metric.norm().isPower() ? Metric.EUCLIDEAN : metric);
    }

    private static void folds(Context context, Points points, Points queries, Metric metric) {
        Placement here = Placement.on(context);
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        PairCounts pairs = new PairCounts(here);
        pairs.count(points, points, true, options, 0, RADIUS, 2 * RADIUS);
        pairs.count(queries, points, false, options, RADIUS, 4 * RADIUS);
        double[][] columns = {Arrays.copyOf(points.toRowMajor(), points.size())};
        Statistics statistics = new Statistics(here);
        statistics.within(points, points, true, columns, RADIUS, options);
        statistics.within(queries, points, false, columns, 4 * RADIUS, options);
    }

    private static void knn(Context context, SmallInput in) {
        int n = Math.min(in.size(), MAX_COMPARED);
        Points points = in.points(n, in.metric());
        Points queries = in.points(Math.min(n, in.queries()), in.metric());
        JoinOptions fused = JoinOptions.DEFAULT.withMetric(in.metric()).withMethod(JoinMethod.FUSED);
        JoinOptions twoStage = fused.withMethod(JoinMethod.TWO_STAGE);
        KnnJoin join = new KnnJoin(context);
        join.nearest(points, points, true, FEW, fused);
        join.nearest(queries, points, false, MANY, fused);
        join.nearest(points, points, true, FEW, twoStage);
        join.nearest(queries, points, false, MANY, twoStage);
        if (in.rarely(4)) {
            // A single pass selects fewer.
            join.nearest(
                    in.points(FEW, in.metric()), in.points(2 * LARGEST_K, in.metric()), false, LARGEST_K + 1, twoStage);
        }
        // A few queries at a time, and parts of the points.
        long part = 256L * (in.dims() + 2) + 120L * (FEW + 20);
        try (Context little = context.within(Math.max(part, 4L * n * in.dims() * 2 / 3))) {
            new KnnJoin(little).nearest(points, points, true, FEW, twoStage);
        }
    }

    private static void selection(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int columns = Math.max(1, in.elements());
        int rows = 3;
        float[] floats = in.floats(rows * columns);
        int[] ints = in.ints(rows * columns);
        Selection selection = Placed.selection(here);
        for (SelectionOptions.Method method : SelectionOptions.Method.values()) {
            SelectionOptions options = SelectionOptions.DEFAULT.withMethod(method);
            selection.of(floats, rows, Math.min(FEW, columns), options);
            selection.of(ints, rows, Math.min(MANY, columns), options);
        }
        if (in.rarely(8)) {
            // So many tiles that their counts are added up in two steps.
            selection.of(
                    in.ints(MANY * TILE),
                    1,
                    LARGEST_K + 1,
                    SelectionOptions.DEFAULT.withMethod(SelectionOptions.Method.RADIX_SELECT));
        }
    }

    private static void sort(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int n = in.elements();
        Sorting sorting = Placed.sorting(here);
        int[] offsets = in.offsets(n);
        for (SortOptions.Method method : SortOptions.Method.values()) {
            SortOptions options = SortOptions.DEFAULT.withMethod(method);
            sorting.argsort(Keys.of(in.floats(n)), options);
            sorting.argsort(Keys.of(in.doubles(n)), options);
            sorting.argsortSegments(Keys.of(in.ints(n)), offsets, options);
        }
        Points points = in.points(in.size(), Metric.EUCLIDEAN);
        int[] order = sorting.superKeyOrder(points, 0, SortOptions.DEFAULT);
        sorting.distinct(points, order, 0);
        if (n > 0) {
            // So few rows that a digit distinguishes most of them.
            blockSort(context, in, in.size(), 1);
            blockSort(context, in, n, 2);
        }
    }

    /** By the highest digit or by two, in whole segments too. */
    private static void blockSort(Context context, SmallInput in, int n, int digits) {
        int[] keys = in.ints(n);
        for (int[] offsets : List.of(new int[] {0, n}, in.offsets(n))) {
            Blocks blocks = new Blocks(offsets, 1 + in.below(Math.min(n, MANY)));
            blocks.sort(context, blocks.labeled(keys, 1, offsets), digits);
        }
    }

    private static void partition(Context context, SmallInput in) {
        Placement here = Placement.on(context);
        int n = in.elements();
        Partitioning partitioning = Placed.partitioning(here);
        int[] values = in.ints(n);
        int[] small = in.ints(n, INT_BOUND);
        int[] flags = in.flags(n);
        int[] offsets = in.offsets(n);
        partitioning.exclusiveScan(small);
        partitioning.inclusiveScan(small);
        partitioning.segmentedSum(values, offsets);
        partitioning.segmentedMin(values, offsets);
        partitioning.segmentedMax(values, offsets);
        partitioning.segmentedSum(in.floats(n), offsets);
        partitioning.sumLevels(asDoubles(small), 2 + in.below(MANY));
        partitioning.histogram(small, INT_BOUND);
        partitioning.histogram(small, 1 << 13);
        partitioning.keepWhere(flags);
        partitioning.keepWhere(values, flags);
        partitioning.partition(values, flags);
        partitioning.multiwayPartition(small, INT_BOUND);
        if (n > 0) {
            partitioning.segmentedPartition(values, small, offsets, in.ints(offsets.length - 1));
        }
        int[] order = in.permutation(n);
        partitioning.gather(values, order);
        partitioning.gather(in.floats(n), order);
        partitioning.scatter(values, order, n);
        partitioning.scatter(in.floats(n), order, n);
        partitioning.inverse(order);
    }

    private static double[] asDoubles(int[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }
}
