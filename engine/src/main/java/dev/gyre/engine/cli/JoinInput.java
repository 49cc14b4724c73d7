package dev.gyre.engine.cli;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.io.CsvSource;
import dev.gyre.engine.io.PointReader;
import dev.gyre.engine.io.PointTable;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What is joined with what, and how distances are measured. */
final class JoinInput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "The columns of the coordinates, as in lon,lat.")
    private List<String> columns;

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
            description = {
                "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                        + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
                "haversine for longitude and latitude in degrees: kilometres;",
                "cosine: 1 less the cosine of the angle; inner-product, negated; hamming: bits that differ in whole "
                        + "numbers below 2^24",
                "(default: euclidean, with --demo haversine)."
            })
    private Metric metric;

    /** The metrics by name. */
    static final class MetricName implements ITypeConverter<Metric>, Iterable<String> {

        @Override
        public Metric convert(String name) {
            try {
                return Metric.named(name);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }

        @Override
        public Iterator<String> iterator() {
            return Metric.names().iterator();
        }
    }

    /** What is read: both are the same table in a self-join. */
    record Tables(PointTable queries, PointTable points) {}

    /** A join of points that are read, watched. */
    @FunctionalInterface
    interface Join {
        Answer run(Tables tables, JoinOptions options);
    }

    void check(InputOptions input) {
        if (input.isDemo()) {
            columns = columns == null ? CoordinateColumns.DEMO : columns;
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
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
    }

    Metric metric() {
        return metric == null ? Metric.EUCLIDEAN : metric;
    }

    boolean isSelfJoin() {
        return query == null;
    }

    Tables read(InputOptions input) {
        PointTable points = read(input.source(), columns, input.idColumn());
        return new Tables(query == null ? points : read(CsvSource.file(query), queryColumns, queryId), points);
    }

    private PointTable read(CsvSource source, List<String> names, String idColumn) {
        return PointReader.read(source, CoordinateColumns.of(names, metric()), idColumn);
    }

    /** Runs a join with a progress bar where a person watches. */
    Answer watch(String name, boolean quiet, Tables tables, Join join) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric());
        if (quiet || !ProgressDisplay.isWatched()) {
            return join.run(tables, options);
        }
        try (ProgressDisplay display = new ProgressDisplay(name)) {
            return join.run(tables, options.withMonitor(display));
        }
    }
}
