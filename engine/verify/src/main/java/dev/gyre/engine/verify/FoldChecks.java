package dev.gyre.engine.verify;

import dev.gyre.engine.cluster.NeighborGraphs;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.fold.Autocorrelations;
import dev.gyre.engine.fold.PairCounts;
import dev.gyre.engine.fold.Statistics;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;

/** Compares folds over pairs and neighbors with {@link FoldOracle}. */
final class FoldChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("autocorrelation", FoldChecks::autocorrelation),
            new OperationCheck("neighbor-statistics", FoldChecks::statistics),
            new OperationCheck("pair-counts", FoldChecks::pairCounts),
            new OperationCheck("weighted-pair-counts", FoldChecks::weightedPairCounts));

    /** The metrics whose keys a tree bounds without a margin. */
    private static final List<Metric> METRICS = MetricCases.ofTrees().stream()
            .filter(metric -> !metric.norm().isPower())
            .toList();

    private static final int MAX_RADII = 64;

    /** The oracles of weights take time for each pair. */
    private static final int MAX_COSTLY_ROWS = 150;

    /** Each number that adds up to a moment may be off by some roundings. */
    private static final double TOLERANCE = 1e-9;

    private FoldChecks() {}

    private static Optional<String> pairCounts(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, METRICS, random);
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? MAX_RADII : 5);
        double[] radii = DoubleStream.generate(
                        () -> PointCase.radius(given.queries(), given.points(), given.metric(), random))
                .limit(count)
                .toArray();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        PairCounts counts = new PairCounts(Placement.on(context));
        return difference(
                        FoldOracle.pairCounts(given.points(), given.points(), true, given.metric(), radii),
                        counts.count(given.points(), given.points(), true, options, radii))
                .map(text -> "self, " + text)
                .or(() -> difference(
                        FoldOracle.pairCounts(given.queries(), given.points(), false, given.metric(), radii),
                        counts.count(given.queries(), given.points(), false, options, radii)))
                .map(text -> given + "radii=" + Arrays.toString(radii) + ", " + text);
    }

    private static PointCase costly(Sample sample, List<Metric> metrics, Random random) {
        return PointCase.draw(sample, Math.min(sample.size(), MAX_COSTLY_ROWS), sample.dims(), metrics, random);
    }

    /** Weighs with whole numbers of up to 53 bits: a device rounds none of them, so that sums are the exact ones, rounded once. */
    private static Optional<String> weightedPairCounts(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = costly(sample, METRICS, random);
        long max = random.nextBoolean() ? 4 : 1L << 53;
        double[] weights = weights(given.points(), max, random);
        double[] others = weights(given.queries(), max, random);
        double[] radii = {given.radius(), PointCase.radius(given.queries(), given.points(), given.metric(), random)};
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        Planner planner = PointChecks.planner(context, random);
        return weightDifference(planner, given.points(), weights, given.points(), weights, true, options, radii)
                .map(text -> "self, " + text)
                .or(() -> weightDifference(
                        planner, given.queries(), others, given.points(), weights, false, options, radii))
                .map(text -> given + "radii=" + Arrays.toString(radii) + ", " + text);
    }

    private static double[] weights(Points points, long max, Random random) {
        return random.longs(points.size(), 1 - max, max)
                .mapToDouble(weight -> weight)
                .toArray();
    }

    private static Optional<String> weightDifference(
            Planner planner,
            Points left,
            double[] leftWeights,
            Points right,
            double[] rightWeights,
            boolean self,
            JoinOptions options,
            double... radii) {
        double[] expected = DoubleStream.of(radii)
                .map(radius -> FoldOracle.weightOfPairs(
                                left, leftWeights, right, rightWeights, self, options.metric(), radius)
                        .doubleValue())
                .toArray();
        double[] found = PairCounts.weighted(planner, left, leftWeights, right, rightWeights, self, options, radii);
        return Arrays.equals(expected, found)
                ? Optional.empty()
                : Optional.of("expected=" + Arrays.toString(expected) + ", actual=" + Arrays.toString(found));
    }

    /** Compares Moran's I, Geary's C and the local I of each row, over a neighbor graph that the device makes. */
    private static Optional<String> autocorrelation(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = costly(sample, MetricCases.all(), random);
        GraphKind kind = GraphKind.values()[random.nextInt(GraphKind.values().length)];
        boolean standardized = random.nextBoolean();
        double unit = Math.scalb(1.0, random.nextInt(600) - 300);
        double[] values = random.ints(given.points().size(), -3, 9)
                .mapToDouble(value -> value * unit)
                .toArray();
        JoinOptions join = JoinOptions.DEFAULT.withMetric(given.metric());
        Planner planner = PointChecks.planner(context, random);
        Matches graph = new NeighborGraphs(planner).graph(given.points(), given.k(), kind, join);
        Autocorrelation found = Autocorrelations.of(
                planner,
                graph,
                values,
                Autocorrelation.Options.DEFAULT
                        .withRowStandardized(standardized)
                        .withPermutations(0));
        double[] expected = FoldOracle.autocorrelation(FoldOracle.weights(graph, standardized), values);
        double[] actual = DoubleStream.concat(
                        DoubleStream.of(found.moran(), found.geary()), DoubleStream.of(found.toLocalMoranArray()))
                .toArray();
        for (int i = 0; i < expected.length; i++) {
            double tolerance = TOLERANCE * (1 + Math.abs(expected[i]));
            if (Double.compare(expected[i], actual[i]) != 0 && !(Math.abs(expected[i] - actual[i]) <= tolerance)) {
                return Optional.of(given + "" + kind + ", standardized=" + standardized + ", number=" + i
                        + ", expected=" + expected[i] + ", actual=" + actual[i]);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> statistics(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, METRICS, random);
        Points points = given.points();
        double[][] columns = new double[random.nextInt(3)][];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = FoldOracle.values(points.size(), random);
        }
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        Statistics statistics = new Statistics(Placement.on(context));
        return FoldOracle.difference(
                        points,
                        points,
                        true,
                        given.metric(),
                        columns,
                        given.radius(),
                        statistics.within(points, points, true, columns, given.radius(), options))
                .map(text -> "self, " + text)
                .or(() -> FoldOracle.difference(
                        given.queries(),
                        points,
                        false,
                        given.metric(),
                        columns,
                        given.radius(),
                        statistics.within(given.queries(), points, false, columns, given.radius(), options)))
                .map(text -> given + text);
    }

    private static Optional<String> difference(long[] expected, long... actual) {
        return Arrays.equals(expected, actual)
                ? Optional.empty()
                : Optional.of("expected=" + Arrays.toString(expected) + ", actual=" + Arrays.toString(actual));
    }
}
