package dev.gyre.engine.verify;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** The plainest way to the same matches: all rows in double, filtered and sorted. For checks only. */
public final class RangeOracle {

    private RangeOracle() {}

    /**
     * Compares the matches within a distance with those of the oracle, ids, order and keys.
     *
     * @param self whether a row is left out by its id
     * @return the first difference, or empty
     */
    public static Optional<String> within(
            Points queries, Points points, boolean self, Metric metric, double radius, Matches actual) {
        Points querySpace = metric.toSpace(queries);
        Points pointSpace = metric.toSpace(points);
        double limit = metric.key(radius);
        if (actual.queries() != queries.size()) {
            return Optional.of("queries expected=" + queries.size() + ", actual=" + actual.queries());
        }
        return IntStream.range(0, queries.size())
                .parallel()
                .mapToObj(query -> {
                    double[] keys = KnnOracle.keys(metric.norm(), querySpace.point(query), pointSpace);
                    int[] expected = KnnOracle.inOrder(keys, id -> keys[id] <= limit && !(self && id == query));
                    return difference(query, keys, expected, actual);
                })
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> difference(int query, double[] keys, int[] expected, Matches actual) {
        if (!Arrays.equals(expected, actual.ids(query))) {
            return difference(query, expected, actual);
        }
        for (int rank = 0; rank < expected.length; rank++) {
            if (actual.key(query, rank) != keys[expected[rank]]) {
                return Optional.of("query=" + query + ", rank=" + rank + ", expected key=" + keys[expected[rank]]
                        + ", actual=" + actual.key(query, rank));
            }
        }
        return Optional.empty();
    }

    /**
     * Compares the matches in windows with those of the oracle, ids and order.
     *
     * @param lower lower corners
     * @param upper upper corners
     * @return the first difference, or empty
     */
    public static Optional<String> inBox(Points lower, Points upper, Points points, Matches actual) {
        if (actual.queries() != lower.size()) {
            return Optional.of("queries expected=" + lower.size() + ", actual=" + actual.queries());
        }
        for (int query = 0; query < lower.size(); query++) {
            double[] low = lower.point(query);
            double[] high = upper.point(query);
            int[] expected = IntStream.range(0, points.size())
                    .filter(id -> isIn(low, high, points.point(id)))
                    .toArray();
            if (!Arrays.equals(expected, actual.ids(query))) {
                return difference(query, expected, actual);
            }
        }
        return Optional.empty();
    }

    private static boolean isIn(double[] low, double[] high, double[] point) {
        for (int dim = 0; dim < point.length; dim++) {
            if (point[dim] < low[dim] || point[dim] > high[dim]) {
                return false;
            }
        }
        return true;
    }

    private static Optional<String> difference(int query, int[] expected, Matches actual) {
        int[] found = actual.ids(query);
        int rank = Arrays.mismatch(expected, found);
        return Optional.of("query=" + query + ", rank=" + rank + ", expected "
                + (rank < expected.length ? "id=" + expected[rank] : "none") + " of " + expected.length + ", actual "
                + (rank < found.length ? "id=" + found[rank] : "none") + " of " + found.length);
    }
}
