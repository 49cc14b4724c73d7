package dev.gyre.cli;

import dev.gyre.cli.Scaling.Normalization;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.Collectors;

/** Options that make columns of different units comparable. */
final class ScalingOptions extends Options {

    private final Option<Normalization> normalization = choice(
            Names.of(Normalization.class),
            "--normalize=SCALE",
            "Makes columns comparable: zscore subtracts the mean of the column and divides by its standard "
                    + "deviation, minmax brings it to 0..1 (default: as they are). Queries of --query are scaled as the points are.");
    private final Option<List<Double>> weights = numbers(
            "--weights=W",
            "A factor of 0 or more for each column, by which coordinates are multiplied, after --normalize "
                    + "(default: 1).");

    /** Refuses these options if they have no meaning under a metric. */
    void check(Metric metric) {
        if (isAsked() && (metric == Metric.HAVERSINE || metric == Metric.HAMMING)) {
            throw error(
                    "--normalize and --weights change the unit of the columns, which " + metric.name() + " prescribes");
        }
        // False for NaN too.
        if (weights.isGiven()
                && !weights.get().stream().allMatch(weight -> weight >= 0 && weight <= Double.MAX_VALUE)) {
            throw error("--weights must be finite numbers of 0 or more: " + weightsText());
        }
    }

    boolean isAsked() {
        return normalization.isGiven() || weights.isGiven();
    }

    /** Returns both tables scaled as the first one is. */
    Both<PointTable> scaled(Both<PointTable> tables) {
        if (!isAsked()) {
            return tables;
        }
        Points points = tables.first().points();
        if (weights.isGiven() && weights.get().size() != points.dims()) {
            throw error(
                    "--weights must have a number for each column: " + weightsText() + ", columns=" + points.dims());
        }
        Scaling scaling =
                normalization.isGiven() ? Scaling.of(points, normalization.get()) : Scaling.none(points.dims());
        Scaling weighted = weights.isGiven()
                ? scaling.weighted(
                        weights.get().stream().mapToDouble(Double::doubleValue).toArray())
                : scaling;
        PointTable first = tables.first().with(weighted.apply(points));
        PointTable second = tables.second();
        return new Both<>(first, second == tables.first() ? first : second.with(weighted.apply(second.points())));
    }

    /** Returns what the report says about the unit of distances, or an empty text. */
    String note() {
        if (!isAsked()) {
            return "";
        }
        String scale = normalization.isGiven() ? "normalized by " + Names.nameOf(normalization.get()) : "";
        String factors = weights.isGiven() ? "multiplied by " + weightsText() : "";
        return "columns " + scale + (scale.isEmpty() || factors.isEmpty() ? "" : " and ") + factors
                + ": distances are in the units of that";
    }

    private String weightsText() {
        return "weights=" + weights.get().stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
