package dev.gyre.engine.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.io.Column;
import dev.gyre.engine.io.CsvSource;
import dev.gyre.engine.io.NeighborWriter;
import dev.gyre.engine.io.OutputFile;
import dev.gyre.engine.io.PointReader;
import dev.gyre.engine.io.PointTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    private static final String STANDARD_OUTPUT = "-";
    private static final int LATITUDE = 1;

    private enum MetricName {
        euclidean,
        haversine;

        Metric metric() {
            return Metric.valueOf(name().toUpperCase(Locale.ROOT));
        }
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--input", paramLabel = "FILE", description = "The points.")
    private Path input;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "The columns of the coordinates, as in lon,lat.")
    private List<String> columns;

    @Option(names = "--id", paramLabel = "NAME", description = "A column that identifies the points in the answer.")
    private String id;

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
            description = "euclidean, or haversine for longitude and latitude in degrees: kilometres "
                    + "(default: euclidean, with --demo haversine).")
    private MetricName metricName;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the CSV goes, compressed if it ends in .gz; - for standard output.")
    private String output;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "Queries in the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--demo",
            description = "Joins the 135,233 cities that ship with the program (GeoNames, CC BY 4.0).")
    private boolean demo;

    @Option(names = "--quiet", description = "No progress bar, and no last line on where the time went.")
    private boolean quiet;

    @Mixin
    private EngineOptions engineOptions;

    /** Takes an answer to where the user wants it. */
    @FunctionalInterface
    private interface Destination {
        void write(Neighbors neighbors, PointTable queries, PointTable points) throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        if (demo) {
            applyDemo();
        }
        checkOptions();
        Settings settings = engineOptions.settings();
        PrintWriter out = spec.commandLine().getOut();
        if (output == null) {
            join(settings, (neighbors, queries, points) -> NeighborTable.print(neighbors, queries, points, rows, out));
        } else if (output.equals(STANDARD_OUTPUT)) {
            join(settings, (neighbors, queries, points) -> NeighborWriter.write(neighbors, queries, points, out));
        } else {
            joinToFile(settings);
        }
        return ExitCode.OK;
    }

    private void applyDemo() {
        if (input != null) {
            throw usage("--demo brings its own points: --input=" + input);
        }
        columns = columns == null ? List.of("lon", "lat") : columns;
        id = id == null ? "name" : id;
        metricName = metricName == null ? MetricName.haversine : metricName;
    }

    private void checkOptions() {
        if (input == null && !demo) {
            throw usage("--input is missing (or --demo)");
        }
        checkColumns("--columns", columns);
        if (query == null && (queryColumns != null || queryId != null)) {
            throw usage("--query-columns and --query-id need --query");
        }
        if (queryColumns == null) {
            queryColumns = columns;
        }
        checkColumns("--query-columns", queryColumns);
        if (queryColumns.size() != columns.size()) {
            throw usage("--columns and --query-columns must be equally many: columns=" + columns.size()
                    + ", query-columns=" + queryColumns.size());
        }
        if (metric() == Metric.HAVERSINE && columns.size() != 2) {
            throw usage("haversine takes two columns, longitude and latitude in degrees: columns="
                    + String.join(",", columns));
        }
        if (k < 1) {
            throw usage("--k must be 1 or more: k=" + k);
        }
        if (rows < 0) {
            throw usage("--rows must be 0 or more: rows=" + rows);
        }
    }

    private void checkColumns(String option, List<String> names) {
        if (names == null || names.isEmpty()) {
            throw usage(option + " is missing");
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw usage(option + " must be different columns: " + String.join(",", names));
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private Metric metric() {
        return metricName == null ? Metric.EUCLIDEAN : metricName.metric();
    }

    /** Opens the file before the work, so that a place that cannot be written is known at once. */
    private void joinToFile(Settings settings) throws IOException {
        ShutdownGuard.use(
                this::createOutput,
                file -> join(settings, (neighbors, queries, points) -> {
                    try {
                        NeighborWriter.write(neighbors, queries, points, file.writer());
                        file.commit();
                    } catch (IOException e) {
                        throw new IOException("cannot write " + output + ": " + e.getMessage(), e);
                    }
                }));
    }

    private OutputFile createOutput() {
        try {
            return OutputFile.create(Path.of(output));
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void join(Settings settings, Destination destination) throws IOException {
        Stopwatch watch = new Stopwatch();
        PointTable points = read(demo ? CsvSource.cities() : CsvSource.file(input), columns, id);
        PointTable queries = query == null ? points : read(CsvSource.file(query), queryColumns, queryId);
        long readNanos = watch.lap();
        try (Engine engine = Engine.open(settings)) {
            long openNanos = watch.lap();
            Neighbors neighbors = join(engine, queries, points);
            watch.lap();
            destination.write(neighbors, queries, points);
            spec.commandLine().getOut().flush();
            long writeNanos = watch.lap();
            if (!quiet) {
                report(engine, neighbors, readNanos, openNanos, writeNanos);
            }
        }
    }

    private PointTable read(CsvSource source, List<String> names, String idColumn) {
        List<Column> selected = new ArrayList<>(names.size());
        for (String name : names) {
            boolean latitude = metric() == Metric.HAVERSINE && selected.size() == LATITUDE;
            selected.add(latitude ? new Column(name.strip(), -90, 90) : Column.of(name.strip()));
        }
        return PointReader.read(source, selected, idColumn);
    }

    private Neighbors join(Engine engine, PointTable queries, PointTable points) {
        if (quiet || !ProgressDisplay.isWatched()) {
            return join(engine, queries, points, Monitor.NONE);
        }
        try (ProgressDisplay display = new ProgressDisplay()) {
            return join(engine, queries, points, display);
        }
    }

    private Neighbors join(Engine engine, PointTable queries, PointTable points, Monitor monitor) {
        JoinOptions options = new JoinOptions(metric(), monitor);
        return query == null
                ? engine.knnSelfJoin(points.points(), k, options)
                : engine.knnJoin(queries.points(), points.points(), k, options);
    }

    /** The last line: where it ran and how long each part took. On standard error, so that it is never part of an answer. */
    private void report(Engine engine, Neighbors neighbors, long readNanos, long openNanos, long writeNanos) {
        JoinReport report = neighbors.report();
        StringBuilder line = new StringBuilder();
        line.append(report.device()).append(": ");
        line.append(Numbers.grouped(neighbors.queries())).append(" queries, k=").append(k);
        line.append(": read ").append(Numbers.seconds(readNanos));
        line.append(", open ").append(Numbers.seconds(openNanos));
        line.append(", compile ").append(Numbers.seconds(report.compileNanos()));
        line.append(", transfer ").append(Numbers.seconds(report.transferNanos()));
        line.append(", compute ").append(Numbers.seconds(report.computeNanos()));
        line.append(", write ").append(Numbers.seconds(writeNanos));
        line.append("; ").append(Numbers.grouped(report.answeredAgain())).append(" answered again in double");
        if (engine.settings().device().equalsIgnoreCase(Settings.AUTO)) {
            line.append("; ").append(engine.choice());
        }
        spec.commandLine().getErr().println(line);
    }
}
