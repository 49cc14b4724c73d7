package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;

/** Options of the files and the metric of a join of points. */
final class JoinInput extends Options {

    final JoinFiles files = with(JoinFiles.ofPoints());
    private final Option<Metric> metric = choice(
            Names.METRICS,
            "--metric=METRIC",
            "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                    + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
            "haversine for longitude and latitude in degrees: kilometres;",
            "cosine: 1 less the cosine of the angle; inner-product: the negated inner product; hamming: the number of "
                    + "bits that differ in whole numbers below 2^24",
            "(default: euclidean, with --demo haversine).");
    private final ScalingOptions scaling = with(new ScalingOptions());

    /** Checks the options; the report will say what they do to the unit of distances. */
    void check(OutputOptions<?> output) {
        files.check();
        scaling.check(metric());
        output.report().note(scaling.note());
    }

    Metric metric() {
        return metric.or(files.isDemo() ? Metric.HAVERSINE : Metric.EUCLIDEAN);
    }

    /** Reads the points, then the queries, which are the points in a self-join. */
    Both<PointTable> read() {
        return scaling.scaled(files.read(
                "points",
                file -> file.read(metric(), this::tell),
                table -> table.points().dims()));
    }

    JoinOptions options(MethodOptions<JoinMethod> method, Monitor monitor) {
        return JoinOptions.DEFAULT
                .withMetric(metric())
                .withMethod(method.method())
                .withMonitor(monitor);
    }
}
