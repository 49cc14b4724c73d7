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

    private final InputOptions input = with(new InputOptions(InputOptions.Demo.CITIES));
    private final ColumnOptions columns = with(ColumnOptions.ofPoints());
    private final Option<List<String>> kept;
    private final MetricOptions metric = with(new MetricOptions());
    private final ScalingOptions scaling = with(new ScalingOptions());

    private PointFile rows;

    /** Options whose help says how kept columns are called. */
    PointInput(String names) {
        kept = columns(
                "--keep",
                "Adds these columns of the rows to CSV or Parquet" + names
                        + "; '*' stands for all, 'p*' and p0..p9 for several.");
    }

    /** Checks the options; the report will say what they do to the unit of distances. */
    void check(OutputOptions<?> output) {
        check(output, PointFile.Beside.NONE);
    }

    /** Checks the options; the file has columns besides its coordinates. */
    void check(OutputOptions<?> output, PointFile.Beside beside) {
        input.check();
        rows = columns.rows(input, PointFile.Columns.kept("--keep", kept.get()), beside);
        input.checkFormats(rows);
        scaling.check(metric());
        output.report().note(scaling.note());
    }

    /** Refuses a destination that is the input, or has no place for what is asked for. */
    void checkPlace(OutputOptions<?> output) {
        output.check(input.namesRows(), false);
        Path place = output.output();
        if (kept.isGiven() && !OutputOptions.namesRecords(place)) {
            throw error(
                    "--keep is for CSV and Parquet: " + (place == null ? "--output is missing" : "--output=" + place));
        }
        output.checkApartFrom(input.file.get());
    }

    /** Refuses a destination that is the input, and columns to keep. */
    void checkNothingKept(OutputOptions<?> output) {
        output.check("CSV", false);
        output.checkNoPrecision();
        if (kept.isGiven()) {
            throw error("--keep is for rows that the answer copies");
        }
        output.checkApartFrom(input.file.get());
    }

    boolean isDemo() {
        return input.isDemo();
    }

    /** Returns whether the answer has more than the numbers of rows. */
    boolean namesOrKeeps() {
        return input.namesRows() || kept.isGiven();
    }

    Metric metric() {
        return metric.metric(isDemo());
    }

    PointTable read() {
        PointTable table = rows.read(metric(), this::tell);
        return scaling.scaled(new Both<>(table, table)).first();
    }

    JoinOptions options(MethodOptions<JoinMethod> method, Monitor monitor) {
        return JoinOptions.DEFAULT
                .withMetric(metric())
                .withMethod(method.method())
                .withMonitor(monitor);
    }
}
