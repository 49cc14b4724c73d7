package dev.gyre.engine.verify;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.fold.PairCounts;
import dev.gyre.engine.fold.Statistics;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;

/** Compares folds over pairs and neighbors with {@link FoldOracle}. */
final class FoldChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("neighbor-statistics", FoldChecks::statistics),
            new OperationCheck("pair-counts", FoldChecks::pairCounts));

    /** The metrics whose keys a tree bounds without a margin. */
    private static final List<Metric> METRICS = MetricCases.ofTrees().stream()
            .filter(metric -> !metric.norm().isPower())
            .toList();

    private static final int MOST_RADII = 64;

    private FoldChecks() {}

    private static Optional<String> pairCounts(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, METRICS, random);
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? MOST_RADII : 5);
        double[] radii = DoubleStream.generate(
                        () -> PointCase.radius(given.queries(), given.points(), given.metric(), random))
                .limit(count)
                .toArray();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric());
        PairCounts counts = new PairCounts(context);
        return difference(
                        FoldOracle.pairCounts(given.points(), given.points(), true, given.metric(), radii),
                        counts.self(given.points(), options, radii))
                .map(text -> "self, " + text)
                .or(() -> difference(
                        FoldOracle.pairCounts(given.queries(), given.points(), false, given.metric(), radii),
                        counts.between(given.queries(), given.points(), options, radii)))
                .map(text -> given + "radii=" + Arrays.toString(radii) + ", " + text);
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
        Statistics statistics = new Statistics(context);
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
