package dev.gyre.engine;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;

/** Calls of every operation on data of one size, by name. Trees and grids are open before the searches in them. */
final class EngineCalls implements AutoCloseable {

    private static final int K = 3;

    private final Map<String, Executable> calls = new TreeMap<>();
    private final Engine engine;
    private final Points points;
    private final Points queries;
    private final Boxes boxes;
    private final Scores scores;
    private final int[] ints;
    private final double radius;
    private final KdTree tree;
    private final RTree rTree;
    private final Grid grid;
    private final NeighborIndex index;

    EngineCalls(Engine engine, int n, long seed) {
        Random random = new Random(seed);
        this.engine = engine;
        points = Points.wrap(random.doubles(3L * n).toArray(), 3);
        queries = Points.wrap(random.doubles(3L * n).toArray(), 3);
        boxes = boxes(random, n);
        scores = Scores.wrap(random.doubles(n).toArray());
        ints = random.ints(n, -n, n).toArray();
        radius = Math.cbrt(2.0 / n) / 2;
        tree = engine.kdTree(points);
        rTree = engine.rTree(boxes);
        grid = engine.grid(points, radius);
        index = engine.neighborIndex(points);
        addJoins();
        addTopK();
        addTrees();
        addSorts();
        addPartitions();
    }

    private static Boxes boxes(Random random, int n) {
        double[] bounds = new double[4 * n];
        for (int i = 0; i < n; i++) {
            for (int dim = 0; dim < 2; dim++) {
                bounds[4 * i + dim] = random.nextDouble();
                bounds[4 * i + 2 + dim] = bounds[4 * i + dim] + 1 / Math.sqrt(n);
            }
        }
        return Boxes.wrap(bounds, 2);
    }

    /** Returns the calls. */
    Map<String, Executable> byName() {
        return calls;
    }

    private void addJoins() {
        for (JoinMethod method :
                new JoinMethod[] {JoinMethod.KD_TREE, JoinMethod.FUSED, JoinMethod.TWO_STAGE, JoinMethod.GRID}) {
            JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
            calls.put("knn self-join, " + method, () -> engine.knnSelfJoin(points, K, options));
            calls.put("knn join, " + method, () -> engine.knnJoin(queries, points, K, options));
        }
        for (JoinMethod method : new JoinMethod[] {JoinMethod.KD_TREE, JoinMethod.GRID, JoinMethod.BRUTE_FORCE}) {
            JoinOptions options = JoinOptions.DEFAULT.withMethod(method);
            calls.put("radius self-join, " + method, () -> engine.radiusSelfJoin(points, radius, options));
            calls.put("distance join, " + method, () -> engine.distanceJoin(queries, points, radius, options));
            calls.put("parts of a distance join, " + method, () -> {
                try (DistanceJoin join = engine.openDistanceJoin(queries, points, radius, options)) {
                    join.counts();
                }
            });
        }
        calls.put("spanning tree", () -> engine.spanningTree(points));
        calls.put("spanning tree by mutual reachability", () -> engine.spanningTree(points, K));
        calls.put("graph", () -> engine.neighborGraph(points, K, GraphKind.UNION));
        calls.put("outliers", () -> engine.outliers(points, K));
        calls.put("hierarchy", () -> engine.hdbscan(points, HdbscanOptions.of(K)));
        calls.put("counts of pairs", () -> engine.pairCounts(points, radius, 2 * radius));
        double[][] columns = {Arrays.stream(ints).asDoubleStream().toArray()};
        JoinOptions plain = JoinOptions.DEFAULT;
        calls.put("weights of pairs", () -> engine.weightedPairCounts(points, columns[0], plain, radius));
        calls.put(
                "weights of pairs of two sets",
                () -> engine.weightedPairCounts(points, columns[0], points, columns[0], plain, radius));
        Matches graph = engine.neighborGraph(points, K, GraphKind.DIRECTED);
        calls.put(
                "autocorrelation",
                () -> engine.autocorrelation(graph, columns[0], Autocorrelation.Options.DEFAULT.withPermutations(9)));
        calls.put("statistics", () -> engine.neighborStatistics(points, columns, radius));
        calls.put("statistics of two sets", () -> engine.neighborStatistics(queries, points, columns, radius, plain));
        calls.put("statistics of the nearest", () -> engine.nearestStatistics(points, columns, K, plain));
        calls.put(
                "statistics of the nearest of two sets",
                () -> engine.nearestStatistics(queries, points, columns, K, plain));
        calls.put("counts of pairs of two sets", () -> engine.pairCounts(queries, points, radius));
        calls.put(
                "hybrid grid",
                () -> engine.hybridGridSelfJoin(points, K, JoinOptions.DEFAULT, HybridGridOptions.DEFAULT));
        calls.put("dbscan", () -> engine.dbscan(points, radius, K));
        calls.put("box self-join", () -> engine.boxSelfJoin(boxes, BoxPredicate.INTERSECTS));
        calls.put("box join", () -> engine.boxJoin(boxes, boxes(new Random(1), 50), BoxPredicate.INTERSECTS));
        calls.put("parts of a box join", () -> {
            try (BoxJoin join = engine.openBoxJoin(boxes, boxes, BoxPredicate.INTERSECTS, BoxJoinOptions.DEFAULT)) {
                join.counts();
            }
        });
    }

    private void addTopK() {
        TopKJoinOptions options = TopKJoinOptions.of(K, radius);
        for (TopKJoinOptions.Method method : TopKJoinOptions.Method.values()) {
            TopKJoinOptions some = options.withMethod(method);
            calls.put("best pairs of points, " + method, () -> engine.topKSelfJoin(points, scores, some));
            calls.put("best pairs of boxes, " + method, () -> engine.topKSelfJoin(boxes, scores, some));
        }
        calls.put("best partners of points", () -> engine.topKPerLeft(queries, scores, points, scores, options));
        calls.put("best partners of boxes", () -> engine.topKPerLeft(boxes, scores, boxes, scores, options));
    }

    private void addTrees() {
        calls.put("build of a tree", () -> engine.kdTree(points).close());
        calls.put("build of an R-tree", () -> engine.rTree(boxes).close());
        calls.put("build of a grid", () -> engine.grid(points, radius).close());
        calls.put("build of an index", () -> engine.neighborIndex(points).close());
        calls.put("index, nearest", () -> index.nearest(queries, K));
        calls.put("index, others", () -> index.nearestOthers(K));
        calls.put("tree, nearest", () -> tree.nearest(queries, K));
        calls.put("tree, others", () -> tree.nearestOthers(K, Monitor.NONE));
        calls.put("tree, within", () -> tree.within(queries, radius));
        calls.put("tree, counts", () -> tree.countWithin(queries, radius, Monitor.NONE));
        calls.put("tree, within itself", () -> tree.selfWithin(radius, Monitor.NONE));
        calls.put("tree, in boxes", () -> tree.countInBox(queries, queries));
        calls.put("tree, check", tree::verify);
        calls.put("grid, nearest", () -> grid.nearest(queries, K, radius, Monitor.NONE));
        calls.put("grid, others", () -> grid.selfNearest(K, Monitor.NONE));
        calls.put("grid, within", () -> grid.within(queries, radius, Monitor.NONE));
        calls.put("grid, counts", () -> grid.countWithin(queries, radius, Monitor.NONE));
        calls.put("grid, within itself", () -> grid.selfWithin(radius, Monitor.NONE));
        calls.put("grid, check", grid::verify);
        calls.put("R-tree, search", () -> rTree.search(boxes, BoxPredicate.INTERSECTS));
        calls.put("R-tree, counts", () -> rTree.count(boxes, BoxPredicate.INTERSECTS));
        calls.put("R-tree, exists", () -> rTree.exists(boxes, BoxPredicate.INTERSECTS));
        calls.put("R-tree, nearest", () -> rTree.nearest(boxes, K));
        calls.put("R-tree, aggregate", () -> rTree.aggregate(Aggregate.MAX, new double[ints.length]));
        calls.put("R-tree, ranked", () -> rTree.ranked(scores, false));
        calls.put("R-tree, check", rTree::verify);
    }

    private void addSorts() {
        Sorting sorting = engine.sorting();
        Selection selection = engine.selection();
        Keys keys = Keys.of(ints);
        int[] offsets = {0, ints.length / 2, ints.length};
        calls.put("argsort", () -> sorting.argsort(keys));
        calls.put("sort", () -> sorting.sortInPlace(Keys.of(ints.clone())));
        calls.put("argsort of segments", () -> sorting.argsortSegments(keys, offsets, SortOptions.DEFAULT));
        calls.put("sort of blocks", () -> sorting.blockOrder(keys, 4, SortOptions.DEFAULT));
        calls.put("super keys", () -> sorting.superKeyOrder(points, 0, SortOptions.DEFAULT));
        calls.put("distinct points", () -> {
            int[] order = IntStream.range(0, 4).toArray();
            sorting.distinct(Points.wrap(new double[] {0, 1, 1, 2}, 1), order, 0);
        });
        calls.put("select", () -> selection.smallest(ints, K));
        calls.put("select of rows", () -> selection.largest(new float[ints.length], 1, K));
    }

    private void addPartitions() {
        Partitioning partitioning = engine.partitioning();
        int[] flags = new int[ints.length];
        int[] order = IntStream.range(0, ints.length).toArray();
        int[] offsets = {0, ints.length};
        calls.put("scan", () -> partitioning.exclusiveScan(flags));
        calls.put("sum", () -> partitioning.sum(ints));
        calls.put("min", () -> partitioning.min(ints));
        calls.put("max of floats", () -> partitioning.max(new float[ints.length]));
        calls.put("sum of segments", () -> partitioning.segmentedSum(ints, offsets));
        calls.put("sums of levels", () -> partitioning.sumLevels(new double[ints.length], 4));
        calls.put("histogram", () -> partitioning.histogram(flags, 2));
        calls.put("keep", () -> partitioning.keepWhere(ints, flags));
        calls.put("partition", () -> partitioning.partition(ints, flags));
        calls.put("parts", () -> partitioning.multiwayPartition(flags, 2));
        calls.put("partition of segments", () -> partitioning.segmentedPartition(ints, order, offsets, new int[] {0}));
        calls.put("gather", () -> partitioning.gather(ints, order));
        calls.put("scatter", () -> partitioning.scatter(ints, order, ints.length));
        calls.put("permute", () -> partitioning.permute(ints, order));
        calls.put("inverse", () -> partitioning.inverse(order));
    }

    @Override
    public void close() {
        tree.close();
        rTree.close();
        grid.close();
        index.close();
    }
}
