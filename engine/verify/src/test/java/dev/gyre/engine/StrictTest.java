package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.device.ForwardingBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RankedRTree;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.OperationCheck;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of the API on a device that the user named: it runs there, or its report names the JVM. With strict settings it runs there, or it
 * fails. The device works on the threads of this JVM, and counts what it runs.
 */
@Timeout(300)
class StrictTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final int N = 700;
    private static final Points PLANE = points(2);
    private static final Points MANY_DIMENSIONS = points(17);
    private static final Boxes BOXES = Boxes.of(PLANE);
    private static final Scores SCORES =
            Scores.wrap(new Random(3).ints(N, 0, 100).toArray());
    private static final int[] INTS = new Random(4).ints(N, 0, 9).toArray();
    private static final int[] FLAGS = new Random(5).ints(N, 0, 2).toArray();
    private static final int[] OFFSETS = {0, 100, 100, 650, N};
    private static final int[] ORDER = IntStream.range(0, N).map(i -> N - 1 - i).toArray();
    private static final double RADIUS = 0.05;
    private static final Matches GRAPH = graph();

    private final Workers workers = new Workers(2);
    private final Card card = new Card(workers);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        workers.close();
    }

    private static Matches graph() {
        try (Engine jvm = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1))) {
            return jvm.neighborGraph(PLANE, 3, GraphKind.DIRECTED);
        }
    }

    private static Points points(int dims) {
        return Points.of(new Random(dims).doubles((long) N * dims).toArray(), dims);
    }

    private static float[] floats() {
        float[] floats = new float[N];
        for (int i = 0; i < N; i++) {
            floats[i] = INTS[i];
        }
        return floats;
    }

    private static double[] doubles() {
        return Arrays.stream(INTS).asDoubleStream().toArray();
    }

    /** Counts the phases that it runs. */
    private static final class Card extends ForwardingBackend {

        private final AtomicInteger runs = new AtomicInteger();

        Card(Workers workers) {
            super(new FaultyBackend(CARD, workers, Fault.NONE));
        }

        @Override
        protected void run(Program program, Execution execution, String phase, Progress progress) {
            runs.addAndGet(program.phase(phase).stages().size());
            execution.run(phase, progress);
        }
    }

    private Engine engine(String device, boolean strict) {
        Settings settings = Settings.DEFAULT
                .withDevice(device)
                .withThreads(2)
                .withCalibration(folder.resolve("calibration.ini"))
                .withStrict(strict);
        return new Engine(settings, new Devices(settings, List.of(new OneCard(CARD, card))));
    }

    /** Where a call runs if the device is named. */
    private enum Place {
        /** On the device. */
        DEVICE,
        /** On the host's threads; with strict settings it fails. */
        HOST,
        /** Counts of the host, which the device does with strict settings. */
        COUNT,
        /** Found by the device, after a count of the host, which the device does with strict settings. */
        AFTER_COUNT,
        /** On both; with strict settings it fails. */
        BOTH,
        /** Wherever it is estimated to be faster; with strict settings on the device. */
        ANYWHERE,
        /** A single query, on the calling thread. */
        CALLER
    }

    private record Call(Place place, Function<Engine, Object> prepared, Function<Object, Object> call) {}

    /** The calls by name; the part of a name before the comma is that of a method. */
    private static final class Calls extends TreeMap<String, Call> {

        private static final long serialVersionUID = 1;

        void add(String name, Place place, Function<Engine, Object> call) {
            on(name, place, engine -> engine, call);
        }

        @SuppressWarnings("unchecked")
        <T> void on(String name, Place place, Function<Engine, T> prepared, Function<T, Object> call) {
            Call before =
                    put(name, new Call(place, prepared::apply, (Function<Object, Object>) (Function<?, Object>) call));
            assertEquals(null, before, name);
        }
    }

    private static Calls calls() {
        Calls calls = new Calls();
        addJoins(calls);
        addBoxesAndPairs(calls);
        addIndexes(calls);
        addRTrees(calls);
        addArrays(calls);
        return calls;
    }

    private static void addJoins(Calls calls) {
        for (JoinMethod method : List.of(
                JoinMethod.AUTOMATIC,
                JoinMethod.BRUTE_FORCE,
                JoinMethod.FUSED,
                JoinMethod.TWO_STAGE,
                JoinMethod.KD_TREE,
                JoinMethod.GRID)) {
            JoinOptions by = JoinOptions.DEFAULT.withMethod(method);
            calls.add("Engine.knnSelfJoin, " + method, Place.DEVICE, engine -> engine.knnSelfJoin(PLANE, 3, by));
            calls.add("Engine.knnJoin, " + method, Place.DEVICE, engine -> engine.knnJoin(PLANE, PLANE, 3, by));
        }
        JoinOptions hybrid = JoinOptions.DEFAULT.withMethod(JoinMethod.HYBRID_GRID);
        calls.add("Engine.knnSelfJoin, hybrid", Place.BOTH, engine -> engine.knnSelfJoin(PLANE, 3, hybrid));
        calls.add(
                "Engine.hybridGridSelfJoin",
                Place.BOTH,
                engine -> engine.hybridGridSelfJoin(PLANE, 3, JoinOptions.DEFAULT, HybridGridOptions.DEFAULT));
        calls.add("Engine.spanningTree", Place.DEVICE, engine -> engine.spanningTree(PLANE));
        calls.add("Engine.spanningTree, mutual", Place.DEVICE, engine -> engine.spanningTree(PLANE, 5));
        for (GraphKind kind : GraphKind.values()) {
            calls.add("Engine.neighborGraph, " + kind, Place.DEVICE, engine -> engine.neighborGraph(PLANE, 3, kind));
        }
        calls.add("Engine.outliers", Place.DEVICE, engine -> engine.outliers(PLANE, 3));
        calls.add("Engine.hdbscan", Place.DEVICE, engine -> engine.hdbscan(PLANE, HdbscanOptions.of(5)));
        Points wide = MANY_DIMENSIONS;
        JoinOptions hamming = JoinOptions.DEFAULT.withMetric(Metric.HAMMING);
        Points words = Points.ofBits(new Random(1).longs(N).toArray(), 64);
        calls.add("Engine.knnSelfJoin, 17 dimensions", Place.DEVICE, engine -> engine.knnSelfJoin(wide, 3));
        calls.add("Engine.dbscan", Place.DEVICE, engine -> engine.dbscan(PLANE, RADIUS, 4));
        calls.add("Engine.radiusSelfJoin", Place.DEVICE, engine -> engine.radiusSelfJoin(PLANE, RADIUS));
        calls.add("Engine.distanceJoin", Place.DEVICE, engine -> engine.distanceJoin(PLANE, PLANE, RADIUS));
        double[][] columns = {doubles()};
        JoinOptions plain = JoinOptions.DEFAULT;
        calls.add(
                "Engine.neighborStatistics",
                Place.DEVICE,
                engine -> engine.neighborStatistics(PLANE, columns, RADIUS).report());
        calls.add(
                "Engine.neighborStatistics, two sets",
                Place.DEVICE,
                engine -> engine.neighborStatistics(PLANE, PLANE, columns, RADIUS, plain)
                        .report());
        calls.add(
                "Engine.nearestStatistics",
                Place.DEVICE,
                engine -> engine.nearestStatistics(PLANE, columns, 3, plain).report());
        calls.add(
                "Engine.nearestStatistics, two sets",
                Place.DEVICE,
                engine -> engine.nearestStatistics(PLANE, PLANE, columns, 3, plain)
                        .report());
        calls.add("Engine.pairCounts", Place.DEVICE, engine -> engine.pairCounts(PLANE, RADIUS));
        calls.add("Engine.pairCounts, two sets", Place.DEVICE, engine -> engine.pairCounts(PLANE, PLANE, RADIUS));
        double[] weights = columns[0];
        calls.add(
                "Engine.autocorrelation",
                Place.HOST,
                engine -> engine.autocorrelation(GRAPH, weights, Autocorrelation.Options.DEFAULT));
        calls.add(
                "Engine.weightedPairCounts",
                Place.HOST,
                engine -> engine.weightedPairCounts(PLANE, weights, plain, RADIUS));
        calls.add(
                "Engine.weightedPairCounts, two sets",
                Place.HOST,
                engine -> engine.weightedPairCounts(PLANE, weights, PLANE, weights, plain, RADIUS));
        calls.add("Engine.radiusSelfJoin, 17 dimensions", Place.HOST, engine -> engine.radiusSelfJoin(wide, 1));
        calls.add("Engine.distanceJoin, 17 dimensions", Place.HOST, engine -> engine.distanceJoin(wide, wide, 1));
        calls.add("Engine.radiusSelfJoin, hamming", Place.HOST, engine -> engine.radiusSelfJoin(words, 20, hamming));
        for (JoinMethod method : List.of(JoinMethod.KD_TREE, JoinMethod.GRID, JoinMethod.BRUTE_FORCE)) {
            Place place = method == JoinMethod.BRUTE_FORCE ? Place.HOST : Place.DEVICE;
            JoinOptions by = JoinOptions.DEFAULT.withMethod(method);
            calls.add("Engine.radiusSelfJoin, " + method, place, engine -> engine.radiusSelfJoin(PLANE, RADIUS, by));
            Function<Engine, DistanceJoin> open = engine -> engine.openRadiusSelfJoin(PLANE, RADIUS, by);
            calls.add("Engine.openDistanceJoin, " + method, place, engine -> {
                DistanceJoin join = engine.openDistanceJoin(PLANE, PLANE, RADIUS, by);
                join.matches(0, 9);
                return join;
            });
            calls.add(
                    "Engine.openRadiusSelfJoin, " + method,
                    method == JoinMethod.KD_TREE ? Place.AFTER_COUNT : place,
                    engine -> {
                        DistanceJoin join = open.apply(engine);
                        join.forEachMatch(Monitor.NONE, (first, part) -> {});
                        join.forEachPair(Monitor.NONE, (first, part) -> {});
                        join.forEachNearest(2, Monitor.NONE, (first, part) -> {});
                        return join;
                    });
            if (place == Place.DEVICE) {
                Place counts = method == JoinMethod.GRID ? Place.DEVICE : Place.COUNT;
                calls.on("DistanceJoin.size, " + method, counts, open, join -> {
                    assertTrue(join.size() > 0);
                    assertEquals(N, join.counts().length);
                    return join;
                });
            }
        }
        calls.add("Engine.openRadiusSelfJoin, 17 dimensions", Place.HOST, engine -> {
            DistanceJoin join = engine.openRadiusSelfJoin(wide, 1, JoinOptions.DEFAULT);
            join.size();
            return join;
        });
    }

    private static void addBoxesAndPairs(Calls calls) {
        BoxPredicate near = BoxPredicate.withinDistance(RADIUS, Metric.EUCLIDEAN);
        for (JoinMethod method : List.of(JoinMethod.AUTOMATIC, JoinMethod.R_TREE, JoinMethod.FRONTIER)) {
            BoxJoinOptions by = BoxJoinOptions.DEFAULT.withMethod(method);
            calls.add("Engine.boxJoin, " + method, Place.DEVICE, engine -> engine.boxJoin(BOXES, BOXES, near, by));
            calls.add("Engine.boxSelfJoin, " + method, Place.DEVICE, engine -> engine.boxSelfJoin(BOXES, near, by));
            calls.add("Engine.openBoxJoin, " + method, Place.DEVICE, engine -> {
                BoxJoin join = engine.openBoxJoin(BOXES, BOXES, near, by);
                join.forEachMatch(Monitor.NONE, (first, part) -> {});
                return join;
            });
            calls.on(
                    "BoxJoin.size, " + method,
                    Place.DEVICE,
                    engine -> engine.openBoxSelfJoin(BOXES, near, by),
                    join -> join.size() > 0 && join.counts().length == N ? join : null);
        }
        for (TopKJoinOptions.Method method : TopKJoinOptions.Method.values()) {
            TopKJoinOptions by = TopKJoinOptions.of(9, RADIUS).withMethod(method);
            boolean onHost = method == TopKJoinOptions.Method.BLOCKS || method == TopKJoinOptions.Method.RANKED_TREES;
            Place place = onHost ? Place.HOST : Place.DEVICE;
            calls.add(
                    "Engine.topKJoin, points, " + method,
                    place,
                    engine -> engine.topKJoin(PLANE, SCORES, PLANE, SCORES, by));
            calls.add(
                    "Engine.topKSelfJoin, points, " + method, place, engine -> engine.topKSelfJoin(PLANE, SCORES, by));
            calls.add(
                    "Engine.topKJoin, boxes, " + method,
                    place,
                    engine -> engine.topKJoin(BOXES, SCORES, BOXES, SCORES, by));
            calls.add("Engine.topKSelfJoin, boxes, " + method, place, engine -> engine.topKSelfJoin(BOXES, SCORES, by));
        }
        TopKJoinOptions best = TopKJoinOptions.of(2, RADIUS);
        calls.add(
                "Engine.topKPerLeft, points",
                Place.HOST,
                engine -> engine.topKPerLeft(PLANE, SCORES, PLANE, SCORES, best));
        calls.add(
                "Engine.topKPerLeft, boxes",
                Place.HOST,
                engine -> engine.topKPerLeft(BOXES, SCORES, BOXES, SCORES, best));
    }

    private static void addIndexes(Calls calls) {
        Matches.Consumer ignored = (first, part) -> {};
        calls.add("Engine.kdTree", Place.DEVICE, engine -> engine.kdTree(PLANE));
        calls.add("Engine.grid", Place.DEVICE, engine -> engine.grid(PLANE, 0.1));
        Function<Engine, KdTree> tree = engine -> engine.kdTree(PLANE);
        Points upper =
                Points.of(Arrays.stream(PLANE.toRowMajor()).map(x -> x + RADIUS).toArray(), 2);
        calls.on("KdTree.nearest", Place.DEVICE, tree, on -> on.nearest(PLANE, 3));
        calls.on("KdTree.nearestOthers", Place.DEVICE, tree, on -> on.nearestOthers(3, Monitor.NONE));
        calls.on("KdTree.closest", Place.DEVICE, tree, on -> on.closest(PLANE));
        calls.on("KdTree.within", Place.DEVICE, tree, on -> on.within(PLANE, RADIUS));
        calls.on("KdTree.within, in parts", Place.DEVICE, tree, on -> {
            on.within(PLANE, RADIUS, Monitor.NONE, ignored);
            return "";
        });
        calls.on("KdTree.selfWithin", Place.DEVICE, tree, on -> on.selfWithin(RADIUS, Monitor.NONE));
        calls.on("KdTree.inBox", Place.DEVICE, tree, on -> on.inBox(PLANE, upper));
        calls.on("KdTree.countInBox", Place.DEVICE, tree, on -> on.countInBox(PLANE, upper));
        calls.on("KdTree.countWithin", Place.COUNT, tree, on -> on.countWithin(PLANE, RADIUS));
        calls.on("KdTree.nearest, one", Place.CALLER, tree, on -> on.nearest(new double[2], 3));
        calls.on("KdTree.within, one", Place.CALLER, tree, on -> on.within(new double[2], RADIUS));
        calls.on("KdTree.forEachNearest", Place.CALLER, tree, on -> {
            on.forEachNearest(new double[2], (id, distance) -> false);
            return "";
        });
        Function<Engine, Grid> grid = engine -> engine.grid(PLANE, 0.1);
        calls.on("Grid.nearest", Place.DEVICE, grid, on -> on.nearest(PLANE, 3));
        calls.on("Grid.selfNearest", Place.DEVICE, grid, on -> on.selfNearest(3, Monitor.NONE));
        calls.on("Grid.within", Place.DEVICE, grid, on -> on.within(PLANE, RADIUS));
        calls.on("Grid.selfWithin", Place.DEVICE, grid, on -> on.selfWithin(RADIUS, Monitor.NONE));
        calls.on("Grid.countWithin", Place.DEVICE, grid, on -> on.countWithin(PLANE, RADIUS));
        Function<Engine, NeighborIndex> index = engine -> engine.neighborIndex(PLANE);
        calls.add("Engine.neighborIndex", Place.ANYWHERE, engine -> {
            try (NeighborIndex made = engine.neighborIndex(PLANE)) {
                return made.nearest(PLANE, 3);
            }
        });
        calls.on("NeighborIndex.nearest", Place.ANYWHERE, index, on -> on.nearest(PLANE, 3));
        calls.on("NeighborIndex.nearestOthers", Place.ANYWHERE, index, on -> on.nearestOthers(3));
        calls.on("NeighborIndex.nearest, one", Place.CALLER, index, on -> on.nearest(new double[2], 3));
    }

    private static void addRTrees(Calls calls) {
        Matches.Consumer ignored = (first, part) -> {};
        BoxPredicate near = BoxPredicate.withinDistance(RADIUS, Metric.EUCLIDEAN);
        calls.add("Engine.rTree", Place.DEVICE, engine -> engine.rTree(BOXES));
        Function<Engine, RTree> tree = engine -> engine.rTree(BOXES);
        calls.on("RTree.search", Place.DEVICE, tree, on -> on.search(BOXES, near));
        calls.on(
                "RTree.search, level by level",
                Place.DEVICE,
                tree,
                on -> on.search(BOXES, near, JoinMethod.FRONTIER, Monitor.NONE));
        calls.on("RTree.search, in parts", Place.DEVICE, tree, on -> {
            on.search(BOXES, near, Monitor.NONE, ignored);
            return "";
        });
        calls.on("RTree.count", Place.DEVICE, tree, on -> on.count(BOXES, near));
        calls.on("RTree.exists", Place.DEVICE, tree, on -> on.exists(BOXES, near));
        calls.on("RTree.nearest", Place.DEVICE, tree, on -> on.nearest(BOXES, 3));
        calls.on("RTree.aggregate", Place.DEVICE, tree, on -> on.aggregate(Aggregate.SUM, doubles()));
        calls.on("RTree.ranked", Place.HOST, tree, on -> {
            RankedRTree ranked = on.ranked(SCORES, true);
            assertEquals(N, ranked.size());
            return ranked.top(BOXES, near, 2, Monitor.NONE);
        });
        calls.on("RTree.forEachMatch", Place.CALLER, tree, on -> {
            on.forEachMatch(new double[4], near, row -> true);
            return "";
        });
        calls.on("RTree.nearest, one", Place.CALLER, tree, on -> on.nearest(new double[4], 3, 1, Metric.EUCLIDEAN));
        calls.on("RTree.forEachNearest", Place.CALLER, tree, on -> {
            on.forEachNearest(new double[4], Metric.EUCLIDEAN, (id, distance) -> false);
            return "";
        });
    }

    private static void addArrays(Calls calls) {
        Function<Engine, Sorting> sorting = Engine::sorting;
        SortOptions sort = SortOptions.DEFAULT;
        calls.on("Sorting.argsort", Place.DEVICE, sorting, on -> on.argsort(Keys.of(INTS)));
        calls.on(
                "Sorting.argsort, merges",
                Place.DEVICE,
                sorting,
                on -> on.argsort(Keys.of(doubles()), sort.withMethod(SortOptions.Method.MERGE)));
        calls.on("Sorting.sortInPlace", Place.DEVICE, sorting, on -> {
            int[] keys = INTS.clone();
            on.sortInPlace(Keys.of(keys));
            return keys;
        });
        calls.on(
                "Sorting.argsortSegments",
                Place.DEVICE,
                sorting,
                on -> on.argsortSegments(Keys.of(INTS), OFFSETS, sort));
        calls.on("Sorting.sortSegmentsInPlace", Place.DEVICE, sorting, on -> {
            int[] keys = INTS.clone();
            on.sortSegmentsInPlace(Keys.of(keys), ORDER.clone(), OFFSETS, sort);
            return keys;
        });
        calls.on("Sorting.blockOrder", Place.DEVICE, sorting, on -> on.blockOrder(Keys.of(INTS), 100, sort));
        calls.on(
                "Sorting.blockOrderSegments",
                Place.DEVICE,
                sorting,
                on -> on.blockOrderSegments(Keys.of(INTS), OFFSETS, 100, sort));
        calls.on("Sorting.superKeyOrder", Place.DEVICE, sorting, on -> on.superKeyOrder(PLANE, 0, sort));
        calls.on(
                "Sorting.distinct",
                Place.DEVICE,
                sorting,
                on -> on.distinct(PLANE, on.superKeyOrder(PLANE, 0, sort), 0).toFirstArray());
        Function<Engine, Selection> selection = Engine::selection;
        calls.on("Selection.smallest", Place.DEVICE, selection, on -> on.smallest(INTS, 3));
        calls.on("Selection.largest", Place.DEVICE, selection, on -> on.largest(floats(), 7, 3));
        for (SelectionOptions.Method method : SelectionOptions.Method.values()) {
            SelectionOptions by = SelectionOptions.DEFAULT.withMethod(method);
            Place place = method == SelectionOptions.Method.SORT ? Place.HOST : Place.DEVICE;
            calls.on("Selection.of, " + method, place, selection, on -> on.of(INTS, 7, 3, by));
        }
        Function<Engine, Partitioning> on = Engine::partitioning;
        Map<String, Function<Partitioning, Object>> arrays = new TreeMap<>();
        arrays.put("exclusiveScan", with -> with.exclusiveScan(INTS));
        arrays.put("inclusiveScan", with -> with.inclusiveScan(INTS));
        arrays.put("sum", with -> List.of(with.sum(INTS), with.sum(floats())));
        arrays.put("min", with -> List.of(with.min(INTS), with.min(floats())));
        arrays.put("max", with -> List.of(with.max(INTS), with.max(floats())));
        arrays.put("segmentedSum", with -> with.segmentedSum(INTS, OFFSETS));
        arrays.put("segmentedMin", with -> with.segmentedMin(INTS, OFFSETS));
        arrays.put("segmentedMax", with -> with.segmentedMax(floats(), OFFSETS));
        arrays.put("sumLevels", with -> with.sumLevels(doubles(), 16));
        arrays.put("minLevels", with -> with.minLevels(doubles(), 16));
        arrays.put("maxLevels", with -> with.maxLevels(doubles(), 16));
        arrays.put("histogram", with -> with.histogram(INTS, 9));
        arrays.put("keepWhere", with -> with.keepWhere(FLAGS));
        arrays.put("partition", with -> with.partition(INTS, FLAGS).values());
        arrays.put("multiwayPartition", with -> with.multiwayPartition(INTS, 9).row(3));
        arrays.put(
                "segmentedPartition",
                with -> with.segmentedPartition(INTS, ORDER, OFFSETS, new int[] {4, 4, 4, 4})
                        .keys());
        arrays.put("gather", with -> with.gather(INTS, ORDER));
        arrays.put("scatter", with -> with.scatter(INTS, ORDER, N));
        arrays.put("permute", with -> with.permute(INTS, ORDER));
        arrays.put("inverse", with -> with.inverse(ORDER));
        arrays.forEach((name, call) -> calls.on("Partitioning." + name, Place.DEVICE, on, call));
    }

    /** Methods of these classes that search, join, sort or count nothing. */
    private static final Set<String> OTHERS = Set.of(
            "Engine.open, version, device, choice, keptMemory, release, settings, work, explainKnnJoin, explainRadiusJoin,"
                    + " explainBoxJoin, explainTopKJoin, explainDbscan, explainSpanningTree, explainPairCounts,"
                    + " explainNeighborStatistics, loadKdTree, loadRTree, calibrate, sorting, partitioning, selection,"
                    + " prepare, verify, identities, close, openBoxSelfJoin",
            "KdTree.buildBytes, points, withIdentifiers, metric, places, levels, leafSize, verify, isPrepared, report,"
                    + " identifiers, save, write, close",
            "Grid.points, metric, width, cells, fullestCell, report, verify, close",
            "RTree.boxes, withIdentifiers, packing, nodeSize, levels, verify, report, identifiers, save, write, close",
            "NeighborIndex.points, size, dims, metric, choice, explain, close",
            "DistanceJoin.countsFast, queries, counts, matches, forEachMatch, forEachPair, forEachNearest, report, close",
            "BoxJoin.checkDims, all, queries, counts, matches, forEachMatch, forEachPair, report, close",
            "Sorting.explain, explainSegments, explainBlocks",
            "Selection.explain",
            "Partitioning.");

    /** A new method of the API has to be entered above. */
    @Test
    void shouldKnowEveryCall() {
        Set<String> known = calls().keySet().stream()
                .map(name -> name.split(",", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        for (String others : OTHERS) {
            String type = others.substring(0, others.indexOf('.') + 1);
            Stream.of(others.substring(type.length()).split(",")).forEach(name -> known.add(type + name.strip()));
        }
        Set<String> unknown = new TreeSet<>();
        for (Class<?> type : List.of(
                Engine.class,
                KdTree.class,
                Grid.class,
                RTree.class,
                NeighborIndex.class,
                DistanceJoin.class,
                BoxJoin.class,
                Sorting.class,
                Selection.class,
                Partitioning.class)) {
            for (Method method : type.getMethods()) {
                String name = type.getSimpleName() + "." + method.getName();
                boolean own = method.getDeclaringClass() != Object.class && Modifier.isPublic(method.getModifiers());
                if (own && !known.contains(name)) {
                    unknown.add(name);
                }
            }
        }
        assertEquals(Set.of(), unknown);
    }

    @Test
    void shouldRunOnTheDeviceOrNameTheJvm() {
        try (Engine engine = engine("card:0", false)) {
            calls().forEach((name, call) -> {
                Object prepared = call.prepared().apply(engine);
                int before = card.runs.get();
                Object found = call.call().apply(prepared);
                boolean ran = card.runs.get() > before;
                Set<String> reported = devices(found);
                switch (call.place()) {
                    case DEVICE -> assertRan(name, true, ran, Set.of("card:0"), reported);
                    case HOST -> assertRan(name, false, ran, Set.of("jvm"), reported);
                    case CALLER -> assertRan(name, false, ran, Set.of("jvm"), reported);
                    case AFTER_COUNT -> assertRan(name, true, ran, Set.of("card:0", "jvm"), reported);
                    case BOTH -> assertRan(name, true, ran, Set.of("card:0", "jvm"), reported);
                    case COUNT -> assertRan(name, false, ran, Set.of("card:0", "jvm"), reported);
                    // The JVM may search what the device built.
                    default ->
                        assertTrue(
                                reported.equals(Set.of("jvm")) || ran && reported.equals(Set.of("card:0")),
                                () -> name + ": reported " + reported);
                }
            });
        }
    }

    @Test
    void shouldRunOnTheDeviceOrFailIfStrict() {
        try (Engine engine = engine("card:0", true);
                Engine lenient = engine("card:0", false)) {
            calls().forEach((name, call) -> {
                Place place = call.place();
                if (place == Place.HOST || place == Place.BOTH) {
                    IllegalArgumentException e = assertThrows(
                            IllegalArgumentException.class,
                            () -> call.call().apply(call.prepared().apply(engine)),
                            name);
                    assertTrue(
                            e.getMessage().contains("on the threads of the host")
                                    || e.getMessage().contains("by the threads of the host"),
                            () -> name + ": " + e.getMessage());
                    assertTrue(e.getMessage().contains("the settings are strict"), () -> name + ": " + e.getMessage());
                    assertTrue(e.getMessage().contains("card:0"), () -> name + ": " + e.getMessage());
                    return;
                }
                Object prepared = call.prepared().apply(engine);
                int before = card.runs.get();
                Object found = call.call().apply(prepared);
                boolean runs = place != Place.CALLER;
                assertRan(name, runs, card.runs.get() > before, Set.of(runs ? "card:0" : "jvm"), devices(found));
                assertEquals(text(call.call().apply(call.prepared().apply(lenient))), text(found), name);
            });
        }
    }

    private static void assertRan(String name, boolean runs, boolean ran, Set<String> devices, Set<String> reported) {
        assertEquals(runs, ran, name + ": the device ran something");
        assertTrue(reported.isEmpty() || reported.equals(devices), () -> name + ": reported " + reported);
    }

    /** What a result says about the devices that made it; empty if it says nothing. */
    private static Set<String> devices(Object found) {
        return switch (found) {
            case Neighbors of -> devices(of.report());
            case Matches of -> devices(of.report());
            case SpanningTree of -> devices(of.report());
            case OutlierScores of -> devices(of.report());
            case Hierarchy of -> devices(of.report());
            case Clusters of -> devices(of.report());
            case DistanceJoin of -> devices(of.report());
            case BoxJoin of -> devices(of.report());
            case TopPairs of -> Set.of(of.work().device().id());
            case RankedRows of -> Set.of(of.device().id());
            case KdTree of -> Set.of(of.report().device().id());
            case RTree of -> Set.of(of.report().device().id());
            case Grid of -> Set.of(of.report().device().id());
            case TopK of -> Set.of(of.explain().contains("on the threads of the host") ? "jvm" : "card:0");
            default -> Set.of();
        };
    }

    private static Set<String> devices(ExecutionReport report) {
        return report.shares().isEmpty()
                ? Set.of(report.device().id())
                : report.shares().stream()
                        .map(DeviceShare::device)
                        .map(Device::id)
                        .collect(Collectors.toSet());
    }

    private static String text(Object found) {
        return switch (found) {
            case Neighbors of -> Arrays.toString(of.toIdArray()) + Arrays.toString(of.toKeyArray());
            case Matches of -> Arrays.toString(of.toOffsetArray()) + Arrays.toString(of.toIdArray());
            case SpanningTree of -> Arrays.toString(of.toFromArray()) + Arrays.toString(of.toToArray());
            case OutlierScores of -> Arrays.toString(of.toFactorArray()) + Arrays.toString(of.toKDistanceArray());
            case Hierarchy of -> Arrays.toString(of.toLabelArray()) + Arrays.toString(of.toProbabilityArray());
            case Clusters of -> Arrays.toString(of.toLabelArray());
            case DistanceJoin of -> Arrays.toString(of.counts());
            case BoxJoin of -> Arrays.toString(of.counts());
            case TopPairs of -> Arrays.toString(of.toLeftArray()) + Arrays.toString(of.toRightArray());
            case TopK of -> Arrays.toString(of.toIdArray());
            case int[] of -> Arrays.toString(of);
            case float[] of -> Arrays.toString(of);
            case double[][] of -> Arrays.deepToString(of);
            case List<?> of -> of.toString();
            default -> "";
        };
    }

    /** Where the JVM is named too, or nothing is named, nothing is refused. */
    @Test
    void shouldRefuseNothingWhereTheJvmMayRun() {
        for (String device : List.of("jvm", "jvm+card:0", "all", "auto")) {
            try (Engine engine = engine(device, true)) {
                assertEquals(
                        "jvm",
                        engine.radiusSelfJoin(MANY_DIMENSIONS, 1)
                                .report()
                                .device()
                                .id());
                assertEquals(
                        N,
                        engine.topKPerLeft(PLANE, SCORES, PLANE, SCORES, TopKJoinOptions.of(1, RADIUS))
                                .queries());
                assertEquals(N, engine.rTree(BOXES).ranked(SCORES, true).size());
                assertEquals(N, engine.kdTree(PLANE).countWithin(PLANE, 2)[0]);
            }
        }
    }

    /** The error of a radius join says why there is no tree, too. */
    @Test
    void shouldSayWhy() {
        List<String> messages = new ArrayList<>();
        try (Engine engine = engine("card:0", true)) {
            messages.add(assertThrows(IllegalArgumentException.class, () -> engine.radiusSelfJoin(MANY_DIMENSIONS, 1))
                    .getMessage());
            messages.add(assertThrows(
                            IllegalArgumentException.class,
                            () -> engine.topKPerLeft(PLANE, SCORES, PLANE, SCORES, TopKJoinOptions.of(1, RADIUS)))
                    .getMessage());
            messages.add(assertThrows(
                            IllegalArgumentException.class,
                            () -> engine.rTree(BOXES).ranked(SCORES, true))
                    .getMessage());
        }
        assertEquals(
                List.of(
                        "no strategy is possible: card:0 KD_TREE: a tree has up to 16 dimensions; card:0 BRUTE_FORCE: done"
                                + " by the threads of the host, and the settings are strict",
                        "a join of the best partners of each row runs on the threads of the host, not on card:0 (Card), and"
                                + " the settings are strict: no device has a method for it",
                        "a ranked search runs on the threads of the host, not on card:0 (Card), and the settings are"
                                + " strict: no device has a method for it"),
                messages);
    }

    /** The self-check looks at what the host does for a device, too. */
    @Test
    void shouldVerifyTheDeviceIfStrict() {
        try (Engine engine = engine("card:0", true)) {
            // Kernels are the same whatever the settings are.
            Set<String> operations =
                    OperationCheck.all().stream().map(OperationCheck::name).collect(Collectors.toSet());
            assertTrue(engine.verify(operations, 1, 7, result -> {}).stream().allMatch(result -> result.passed()));
        }
    }
}
