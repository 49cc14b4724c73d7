package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.nio.file.Path;
import java.util.List;

/** Options of one file of points, of its metric, and of what the answer keeps of its rows. */
final class PointInput extends Options {

    private final ColumnOptions columns = with(ColumnOptions.ofPoints());
    private final Option<List<String>> kept;
    private final MetricOptions metric;
    private final ScalingOptions scaling;

    private PointFile rows;

    /** Options whose help says how kept columns are called. */
    PointInput(String names) {
        this("the rows to CSV or Parquet" + names, new MetricOptions());
    }

    /** Options whose help says what is kept, and which metrics there are. */
    PointInput(String whatIsKept, MetricOptions metric) {
        kept = columns(
                "--keep", "Adds these columns of " + whatIsKept + "; '*' stands for all, 'p*' and p0..p9 for several.");
        this.metric = with(metric);
        scaling = with(new ScalingOptions());
    }

    /** Checks the options; the report will say what they do to the unit of distances. */
    void check(OutputOptions<?> output) {
        check(output, PointFile.Beside.NONE);
    }

    /** Checks the options; the file has columns besides its coordinates. */
    void check(OutputOptions<?> output, PointFile.Beside beside) {
        rows = columns.check(PointFile.Columns.kept("--keep", kept.get()), beside);
        scaling.check(metric());
        output.report().note(scaling.note());
    }

    /** Refuses a destination that is the input, or has no place for what is asked for. */
    void checkPlace(OutputOptions<?> output) {
        output.check(columns.input.namesRows(), false);
        Path place = output.output();
        if (kept.isGiven() && !OutputOptions.namesRecords(place)) {
            throw error("--keep is for CSV, Parquet and Arrow: "
                    + (place == null ? "--output is missing" : "--output=" + place));
        }
        output.checkApartFrom(file());
    }

    /** Refuses a destination that is the input, and columns to keep. */
    void checkNothingKept(OutputOptions<?> output) {
        output.check("CSV", false);
        output.checkNoPrecision();
        if (kept.isGiven()) {
            throw error("--keep is for rows that the answer copies");
        }
        output.checkApartFrom(file());
    }

    boolean isDemo() {
        return columns.input.isDemo();
    }

    /** Returns the file; null for the demo. */
    Path file() {
        return columns.input.file.get();
    }

    boolean isAnyKept() {
        return kept.isGiven();
    }

    /** Returns whether the answer has more than the numbers of rows. */
    boolean namesOrKeeps() {
        return columns.input.namesRows() || kept.isGiven();
    }

    Metric metric() {
        return metric.metric(isDemo());
    }

    PointTable read() {
        return scaled(readUnscaled());
    }

    /** Reads the rows as they are in the file. */
    PointTable readUnscaled() {
        return rows.read(metric(), this::tell);
    }

    /** Returns rows as they were read, with their columns scaled as asked. */
    PointTable scaled(PointTable table) {
        return scaling.scaled(new Both<>(table, table)).first();
    }

    JoinOptions options(MethodOptions<JoinMethod> method, Monitor monitor) {
        return JoinOptions.DEFAULT
                .withMetric(metric())
                .withMethod(method.method())
                .withMonitor(monitor);
    }
}
