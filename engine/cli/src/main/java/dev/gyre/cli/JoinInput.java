package dev.gyre.cli;

import dev.gyre.cli.csv.Groups;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowFilter;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Options of the files and the metric of a join of points. */
final class JoinInput extends Options {

    final JoinFiles files = with(JoinFiles.ofPoints());
    private final MetricOptions metric = with(new MetricOptions());
    private final ScalingOptions scaling = with(new ScalingOptions());

    /** These are null where all rows may match. */
    private final Option<String> group;

    private final Option<String> queryGroup;
    private final Option<List<String>> where;

    private JoinInput(boolean haveGroups) {
        group = haveGroups
                ? text(
                        "--group=NAME",
                        "A column of CSV or Parquet: a row matches only rows with the same text, or number, in it.")
                : null;
        queryGroup = haveGroups
                ? text("--query-group=NAME", "The column of the queries' groups (default: that of --group).")
                : null;
        where = haveGroups
                ? texts(
                        "--where=CONDITION",
                        "Only these rows of --input match: NAME=VALUE, or !=, <, <=, >, >=. Numbers are compared as numbers. "
                                + "Repeated, all must hold.")
                : null;
    }

    static JoinInput ofAllRows() {
        return new JoinInput(false);
    }

    /** Options of a join in which rows may have groups, or have to pass a filter. */
    static JoinInput ofSomeRows() {
        return new JoinInput(true);
    }

    /** Checks the options; the report will say what they do to the unit of distances. */
    void check(OutputOptions<?> output) {
        if (queryGroup.isGiven() && (!group.isGiven() || files.isSelfJoin())) {
            throw error("--query-group needs --group and --query");
        }
        // All rows are queries of a self-join, and decide the scale of columns.
        boolean isWhereAll = !files.isSelfJoin() && !scaling.isAsked();
        check(
                output,
                PointFile.Beside.groups(group.get(), filters(), isWhereAll),
                PointFile.Beside.groups(queryGroup.isGiven() ? queryGroup.get() : group.get(), List.of(), false));
    }

    /** Checks the options; both files have the same columns besides their coordinates. */
    void check(OutputOptions<?> output, PointFile.Beside beside) {
        check(output, beside, beside);
    }

    private void check(OutputOptions<?> output, PointFile.Beside beside, PointFile.Beside besideQueries) {
        files.check(beside, besideQueries);
        scaling.check(metric());
        output.report().note(scaling.note());
    }

    /** Returns whether only some rows of the input match. */
    boolean isFiltered() {
        return where != null && where.isGiven();
    }

    private List<RowFilter> filters() {
        List<RowFilter> filters = new ArrayList<>();
        for (String condition : isFiltered() ? where.get() : List.<String>of()) {
            RowFilter filter = RowFilter.of(condition);
            if (filter == null) {
                throw error("--where must be NAME=VALUE, or with !=, <, <=, > or >=: --where=" + condition);
            }
            filters.add(filter);
        }
        return filters;
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

    /** Returns the options of a join of rows that were read. */
    JoinOptions options(Both<PointTable> read, MethodOptions<JoinMethod> method, Monitor monitor) {
        JoinOptions options = options(method, monitor);
        if (isFiltered()) {
            BitSet passing = new BitSet();
            passing.set(0, read.first().points().size());
            filters().forEach(filter -> passing.and(filter.rows(read.first().groups(filter.column()))));
            options = options.withFilter(passing);
        }
        if (!group.isGiven()) {
            return options;
        }
        Groups groups = read.first().groups();
        int[] ofRows = groups.numbers();
        return files.isSelfJoin()
                ? options.withGroups(ofRows)
                : options.withGroups(read.second().groups().numbersIn(groups), ofRows);
    }
}
