package dev.gyre.engine.verify;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Points, queries in, around and far from them, a k from 1 to more than n, and a radius. It compares answers with those of the oracles.
 *
 * @param radius a distance between a query and a point, so that this point is just within it; or 0; or infinite
 */
record PointCase(Metric metric, Points points, Points queries, int k, double radius) {

    private static final int QUERIES = 40;

    /** Draws a case with the size and the dimensions of the sample. */
    static PointCase draw(Sample sample, List<Metric> metrics, Random random) {
        return draw(sample, sample.size(), sample.dims(), metrics, random);
    }

    /** Draws a case of a sample's shape. */
    static PointCase draw(Sample sample, int max, int dims, List<Metric> metrics, Random random) {
        Metric metric = MetricCases.draw(metrics, dims, random);
        int size = MetricCases.rows(metric, max);
        Points points = MetricCases.in(metric, Points.of(sample.shape().rows(size, dims, random), dims));
        double[] rows = sample.shape().rows(random.nextInt(QUERIES), dims, random);
        if (random.nextInt(3) == 0) {
            double factor = Math.scalb(1.0, random.nextInt(500));
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Math.clamp(rows[i] * factor, -Points.MAX_MAGNITUDE, Points.MAX_MAGNITUDE);
            }
        }
        Points queries = MetricCases.in(metric, Points.of(rows, dims));
        int k = 1 + random.nextInt(random.nextInt(4) == 0 ? size + 3 : 12);
        return new PointCase(metric, points, queries, k, radius(queries, points, metric, random));
    }

    /** Draws a distance between a query and a point, so that this point is just within it; or 0; or infinity. */
    static double radius(Points queries, Points points, Metric metric, Random random) {
        int choice = random.nextInt(8);
        if (choice == 0 || queries.size() == 0 || points.size() == 0) {
            return 0;
        }
        return choice == 1
                ? Double.POSITIVE_INFINITY
                : metric.distance(metric.toSpace(queries)
                        .key(
                                random.nextInt(queries.size()),
                                metric.toSpace(points),
                                random.nextInt(points.size()),
                                metric.norm()));
    }

    /** Draws the distance from a point to one of its next neighbors, by which points fall into several clusters; 0 for fewer than two points. */
    static double nearRadius(Points points, Metric metric, Random random) {
        if (points.size() < 2) {
            return 0;
        }
        Points space = metric.toSpace(points);
        int row = random.nextInt(points.size());
        double[] keys = KnnOracle.keys(metric.norm(), space.point(row), space);
        Arrays.sort(keys);
        return metric.distance(keys[Math.min(keys.length - 1, 1 + random.nextInt(8))]);
    }

    PointCase withMostK(int max) {
        return new PointCase(metric, points, queries, Math.min(k, max), radius);
    }

    /** Returns the first difference between neighbors of the points among themselves and the oracle's, or empty. */
    Optional<String> self(Neighbors found) {
        return KnnOracle.difference(points, points, true, metric, found).map(text -> "self, " + text);
    }

    /** Returns the first difference between neighbors of the queries and the oracle's, or empty. */
    Optional<String> between(Neighbors found) {
        return KnnOracle.difference(queries, points, false, metric, found);
    }

    /** Returns the first difference between the points within the radius of each other and the oracle's, or empty. */
    Optional<String> selfWithin(Matches found) {
        return RangeOracle.within(points, points, true, metric, radius, found).map(text -> "self, " + text);
    }

    /** Returns the first difference between the points within the radius of the queries and the oracle's, or empty. */
    Optional<String> within(Matches found) {
        return RangeOracle.within(queries, points, false, metric, radius, found);
    }

    @Override
    public String toString() {
        return metric + ", n=" + points.size() + ", queries=" + queries.size() + ", dims=" + points.dims() + ", k=" + k
                + ", radius=" + radius + ", ";
    }
}
