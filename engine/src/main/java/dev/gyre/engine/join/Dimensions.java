package dev.gyre.engine.join;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;

/** How many dimensions points have in the space of a metric, without bringing them there. */
final class Dimensions {

    /** Longitude and latitude become vectors. */
    private static final int HAVERSINE = 3;

    private Dimensions() {}

    static int of(Points points, Metric metric) {
        return metric == Metric.HAVERSINE ? HAVERSINE : points.dims();
    }
}
