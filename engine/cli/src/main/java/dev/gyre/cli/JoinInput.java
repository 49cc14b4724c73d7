package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of the inputs and the metric of a join. */
final class JoinInput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private CoordinateOptions coordinates;

    @Mixin
    private QueryOptions query;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            converter = MetricName.class,
            completionCandidates = MetricName.class,
            description = {
                "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                        + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
                "haversine for longitude and latitude in degrees: kilometres;",
                "cosine: 1 less the cosine of the angle; inner-product: the negated inner product; hamming: the number of "
                        + "bits that differ in whole numbers below 2^24",
                "(default: euclidean, with --demo haversine)."
            })
    private Metric metric;

    @Mixin
    private ScalingOptions scaling;

    private PointFile points;

    /** The same as the points in a self-join. */
    private PointFile queries;

    /** The metrics by name. */
    static final class MetricName implements ITypeConverter<Metric>, Iterable<String> {

        @Override
        public Metric convert(String name) {
            try {
                return Metric.named(name);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage() + Suggestions.didYouMean(name, Metric.names()));
            }
        }

        @Override
        public Iterator<String> iterator() {
            return Metric.names().iterator();
        }
    }

    /** The input tables; both are the same in a self-join. */
    record Tables(PointTable queries, PointTable points) implements RowsRead {

        @Override
        public String leftOut() {
            return Stream.of(points, queries)
                    .distinct()
                    .map(PointTable::leftOut)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
        }
    }

    /** A join of points, with a monitor. */
    @FunctionalInterface
    interface Join<A> {
        A run(Tables tables, JoinOptions options);
    }

    void check(InputOptions input) {
        if (input.isDemo()) {
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
        scaling.check(metric());
        points = coordinates.points(input);
        query.check(input);
        queries = query.isGiven() ? queries(coordinates.columns(input), input.csv()) : points;
        input.checkFormats(points, queries);
    }

    private PointFile queries(List<String> columnsOfPoints, CsvOptions optionsOfPoints) {
        PointFile.Columns own = new PointFile.Columns("--query-columns", query.columns(), false);
        return query.rows(own, columnsOfPoints, optionsOfPoints);
    }

    /** Returns what the report says of the unit of distances, or an empty text. */
    String note() {
        return scaling.note();
    }

    Metric metric() {
        return metric == null ? Metric.EUCLIDEAN : metric;
    }

    /** Returns the file of the queries, or null. */
    Path queryFile() {
        return query.file();
    }

    boolean isSelfJoin() {
        return !query.isGiven();
    }

    /** Returns whether the user asked for identifiers of queries. */
    boolean namesQueries() {
        return query.namesRows();
    }

    Tables read() {
        PointTable read = points.read(metric());
        if (isSelfJoin()) {
            return scaling.scaled(new Tables(read, read));
        }
        PointTable asked = queries.read(metric());
        if (asked.points().dims() != read.points().dims()) {
            throw new IllegalArgumentException("points and queries must have equally many dimensions: " + points.name()
                    + " has " + read.points().dims() + ", " + queries.name() + " has "
                    + asked.points().dims());
        }
        return scaling.scaled(new Tables(asked, read));
    }

    /** Runs a join, with a progress bar on a terminal. */
    <A> A watch(String name, boolean quiet, Tables tables, Join<A> join) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric());
        return ProgressDisplay.watch(name, quiet, monitor -> join.run(tables, options.withMonitor(monitor)));
    }
}
