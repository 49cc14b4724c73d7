package dev.gyre.cli;

import dev.gyre.engine.data.Metric;

/** The option of the metric of points: without it, that of the sphere for the cities of the demo, else the Euclidean one. */
final class MetricOptions extends Options {

    private final Option<Metric> metric;

    MetricOptions() {
        this(
                "euclidean, squared-euclidean, manhattan (the sum over the columns), chebyshev (the largest of them) or "
                        + "lp:P (the root of the sum of P-th powers, P in 1..64) in the columns' own unit;",
                "haversine for longitude and latitude in degrees: kilometres;",
                "cosine: 1 less the cosine of the angle; inner-product: the negated inner product; hamming: the number of "
                        + "bits that differ in whole numbers below 2^24",
                "(default: euclidean, with --demo haversine).");
    }

    /** The option in the words of a command that takes some of the metrics. */
    MetricOptions(String... help) {
        metric = choice(Names.METRICS, "--metric=METRIC", help);
    }

    Metric metric(boolean isDemo) {
        return metric.or(isDemo ? Metric.HAVERSINE : Metric.EUCLIDEAN);
    }
}
