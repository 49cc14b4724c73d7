package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;

/** Options of the files and the metric of a join of points. */
final class JoinInput extends Options {

    final JoinFiles files = with(JoinFiles.ofPoints());
    private final MetricOptions metric = with(new MetricOptions());
    private final ScalingOptions scaling = with(new ScalingOptions());

    /** Checks the options; the report will say what they do to the unit of distances. */
    void check(OutputOptions<?> output) {
        check(output, null);
    }

    /** Checks the options; both files have the column of numbers, unless it is null. */
    void check(OutputOptions<?> output, PointFile.NumberColumn number) {
        files.check(number);
        scaling.check(metric());
        output.report().note(scaling.note());
    }

    Metric metric() {
        return metric.metric(files.isDemo());
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
