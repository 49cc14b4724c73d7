package dev.gyre.engine.verify;

import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Neighbor graphs and outlier scores by plain loops over all pairs, in O(n² log n). */
public final class GraphOracle {

    private final double[][] keys;
    private final Metric metric;
    private final int n;
    private final int[][] near;

    /** For each row, which rows are among its nearest. */
    private final boolean[][] has;

    /**
     * Finds the nearest others of all rows.
     *
     * @param k neighbors per row
     */
    public GraphOracle(Points points, Metric metric, int k) {
        this.metric = metric;
        n = points.size();
        Points space = metric.toSpace(points);
        keys = new double[n][n];
        near = new int[n][];
        has = new boolean[n][n];
        for (int row = 0; row < n; row++) {
            int own = row;
            for (int other = 0; other < n; other++) {
                keys[row][other] = space.key(row, space, other, metric.norm());
            }
            int[] others = ordered(row, IntStream.range(0, n).filter(other -> other != own));
            near[row] = Arrays.copyOf(others, Math.min(k, others.length));
            for (int other : near[row]) {
                has[row][other] = true;
            }
        }
    }

    private int[] ordered(int row, IntStream others) {
        return others.boxed()
                .sorted(Comparator.<Integer>comparingDouble(other -> keys[row][other])
                        .thenComparing(Comparator.naturalOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns the first difference of a graph, or empty. */
    public Optional<String> difference(GraphKind kind, Matches found) {
        if (found.queries() != n) {
            return Optional.of("rows: expected=" + n + ", actual=" + found.queries());
        }
        for (int i = 0; i < n; i++) {
            int row = i;
            IntStream edges = IntStream.range(0, n).filter(other -> switch (kind) {
                case DIRECTED -> has[row][other];
                case UNION -> has[row][other] || has[other][row];
                case MUTUAL -> has[row][other] && has[other][row];
            });
            int[] expected = ordered(row, edges);
            boolean equal = Arrays.equals(expected, found.ids(row));
            for (int rank = 0; equal && rank < expected.length; rank++) {
                equal = keys[row][expected[rank]] == found.key(row, rank);
            }
            if (!equal) {
                return Optional.of(kind + ", row=" + row + ", expected=" + Arrays.toString(expected) + ", actual="
                        + Arrays.toString(found.ids(row)) + ", or the keys differ");
            }
        }
        return Optional.empty();
    }

    /** Returns the first difference of outlier scores, or empty. */
    public Optional<String> difference(OutlierScores found) {
        double none = Double.POSITIVE_INFINITY;
        double[] kDistances = scores(none, row -> distance(row, near[row][near[row].length - 1]));
        double[] means = scores(none, row -> mean(row, other -> distance(row, other)));
        double[] densities = scores(
                none, row -> 1 / (mean(row, other -> Math.max(kDistances[other], distance(row, other))) + 1e-10));
        double[] factors = scores(1, row -> mean(row, other -> densities[other] / densities[row]));
        return difference("k-distance", kDistances, found.toKDistanceArray())
                .or(() -> difference("mean distance", means, found.toMeanDistanceArray()))
                .or(() -> difference("factor", factors, found.toFactorArray()))
                .or(() -> found.k() == (n == 0 ? 0 : near[0].length) && found.size() == n
                        ? Optional.empty()
                        : Optional.of("k=" + found.k() + ", rows=" + found.size()));
    }

    private double distance(int row, int other) {
        return metric.distance(keys[row][other]);
    }

    /** A score for each row; rows without others have a fixed one. */
    private double[] scores(double alone, IntToDoubleFunction score) {
        return IntStream.range(0, n)
                .mapToDouble(row -> n == 1 ? alone : score.applyAsDouble(row))
                .toArray();
    }

    private double mean(int row, IntToDoubleFunction value) {
        double sum = 0;
        for (int other : near[row]) {
            sum += value.applyAsDouble(other);
        }
        return sum / near[row].length;
    }

    private static Optional<String> difference(String what, double[] expected, double... actual) {
        int row = Arrays.mismatch(expected, actual);
        return row < 0
                ? Optional.empty()
                : Optional.of(what + ", row=" + row + ", expected=" + expected[row] + ", actual=" + actual[row]);
    }
}
