package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.nio.file.Path;
import java.util.Iterator;
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
    private InputOptions input;

    @Mixin
    private CoordinateOptions coordinates;

    @Mixin
    private QueryOptions query;

    @Mixin
    private KeepOptions keep;

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

    /** In a self-join, the same as the points. */
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

    void check() {
        input.check();
        if (input.isDemo()) {
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
        scaling.check(metric());
        points = coordinates.points(input, keep.ofInput());
        query.check(input);
        queries = points;
        if (query.isGiven()) {
            PointFile.Columns own = new PointFile.Columns("--query-columns", query.columns(), false);
            queries = query.rows(own, coordinates.columns(input), input.csv());
        }
        input.checkFormats(points, queries);
    }

    /** Refuses kept columns and unmatched rows in an answer that has no place for them. */
    void checkKept(Path output, boolean countsOnly, boolean pairsOnce) {
        keep.check(query, output, countsOnly, pairsOnce);
    }

    boolean isLeftJoin() {
        return keep.isLeftJoin();
    }

    /** Returns what the report says about the unit of distances, or an empty text. */
    String note() {
        return scaling.note();
    }

    Metric metric() {
        return metric == null ? Metric.EUCLIDEAN : metric;
    }

    boolean isDemo() {
        return input.isDemo();
    }

    /** Returns the files of the points and the queries; null for the demo, and if there are no queries. */
    Path[] files() {
        return new Path[] {input.file(), query.file()};
    }

    boolean isSelfJoin() {
        return !query.isGiven();
    }

    /** Returns whether the user asked for identifiers. */
    boolean namesRows() {
        return input.namesRows() || query.namesRows();
    }

    /** Reads the points, then the queries, which are the points in a self-join. */
    Both<PointTable> read() {
        PointTable read = points.read(metric());
        Usage.checkOrder(spec, points.name(), read.columns(), metric());
        if (isSelfJoin()) {
            return scaling.scaled(new Both<>(read, read));
        }
        PointTable asked = queries.read(metric());
        Usage.checkOrder(spec, queries.name(), asked.columns(), metric());
        if (asked.points().dims() != read.points().dims()) {
            throw new IllegalArgumentException("points and queries must have equally many dimensions: " + points.name()
                    + " has " + read.points().dims() + ", " + queries.name() + " has "
                    + asked.points().dims());
        }
        return scaling.scaled(new Both<>(read, asked));
    }

    JoinOptions options(JoinMethod method, Monitor monitor) {
        return JoinOptions.DEFAULT.withMetric(metric()).withMethod(method).withMonitor(monitor);
    }
}
