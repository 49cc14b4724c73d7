package dev.gyre.cli;

import dev.gyre.cli.Scaling.Normalization;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that make columns of different units comparable. */
final class ScalingOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--normalize",
            paramLabel = "SCALE",
            converter = NormalizationName.class,
            completionCandidates = NormalizationName.class,
            description =
                    "Makes columns comparable: zscore subtracts the mean of the column and divides by its standard "
                            + "deviation, minmax brings it to 0..1 (default: as they are). Queries of --query are scaled as the points are.")
    private Normalization normalization;

    @Option(
            names = "--weights",
            paramLabel = "W",
            split = ",",
            description =
                    "A factor of 0 or more for each column, by which coordinates are multiplied, after --normalize "
                            + "(default: 1).")
    private List<Double> weights;

    /** The normalizations by name. */
    static final class NormalizationName extends ConstantName<Normalization> {
        NormalizationName() {
            super(Normalization.class);
        }
    }

    /** Refuses these options if they have no meaning under a metric. */
    void check(Metric metric) {
        if (!isAsked()) {
            return;
        }
        if (metric == Metric.HAVERSINE || metric == Metric.HAMMING) {
            throw Usage.error(
                    spec,
                    "--normalize and --weights change the unit of the columns, which " + metric.name() + " prescribes");
        }
        // False for NaN too.
        if (weights != null && !weights.stream().allMatch(weight -> weight >= 0 && weight <= Double.MAX_VALUE)) {
            throw Usage.error(spec, "--weights must be finite numbers of 0 or more: " + weightsText());
        }
    }

    private boolean isAsked() {
        return normalization != null || weights != null;
    }

    /** Returns both tables scaled as the first one is. */
    Both<PointTable> scaled(Both<PointTable> tables) {
        if (!isAsked()) {
            return tables;
        }
        Points points = tables.first().points();
        if (weights != null && weights.size() != points.dims()) {
            throw Usage.error(
                    spec,
                    "--weights must have a number for each column: " + weightsText() + ", columns=" + points.dims());
        }
        Scaling scaling = normalization == null ? Scaling.none(points.dims()) : Scaling.of(points, normalization);
        if (weights != null) {
            scaling = scaling.weighted(
                    weights.stream().mapToDouble(Double::doubleValue).toArray());
        }
        PointTable first = tables.first().with(scaling.apply(points));
        PointTable second = tables.second();
        return new Both<>(first, second == tables.first() ? first : second.with(scaling.apply(second.points())));
    }

    /** Returns what the report says about the unit of distances, or an empty text. */
    String note() {
        if (!isAsked()) {
            return "";
        }
        String scale = normalization == null ? "" : "normalized by " + ConstantName.nameOf(normalization);
        String factors = weights == null ? "" : "multiplied by " + weightsText();
        return "columns " + scale + (scale.isEmpty() || factors.isEmpty() ? "" : " and ") + factors
                + ": distances are in the units of that";
    }

    private String weightsText() {
        return "weights=" + weights.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
