package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Finds neighbors by the plainest code: all keys in double, sorted. For checks only. */
public final class KnnOracle {

    private KnnOracle() {}

    /**
     * Compares ids, order and keys of an answer with those of the oracle.
     *
     * @param self whether a row is left out by its id
     * @return the first difference, or empty
     */
    public static Optional<String> difference(
            Points queries, Points points, boolean self, Metric metric, Neighbors actual) {
        Points querySpace = metric.toSpace(queries);
        Points pointSpace = metric.toSpace(points);
        if (actual.queries() != queries.size()) {
            return Optional.of("queries expected=" + queries.size() + ", actual=" + actual.queries());
        }
        return IntStream.range(0, queries.size())
                .parallel()
                .mapToObj(query -> difference(querySpace, pointSpace, self, metric.norm(), query, actual))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Compares the answer to one query.
     *
     * @param querySpace queries in the metric's space
     * @param pointSpace points in the metric's space
     * @param self whether a row is left out by its id
     * @param norm the metric's norm
     * @param query row of the query
     * @return the first difference, or empty
     */
    public static Optional<String> difference(
            Points querySpace, Points pointSpace, boolean self, Norm norm, int query, Neighbors actual) {
        double[] keys = keys(norm, querySpace.point(query), pointSpace);
        double limit = limit(keys, self ? query : -1, actual.k());
        int[] ids = inOrder(keys, id -> Double.compare(keys[id], limit) <= 0 && !(self && id == query));
        return difference(query, keys, ids, actual);
    }

    /** Compares the neighbors of a query with the first of some rows in order. */
    static Optional<String> difference(int query, double[] keys, int[] expected, Neighbors actual) {
        for (int rank = 0; rank < actual.k(); rank++) {
            int id = rank < expected.length ? expected[rank] : Neighbors.NONE;
            double key = rank < expected.length ? keys[id] : Double.POSITIVE_INFINITY;
            if (actual.id(query, rank) != id || actual.key(query, rank) != key) {
                return Optional.of("query=" + query + ", rank=" + rank + ", expected=(" + id + ", " + key
                        + "), actual=(" + actual.id(query, rank) + ", " + actual.key(query, rank) + ")");
            }
        }
        return Optional.empty();
    }

    /** Returns the ids for which a condition holds, ordered by (key, id). */
    static int[] inOrder(double[] keys, IntPredicate counts) {
        return SortOracle.order(
                IntStream.range(0, keys.length).filter(counts),
                (a, b) -> keys[a] != keys[b] ? Double.compare(keys[a], keys[b]) : 0);
    }

    /** Returns the k-th smallest key of all rows but one, so that only the few rows up to this key are sorted as objects. */
    private static double limit(double[] keys, int without, int k) {
        if (k >= keys.length) {
            return Double.POSITIVE_INFINITY;
        }
        double[] sorted = keys.clone();
        if (without >= 0) {
            sorted[without] = Double.POSITIVE_INFINITY;
        }
        Arrays.sort(sorted);
        return sorted[k - 1];
    }

    /**
     * Returns the canonical keys of a point and all points of a set, by the plainest code.
     *
     * @param from the point, in the space of the metric
     * @param points the set, in the space of the metric
     */
    public static double[] keys(Norm norm, double[] from, Points points) {
        double[] keys = new double[points.size()];
        for (int id = 0; id < keys.length; id++) {
            keys[id] = key(norm, from, points.point(id));
        }
        return keys;
    }

    /**
     * Returns the canonical key of a pair, by the plainest code.
     *
     * @param a a point in the space of the metric
     * @param b another point
     */
    public static double key(Norm norm, double[] a, double[] b) {
        if (norm.isPower()) {
            double[] magnitudes = new double[a.length];
            for (int dim = 0; dim < a.length; dim++) {
                magnitudes[dim] = Math.abs(a[dim] - b[dim]);
            }
            return root(norm.exponent(), magnitudes);
        }
        double key = 0;
        for (int dim = 0; dim < a.length; dim++) {
            double magnitude = Math.abs(a[dim] - b[dim]);
            key = switch (norm.code()) {
                case Norms.EUCLIDEAN -> key + magnitude * magnitude;
                case Norms.MANHATTAN -> key + magnitude;
                case Norms.CHEBYSHEV -> Math.max(key, magnitude);
                case Norms.INNER_PRODUCT -> key - a[dim] * b[dim];
                case Norms.HAMMING -> key + Long.bitCount((long) a[dim] ^ (long) b[dim]);
                default -> throw new IllegalArgumentException("no oracle for " + norm);
            };
        }
        return key;
    }

    /** Returns the key of a norm of powers; differences are scaled so that the largest one is in [1, 2). */
    private static double root(double p, double[] magnitudes) {
        double largest = 0;
        for (double magnitude : magnitudes) {
            largest = Math.max(largest, magnitude);
        }
        double unit = largest < Double.MIN_NORMAL ? Double.MIN_VALUE : Math.ulp(largest) * 0x1p52;
        while (unit * 2 <= largest) {
            unit *= 2;
        }
        double sum = 0;
        double largestPower = 0;
        for (double magnitude : magnitudes) {
            double power = StrictMath.pow(magnitude / unit, p);
            sum += power;
            largestPower = magnitude == largest ? power : largestPower;
        }
        if (largest == 0 || sum == largestPower) {
            return largest;
        }
        return Math.max(largest, StrictMath.pow(sum, 1 / p) * unit);
    }
}
