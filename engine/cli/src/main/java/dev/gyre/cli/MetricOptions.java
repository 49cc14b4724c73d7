package dev.gyre.cli;

import dev.gyre.engine.data.Metric;

/** The option of the metric of points. */
final class MetricOptions extends Options {

    private final Option<Metric> metric = choice(
            Names.METRICS,
            "--metric=METRIC",
            "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                    + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
            "haversine for longitude and latitude in degrees: kilometres;",
            "cosine: 1 less the cosine of the angle; inner-product: the negated inner product; hamming: the number of "
                    + "bits that differ in whole numbers below 2^24",
            "(default: euclidean, with --demo haversine).");

    Metric metric(boolean isDemo) {
        return metric.or(isDemo ? Metric.HAVERSINE : Metric.EUCLIDEAN);
    }
}
