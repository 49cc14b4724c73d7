package dev.gyre.benchmarks;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.cluster.SpanningTrees;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.sort.Blocks;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The calls in which kernels that have a variant are timed, for the {@link VariantsExperiment}: each with the kernels that are timed in it. A new
 * kernel with a variant gets a place in a call here.
 */
enum VariantCall {
    SCAN(
            "exclusive scan of ints",
            1 << 24,
            1 << 14,
            "tile-sum tile-scan",
            (context, n, random) -> Placed.partitioning(Placement.on(context)).exclusiveScan(ints(n, random, 2))),
    REDUCTION(
            "sums of ints and floats in segments of 16",
            1 << 24,
            1 << 14,
            "int-reduce int-reduce-spans float-reduce float-reduce-spans",
            (context, n, random) -> {
                var partitioning = Placed.partitioning(Placement.on(context));
                int[] offsets = IntStream.rangeClosed(0, n / VariantCall.SEGMENT)
                        .map(i -> i * VariantCall.SEGMENT)
                        .toArray();
                partitioning.segmentedSum(ints(n, random, VariantCall.BOUND), offsets);
                partitioning.segmentedSum(floats(n), offsets);
            }),
    LONG_SUMS(
            "sums of ints and floats in one segment",
            1 << 24,
            1 << 14,
            "int-reduce float-reduce",
            (context, n, random) -> {
                var partitioning = Placed.partitioning(Placement.on(context));
                partitioning.sum(ints(n, random, VariantCall.BOUND));
                partitioning.sum(floats(n));
            }),
    HISTOGRAM(
            "histogram of 100 bins",
            1 << 24,
            1 << 14,
            "histogram-count-in-groups histogram-sum",
            (context, n, random) -> Placed.partitioning(Placement.on(context)).histogram(ints(n, random, 100), 100)),
    TWO_WAY_PARTITION(
            "partition of ints by flags",
            1 << 24,
            1 << 14,
            "flag-scatter",
            (context, n, random) -> Placed.partitioning(Placement.on(context))
                    .partition(ints(n, random, VariantCall.BOUND), ints(n, random, 2))),
    SEGMENTED_PARTITION(
            "partition of ints around pivots in segments of 1000",
            1 << 23,
            1 << 14,
            "segmented-count segmented-scatter",
            (context, n, random) -> {
                int segments = Math.ceilDiv(n, 1_000);
                int[] offsets = IntStream.rangeClosed(0, segments)
                        .map(i -> (int) Math.min(n, 1_000L * i))
                        .toArray();
                int[] pivots = new int[segments];
                Arrays.fill(pivots, VariantCall.BOUND / 2);
                Placed.partitioning(Placement.on(context))
                        .segmentedPartition(
                                ints(n, random, VariantCall.BOUND),
                                ints(n, random, VariantCall.BOUND),
                                offsets,
                                pivots);
            }),
    RADIX_SORT(
            "order of ints by radix sort",
            1 << 23,
            1 << 14,
            "digit-count digit-scatter row-scan",
            (context, n, random) -> argsort(context, n, random, SortOptions.Method.RADIX)),
    MERGE_SORT(
            "order of ints by merge sort",
            1 << 22,
            1 << 14,
            "merge-chunks",
            (context, n, random) -> argsort(context, n, random, SortOptions.Method.MERGE)),
    SEGMENTED_SORT("order of ints in segments of 16", 1 << 22, 1 << 14, "segment-sort", (context, n, random) -> {
        int[] offsets = IntStream.rangeClosed(0, n / VariantCall.SEGMENT)
                .map(i -> i * VariantCall.SEGMENT)
                .toArray();
        Placed.sorting(Placement.on(context))
                .argsortSegments(Keys.of(random.ints(n).toArray()), offsets, SortOptions.DEFAULT);
    }),
    BLOCK_SORT("order of ints by 1024 blocks", 1 << 22, 1 << 14, "key-range span-best", (context, n, random) -> {
        int[] offsets = {0, n};
        Blocks blocks = new Blocks(offsets, n >> 10);
        blocks.sort(context, blocks.labeled(random.ints(n).toArray(), 1, offsets), 2);
    }),
    DISTINCT("groups of equal points; 2 dimensions", 1 << 22, 1 << 14, "row-heads", (context, n, random) -> {
        double[] rows = random.doubles(2L * n)
                .map(value -> Math.rint(value * VariantCall.LATTICE))
                .toArray();
        Points points = Points.wrap(rows, 2);
        var sorting = Placed.sorting(Placement.on(context));
        sorting.distinct(points, sorting.superKeyOrder(points, 0, SortOptions.DEFAULT), 0);
    }),
    SINGLE_PASS(
            "100 smallest of each of 256 rows of floats",
            1 << 16,
            1 << 10,
            "part-selection",
            (context, n, random) -> select(context, floats(256 * n), 256, 100, SelectionOptions.Method.SINGLE_PASS)),
    RADIX_SELECT(
            "4096 smallest of a row of floats by radix select",
            1 << 24,
            1 << 19,
            "ordered-keys prefix-counts digit-sums digit-choice selected-counts selected-write",
            (context, n, random) -> select(context, floats(n), 1, 1 << 12, SelectionOptions.Method.RADIX_SELECT)),
    SAMPLE_SELECT(
            "4096 smallest of a row of floats by sample select",
            1 << 24,
            1 << 19,
            "sample-bracket bracket-counts range-write",
            (context, n, random) -> select(context, floats(n), 1, 1 << 12, SelectionOptions.Method.SAMPLE_SELECT)),
    FUSED(
            "kNN self-join by all distances; k = 8; 3 dimensions",
            1 << 15,
            1 << 10,
            "knn-scan-in-groups",
            (context, n, random) -> allDistances(context, n, 3, 8, random, JoinMethod.FUSED)),
    FUSED_WIDE(
            "kNN self-join by all distances; k = 100; 32 dimensions",
            1 << 13,
            1 << 10,
            "brute-force-knn",
            (context, n, random) -> allDistances(context, n, 32, 100, random, JoinMethod.FUSED)),
    TWO_STAGE(
            "kNN self-join by a matrix of distances; k = 8; 16 dimensions",
            1 << 13,
            1 << 10,
            "distance-rows distance-tiles",
            (context, n, random) -> allDistances(context, n, 16, 8, random, JoinMethod.TWO_STAGE)),
    TWO_STAGE_FEW(
            "8 nearest for 8 queries by a matrix of distances; 16 dimensions",
            1 << 20,
            1 << 12,
            "distance-rows",
            (context, n, random) -> new KnnJoin(context)
                    .nearest(
                            points(8, 16, random),
                            points(n, 16, random),
                            false,
                            8,
                            JoinOptions.DEFAULT.withMethod(JoinMethod.TWO_STAGE))),
    KD_TREE(
            "build of a kd-tree; 3 dimensions",
            1 << 20,
            1 << 14,
            "kd-keys kd-sides kd-halves kd-windows row-heads segment-sort",
            (context, n, random) -> Placed.kdTree(Placement.on(context), points(n, 3, random), KdTreeOptions.DEFAULT)
                    .close()),
    KD_NEAREST(
            "kNN self-join by kd-tree; k = 8; 3 dimensions",
            1 << 20,
            1 << 14,
            "tree-nearest",
            (context, n, random) -> selfJoin(context, n, 8, random)),
    KD_QUERIES(
            "8 nearest for as many queries as points; 3 dimensions",
            1 << 20,
            1 << 14,
            "tree-nearest tree-locate",
            (context, n, random) -> {
                try (KdTree tree = Placed.kdTree(Placement.on(context), points(n, 3, random), KdTreeOptions.DEFAULT)) {
                    tree.nearest(points(n, 3, random), 8);
                }
            }),
    KD_HEAPS(
            "kNN self-join by kd-tree; k = 150; 3 dimensions",
            1 << 17,
            1 << 10,
            "tree-nearest-heaps",
            (context, n, random) -> selfJoin(context, n, 150, random)),
    KD_RADIUS(
            "about 60 matches of each query by kd-tree; 2 dimensions",
            1 << 19,
            1 << 12,
            "tree-rows",
            (context, n, random) -> {
                try (KdTree tree = Placed.kdTree(Placement.on(context), points(n, 2, random), KdTreeOptions.DEFAULT)) {
                    tree.within(points(n, 2, random), radius(n, 60));
                }
            }),
    DBSCAN(
            "DBSCAN with about 10 rows near each; 2 dimensions",
            1 << 20,
            1 << 14,
            "tree-fold",
            (context, n, random) -> new Dbscan(Placement.on(context))
                    .clusters(points(n, 2, random), radius(n, 10), 5, JoinOptions.DEFAULT)),
    SPANNING_TREE(
            "spanning tree; 3 dimensions",
            1 << 20,
            1 << 14,
            "tree-others",
            (context, n, random) ->
                    new SpanningTrees(Placement.on(context)).of(points(n, 3, random), 1, JoinOptions.DEFAULT)),
    R_TREE(
            "5 nearest boxes of each box by an R-tree; 2 dimensions",
            1 << 19,
            1 << 13,
            "tree-nearest",
            (context, n, random) -> {
                try (RTree tree = Placed.rTree(Placement.on(context), boxes(n, random), RTreeOptions.DEFAULT)) {
                    tree.nearest(boxes(n, random), 5, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, Monitor.NONE);
                }
            }),
    GRID(
            "about 6 matches of each query in a grid; 2 dimensions",
            1 << 20,
            1 << 14,
            "grid-matches row-heads",
            (context, n, random) -> {
                double radius = radius(n, 6);
                try (Grid grid =
                        Placed.grid(Placement.on(context), points(n, 2, random), radius, GridOptions.DEFAULT)) {
                    grid.within(points(n, 2, random), radius);
                }
            });

    private static final long SEED = 20261128;
    private static final int JVM_PART = 4;
    private static final int BOUND = 1 << 20;
    private static final int SEGMENT = 16;

    /** Values of a coordinate: a point has about four equal ones among 2^22. */
    private static final int LATTICE = 1 << 10;

    private final String what;
    private final int size;
    private final int quickSize;
    private final List<String> kernels;
    private final Body body;

    /** The call, for data of a size. */
    private interface Body {

        void run(Context context, int n, Random random);
    }

    VariantCall(String what, int size, int quickSize, String kernels, Body body) {
        this.what = what;
        this.size = size;
        this.quickSize = quickSize;
        this.kernels = List.of(kernels.split(" "));
        this.body = body;
    }

    /** Returns the names of the kernels that are timed in this call. */
    List<String> kernels() {
        return kernels;
    }

    /** Returns the number of rows, or of elements; of a matrix, the number of its columns. It is smaller on the JVM, which needs longer. */
    int size(Device.Type type, boolean quick) {
        return quick ? quickSize : type == Device.Type.JVM ? size / JVM_PART : size;
    }

    /** Makes the call, the same each time. */
    void run(Context context, boolean quick) {
        body.run(context, size(context.device().type(), quick), new Random(SEED));
    }

    @Override
    public String toString() {
        return what;
    }

    private static int[] ints(int n, Random random, int bound) {
        return random.ints(n, 0, bound).toArray();
    }

    private static float[] floats(int n) {
        return RowData.UNIFORM.rows(1, n);
    }

    private static Points points(int n, int dims, Random random) {
        return Points.wrap(Shape.UNIFORM.rows(n, dims, random), dims);
    }

    private static void selfJoin(Context context, int n, int k, Random random) {
        Points points = points(n, 3, random);
        new KdJoin(context).nearest(points, points, true, k, JoinOptions.DEFAULT);
    }

    private static Boxes boxes(int n, Random random) {
        return Boxes.wrap(
                BoxShape.UNIFORM.make(BoxData.Work.WINDOWS, n, 1, 1, random).boxes(), 2);
    }

    /** The radius within which a point of the unit square has about so many neighbors. */
    private static double radius(int n, int matches) {
        return Math.sqrt(matches / (Math.PI * n));
    }

    private static void argsort(Context context, int n, Random random, SortOptions.Method method) {
        Placed.sorting(Placement.on(context))
                .argsort(Keys.of(random.ints(n).toArray()), SortOptions.DEFAULT.withMethod(method));
    }

    private static void select(Context context, float[] values, int rows, int k, SelectionOptions.Method method) {
        Placed.selection(Placement.on(context)).of(values, rows, k, SelectionOptions.DEFAULT.withMethod(method));
    }

    private static void allDistances(Context context, int n, int dims, int k, Random random, JoinMethod method) {
        Points points = points(n, dims, random);
        new KnnJoin(context).nearest(points, points, true, k, JoinOptions.DEFAULT.withMethod(method));
    }
}
