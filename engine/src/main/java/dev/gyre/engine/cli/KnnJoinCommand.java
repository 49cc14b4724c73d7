package dev.gyre.engine.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.io.CsvSource;
import dev.gyre.engine.io.PointReader;
import dev.gyre.engine.io.PointTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The k nearest neighbors of every row of a file. */
@Command(
        name = "knn-join",
        description = {
            "Finds the k nearest neighbors of every row of a CSV file, among the other rows or, with --query, for the rows "
                    + "of a second file.",
            "Files have a header, are UTF-8, and may be compressed with gzip."
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                    + "neighbor and distance. Rows are numbered from 0."
        })
final class KnnJoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "The columns of the coordinates, as in lon,lat.")
    private List<String> columns;

    @Option(names = "--k", paramLabel = "N", defaultValue = "5", description = "Neighbors per query (default: 5).")
    private int k;

    @Option(names = "--query", paramLabel = "FILE", description = "The queries (default: the points themselves).")
    private Path query;

    @Option(
            names = "--query-columns",
            paramLabel = "NAME",
            split = ",",
            description = "The columns of the queries' coordinates (default: as --columns).")
    private List<String> queryColumns;

    @Option(
            names = "--query-id",
            paramLabel = "NAME",
            description = "A column that identifies the queries in the answer.")
    private String queryId;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            converter = MetricName.class,
            completionCandidates = MetricName.class,
            description = "euclidean, manhattan (the sum over the columns) or chebyshev (the largest of them) in the "
                    + "columns' own unit, or haversine for longitude and latitude in degrees: kilometres "
                    + "(default: euclidean, with --demo haversine).")
    private Metric metric;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "auto",
            converter = MethodName.class,
            completionCandidates = MethodName.class,
            description = "auto, brute-force or kd-tree; all give the same answer (default: auto).")
    private JoinMethod method;

    @Option(names = "--explain", description = "Says which way of joining was taken, and why.")
    private boolean explain;

    @Mixin
    private OutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    /** The metrics by name. */
    static final class MetricName extends ConstantName<Metric> {
        MetricName() {
            super(Metric.class);
        }
    }

    /** The methods by name. */
    static final class MethodName extends ConstantName<JoinMethod> {
        MethodName() {
            super(JoinMethod.class);
        }
    }

    /** What is read: both are the same table in a self-join. */
    private record Tables(PointTable queries, PointTable points) {}

    @Override
    public Integer call() throws IOException {
        input.check();
        if (input.isDemo()) {
            columns = columns == null ? CoordinateColumns.DEMO : columns;
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
        checkOptions();
        output.check();
        new FileWork<>(this::read, this::join).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private void checkOptions() {
        columns = Usage.columns(spec, "--columns", columns);
        if (query == null && (queryColumns != null || queryId != null)) {
            throw Usage.error(spec, "--query-columns and --query-id need --query");
        }
        queryColumns = queryColumns == null ? columns : Usage.columns(spec, "--query-columns", queryColumns);
        if (queryColumns.size() != columns.size()) {
            throw Usage.error(
                    spec,
                    "--columns and --query-columns must be equally many: columns=" + columns.size() + ", query-columns="
                            + queryColumns.size());
        }
        CoordinateColumns.check(spec, columns, metric());
        if (k < 1) {
            throw Usage.error(spec, "--k must be 1 or more: k=" + k);
        }
    }

    private Metric metric() {
        return metric == null ? Metric.EUCLIDEAN : metric;
    }

    private Tables read() {
        PointTable points = read(input.source(), columns, input.idColumn());
        return new Tables(query == null ? points : read(CsvSource.file(query), queryColumns, queryId), points);
    }

    private PointTable read(CsvSource source, List<String> names, String idColumn) {
        return PointReader.read(source, CoordinateColumns.of(names, metric()), idColumn);
    }

    private Answer join(Engine engine, Tables tables) {
        if (output.isQuiet() || !ProgressDisplay.isWatched()) {
            return join(engine, tables, Monitor.NONE);
        }
        try (ProgressDisplay display = new ProgressDisplay()) {
            return join(engine, tables, display);
        }
    }

    private Answer join(Engine engine, Tables tables, Monitor monitor) {
        JoinOptions options = new JoinOptions(metric(), monitor, method);
        Points points = tables.points().points();
        if (explain) {
            int queries = tables.queries().points().size();
            spec.commandLine().getErr().println(engine.explainKnnJoin(queries, points, k, options));
        }
        Neighbors neighbors = query == null
                ? engine.knnSelfJoin(points, k, options)
                : engine.knnJoin(tables.queries().points(), points, k, options);
        return new NeighborAnswer(neighbors, tables.queries(), tables.points(), k);
    }
}
