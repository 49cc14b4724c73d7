package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;

/** Options of the inputs and the metric of a join of points. */
final class JoinInput extends Options {

    private final InputOptions input = with(new InputOptions(InputOptions.Demo.CITIES));
    private final ColumnOptions columns = with(ColumnOptions.ofPoints());
    private final QueryOptions query = with(new QueryOptions());
    private final KeepOptions keep = with(new KeepOptions());
    private final Option<Metric> metric = choice(
            Names.METRICS,
            "--metric",
            "METRIC",
            "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                    + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
            "haversine for longitude and latitude in degrees: kilometres;",
            "cosine: 1 less the cosine of the angle; inner-product: the negated inner product; hamming: the number of "
                    + "bits that differ in whole numbers below 2^24",
            "(default: euclidean, with --demo haversine).");
    private final ScalingOptions scaling = with(new ScalingOptions());

    private PointFile points;

    /** In a self-join, the same as the points. */
    private PointFile queries;

    void check() {
        input.check();
        scaling.check(metric());
        points = columns.rows(input, keep.ofInput());
        query.check(input);
        queries = points;
        if (query.isGiven()) {
            PointFile.Columns own = new PointFile.Columns("--query-columns", query.columns.get(), false);
            queries = query.rows(own, columns.selected(input).terms(), input.csv());
        }
        input.checkFormats(points, queries);
    }

    /** Refuses a destination that is an input, or has no place for what is asked for. */
    void check(OutputOptions<?> output, boolean countsOnly, boolean pairsOnce) {
        output.check(input.namesRows() || query.namesRows(), countsOnly);
        keep.check(query, output.output(), countsOnly, pairsOnce);
        output.checkApartFrom(input.file.get(), query.file.get());
    }

    boolean isLeftJoin() {
        return keep.leftJoin.isGiven();
    }

    /** Returns what the report says about the unit of distances, or an empty text. */
    String note() {
        return scaling.note();
    }

    Metric metric() {
        return metric.or(isDemo() ? Metric.HAVERSINE : Metric.EUCLIDEAN);
    }

    boolean isDemo() {
        return input.isDemo();
    }

    boolean isSelfJoin() {
        return !query.isGiven();
    }

    /** Reads the points, then the queries, which are the points in a self-join. */
    Both<PointTable> read() {
        PointTable read = points.read(metric(), this::tell);
        if (isSelfJoin()) {
            return scaling.scaled(new Both<>(read, read));
        }
        PointTable asked = queries.read(metric(), this::tell);
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
