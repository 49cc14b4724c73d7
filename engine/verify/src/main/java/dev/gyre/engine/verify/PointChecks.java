package dev.gyre.engine.verify;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.DeviceSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares searches and joins of points with the oracles, and checks the structure of trees and grids. */
final class PointChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("grid", PointChecks::grid),
            new OperationCheck("kd-range", PointChecks::kdRange),
            new OperationCheck("kd-structure", PointChecks::kdStructure),
            new OperationCheck("kd-tree", PointChecks::kdTree),
            new OperationCheck("knn-join", PointChecks::knnJoin),
            new OperationCheck("neighbor-index", PointChecks::neighborIndex));

    /** The metrics whose trees also support windows. */
    private static final List<Metric> OF_WINDOWS = MetricCases.ofTrees().stream()
            .filter(metric -> metric != Metric.HAVERSINE && metric != Metric.COSINE)
            .toList();

    private static final List<JoinMethod> METHODS =
            List.of(JoinMethod.BRUTE_FORCE, JoinMethod.FUSED, JoinMethod.TWO_STAGE);

    /** Memory for a part of the queries of most samples, in bytes. */
    private static final long LITTLE = 200_000;

    private static final int MAX_PARTED_K = 100;

    /** Smallest number of dimensions for which squared distances are expanded. */
    private static final int WIDE = 64;

    private static final int MAX_COSTLY_ROWS = 300;
    private static final int LARGE = 20_000;
    private static final int RARELY = 8;

    /** Trees of a case on the JVM, so that a full check builds a thousand trees. */
    private static final int JVM_TREES = 16;

    private static final int MAX_K = 12;

    private PointChecks() {}

    private static Optional<String> grid(Context context, Sample sample) {
        Random random = sample.random();
        int dims = 1 + (sample.dims() - 1) % Grid.MAX_DIMENSIONS;
        List<Metric> metrics = MetricCases.ofTrees().stream()
                .filter(each -> each.spaceDims(dims) <= Grid.MAX_DIMENSIONS)
                .toList();
        PointCase given = PointCase.draw(sample, sample.size(), dims, metrics, random);
        double width = Math.scalb(1 + random.nextDouble(), random.nextInt(20) - 16);
        Points points = given.points();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        try (Grid grid =
                Placed.grid(Placement.on(context), points, width, GridOptions.DEFAULT.withMetric(given.metric()))) {
            List<String> findings = grid.verify().findings();
            return (findings.isEmpty() ? Optional.<String>empty() : Optional.of("structure: " + findings))
                    .or(() -> given.within(grid.within(given.queries(), given.radius())))
                    .or(() -> given.between(grid.nearest(given.queries(), given.k())))
                    .or(() -> given.self(grid.selfNearest(given.k(), Monitor.NONE)))
                    .or(() -> given.selfWithin(
                                    new GridJoin(context).within(points, points, true, given.radius(), width, options))
                            .map(text -> "join, " + text))
                    .map(text -> given + "width=" + width + ", " + text);
        }
    }

    /** Checks ranges and windows; windows are drawn from the shape of the points. */
    private static Optional<String> kdRange(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, OF_WINDOWS, random);
        Points points = given.points();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        try (KdTree tree =
                Placed.kdTree(Placement.on(context), points, KdTreeOptions.DEFAULT.withMetric(given.metric()))) {
            double[] low = given.queries().toRowMajor();
            double[] high = sample.shape().rows(given.queries().size(), sample.dims(), random);
            order(low, high);
            Points lower = Points.of(low, sample.dims());
            Points upper = Points.of(high, sample.dims());
            return given.within(tree.within(given.queries(), given.radius()))
                    .or(() -> given.selfWithin(tree.selfWithin(given.radius(), Monitor.NONE)))
                    .or(() -> given.selfWithin(
                                    new KdJoin(context).within(points, points, true, given.radius(), options))
                            .map(text -> "join, " + text))
                    .or(() -> RangeOracle.inBox(lower, upper, points, tree.inBox(lower, upper))
                            .map(text -> "windows, " + text))
                    .map(text -> given + text);
        }
    }

    /** Swaps coordinates of two corners if they are not in order. */
    private static void order(double[] low, double[] high) {
        for (int i = 0; i < low.length; i++) {
            double lower = Math.min(low[i], high[i]);
            high[i] = Math.max(low[i], high[i]);
            low[i] = lower;
        }
    }

    /** Builds trees and runs the check of their structure. */
    private static Optional<String> kdStructure(Context context, Sample sample) {
        Random random = sample.random();
        // A device compiles programs for each tree.
        int trees = context.onJvm() ? JVM_TREES : 1;
        Optional<String> difference = Optional.empty();
        for (int tree = 0; tree < trees && difference.isEmpty(); tree++) {
            difference = kdStructure(context, sample, random);
        }
        return difference;
    }

    private static Optional<String> kdStructure(Context context, Sample sample, Random random) {
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(LARGE) : sample.size();
        Points points = Points.of(sample.shape().rows(size, sample.dims(), random), sample.dims());
        Duplicates duplicates = random.nextBoolean() ? Duplicates.KEEP : Duplicates.DROP;
        KdTreeOptions options =
                KdTreeOptions.DEFAULT.withMetric(Metric.CHEBYSHEV).withDuplicates(duplicates);
        try (KdTree tree = Placed.kdTree(Placement.on(context), points, options)) {
            StructureReport report = tree.verify();
            return report.isSound()
                    ? Optional.empty()
                    : Optional.of(report.violations() + " findings, n=" + size + ", " + duplicates + ": "
                            + report.findings().get(0));
        }
    }

    /** Compares searches of a tree, with and without a radius, and the self-join by a tree. */
    private static Optional<String> kdTree(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, MetricCases.ofTrees(), random);
        if (random.nextBoolean()) {
            JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
            Points points = given.points();
            return given.self(new KdJoin(context).nearest(points, points, true, given.k(), options))
                    .map(text -> given + text);
        }
        try (KdTree tree = Placed.kdTree(
                Placement.on(context), given.points(), KdTreeOptions.DEFAULT.withMetric(given.metric()))) {
            Neighbors nearest = tree.nearest(given.queries(), given.k());
            return given.between(nearest)
                    .or(() -> differenceWithin(tree, given.queries(), nearest, random))
                    .or(() -> SingleQueries.difference(tree, given.queries(), given.k(), given.radius()))
                    .map(text -> given + text);
        }
    }

    /** Repeats a search within the distance of one of its neighbors. */
    private static Optional<String> differenceWithin(KdTree tree, Points queries, Neighbors nearest, Random random) {
        if (queries.size() == 0 || nearest.count(0) == 0) {
            return Optional.empty();
        }
        double radius = nearest.distance(0, random.nextInt(nearest.count(0)));
        Neighbors within = tree.nearest(queries, nearest.k(), radius, Monitor.NONE);
        for (int query = 0; query < queries.size(); query++) {
            for (int rank = 0; rank < nearest.k(); rank++) {
                int expected = nearest.distance(query, rank) <= radius ? nearest.id(query, rank) : Neighbors.NONE;
                if (within.id(query, rank) != expected) {
                    return Optional.of("radius=" + radius + ", query=" + query + ", rank=" + rank + ", expected="
                            + expected + ", actual=" + within.id(query, rank));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Compares brute-force joins, fused and two-stage, with all points at once and in parts; sometimes with so many dimensions that squared
     * distances are expanded.
     */
    private static Optional<String> knnJoin(Context context, Sample sample) {
        Random random = sample.random();
        boolean wide = random.nextInt(4) == 0;
        int dims = wide ? WIDE + sample.dims() : sample.dims();
        boolean inParts = random.nextInt(3) == 0;
        int size = wide || inParts ? Math.min(sample.size(), MAX_COSTLY_ROWS) : sample.size();
        PointCase given = PointCase.draw(sample, size, dims, MetricCases.all(), random)
                .withMostK(inParts ? MAX_PARTED_K : Integer.MAX_VALUE);
        JoinMethod method = METHODS.get(random.nextInt(METHODS.size()));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric()).withMethod(method);
        String how = given + method.toString() + ", in parts=" + inParts + ", ";
        if (!inParts) {
            return knnJoin(context, given, options).map(text -> how + text);
        }
        long bytes = random.nextInt(4) == 0 ? LITTLE : bytesOfAPart(given);
        try (Context little = context.within(bytes)) {
            return knnJoin(little, given, options).map(text -> how + text);
        }
    }

    /** Returns the bytes for two thirds of the points, or a little more than every join needs. */
    private static long bytesOfAPart(PointCase given) {
        long min = 256L * (given.points().dims() + 2) + 120L * (given.k() + 20);
        return Math.max(min, 4L * given.points().size() * given.points().dims() * 2 / 3);
    }

    private static Optional<String> knnJoin(Context context, PointCase given, JoinOptions options) {
        KnnJoin join = new KnnJoin(context);
        Points points = given.points();
        return given.self(join.nearest(points, points, true, given.k(), options))
                .or(() -> given.between(join.nearest(given.queries(), points, false, given.k(), options)));
    }

    /** Returns a planner of a device with random costs, by which calls choose among methods. */
    static Planner planner(Context context, Random random) {
        CostModel costs = CostModel.given(device -> new Rates(
                false,
                operation -> new Rates.Rate(
                        Math.pow(10, -9 * random.nextDouble()), Math.pow(10, -9 * random.nextDouble()), 0)));
        Context jvm = context.onJvm()
                ? context
                : new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        return new Planner(DeviceSet.of(jvm, context, "for a check"), () -> costs);
    }

    /** Checks an index with random costs, so that a tree may be built on one device and searched on another. */
    private static Optional<String> neighborIndex(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, MetricCases.all(), random).withMostK(MAX_K);
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT
                .withMetric(given.metric())
                .expecting(random.nextInt(1000), 1 + random.nextInt(MAX_K));
        try (NeighborIndex index = Placed.neighborIndex(planner(context, random), given.points(), options)) {
            boolean self = random.nextBoolean();
            Neighbors found = self ? index.nearestOthers(given.k()) : index.nearest(given.queries(), given.k());
            return (self ? given.self(found) : given.between(found))
                    .map(text -> given + found.report().device().id() + ", "
                            + found.report().method() + ", " + index.choice() + ", " + text);
        }
    }
}
