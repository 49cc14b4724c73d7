package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
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
        return answer(queries, points, self, metric, actual.k()).difference(actual);
    }

    /**
     * Finds the neighbors of all queries, to compare several answers with.
     *
     * @param self whether a row is left out by its id
     * @param k the number of neighbors of each query
     * @return the right answer
     */
    public static Answer answer(Points queries, Points points, boolean self, Metric metric, int k) {
        Points querySpace = metric.toSpace(queries);
        Points pointSpace = metric.toSpace(points);
        Answer answer = new Answer(k, new int[queries.size()][], new double[queries.size()][]);
        IntStream.range(0, queries.size()).parallel().forEach(query -> {
            double[] keys = keys(metric.norm(), querySpace.point(query), pointSpace);
            int[] ids = nearest(keys, self ? query : -1, k);
            answer.ids[query] = ids.length > k ? Arrays.copyOf(ids, k) : ids;
            answer.keys[query] =
                    Arrays.stream(answer.ids[query]).mapToDouble(id -> keys[id]).toArray();
        });
        return answer;
    }

    /** The neighbors of each query with their keys, in order; fewer than k where there are no more. */
    public record Answer(int k, int[][] ids, double[][] keys) {

        /** Compares ids, order and keys of an answer; returns the first difference, or empty. */
        public Optional<String> difference(Neighbors actual) {
            if (actual.queries() != ids.length || actual.k() != k) {
                return Optional.of("queries expected=" + ids.length + ", k=" + k + ", actual=" + actual.queries()
                        + ", k=" + actual.k());
            }
            return IntStream.range(0, ids.length)
                    .mapToObj(query -> difference(query, actual))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private Optional<String> difference(int query, Neighbors actual) {
            int[] of = ids[query];
            return KnnOracle.difference(query, rank -> keys[query][rank], of, actual);
        }
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
        return difference(query, keys, nearest(keys, self ? query : -1, actual.k()), actual);
    }

    /** Returns the k nearest rows in order, and more if they are as near as the last of these. */
    private static int[] nearest(double[] keys, int without, int k) {
        double limit = limit(keys, without, k);
        return inOrder(keys, id -> Double.compare(keys[id], limit) <= 0 && id != without);
    }

    /** Compares the neighbors of a query with the first of some rows in order. */
    static Optional<String> difference(int query, double[] keys, int[] expected, Neighbors actual) {
        return difference(query, rank -> keys[expected[rank]], expected, actual);
    }

    private static Optional<String> difference(
            int query, IntToDoubleFunction keyOfRank, int[] expected, Neighbors actual) {
        for (int rank = 0; rank < actual.k(); rank++) {
            int id = rank < expected.length ? expected[rank] : Neighbors.NONE;
            double key = rank < expected.length ? keyOfRank.applyAsDouble(rank) : Double.POSITIVE_INFINITY;
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
        double[] rows = points.toRowMajor();
        for (int id = 0; id < keys.length; id++) {
            keys[id] = key(norm, from, rows, id * from.length);
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
        return key(norm, a, b, 0);
    }

    private static double key(Norm norm, double[] a, double[] b, int from) {
        if (norm.isPower()) {
            double[] magnitudes = new double[a.length];
            for (int dim = 0; dim < a.length; dim++) {
                magnitudes[dim] = Math.abs(a[dim] - b[from + dim]);
            }
            return root(norm.exponent(), magnitudes);
        }
        double key = 0;
        for (int dim = 0; dim < a.length; dim++) {
            double magnitude = Math.abs(a[dim] - b[from + dim]);
            key = switch (norm.code()) {
                case Norms.EUCLIDEAN -> key + magnitude * magnitude;
                case Norms.MANHATTAN -> key + magnitude;
                case Norms.CHEBYSHEV -> Math.max(key, magnitude);
                case Norms.INNER_PRODUCT -> key - a[dim] * b[from + dim];
                case Norms.HAMMING -> key + Long.bitCount((long) a[dim] ^ (long) b[from + dim]);
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
