package dev.gyre.engine.verify;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Finds matches by the plainest code: all rows in double, filtered and sorted. For checks only. */
public final class RangeOracle {

    private RangeOracle() {}

    /**
     * Compares ids, order and keys of the matches within a distance with those of the oracle.
     *
     * @param self whether a row is left out by its id
     * @return the first difference, or empty
     */
    public static Optional<String> within(
            Points queries, Points points, boolean self, Metric metric, double radius, Matches actual) {
        Points querySpace = metric.toSpace(queries);
        Points pointSpace = metric.toSpace(points);
        return difference(queries.size(), actual, query -> {
                    double[] keys = KnnOracle.keys(metric.norm(), querySpace.point(query), pointSpace);
                    return KnnOracle.inOrder(keys, id -> metric.distance(keys[id]) <= radius && !(self && id == query));
                })
                .or(() -> keyDifference(querySpace, pointSpace, metric.norm(), actual));
    }

    private static Optional<String> keyDifference(Points queries, Points points, Norm norm, Matches actual) {
        for (int query = 0; query < actual.queries(); query++) {
            double[] place = queries.point(query);
            for (int rank = 0; rank < actual.count(query); rank++) {
                double key = KnnOracle.key(norm, place, points.point(actual.id(query, rank)));
                if (actual.key(query, rank) != key) {
                    return Optional.of("query=" + query + ", rank=" + rank + ", expected key=" + key + ", actual="
                            + actual.key(query, rank));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Compares ids and order of the matches in windows with those of the oracle.
     *
     * @param lower lower corners
     * @param upper upper corners
     * @return the first difference, or empty
     */
    public static Optional<String> inBox(Points lower, Points upper, Points points, Matches actual) {
        return difference(lower.size(), actual, query -> {
            double[] low = lower.point(query);
            double[] high = upper.point(query);
            return IntStream.range(0, points.size())
                    .filter(id -> isIn(low, high, points.point(id)))
                    .toArray();
        });
    }

    private static boolean isIn(double[] low, double[] high, double[] point) {
        for (int dim = 0; dim < point.length; dim++) {
            if (point[dim] < low[dim] || point[dim] > high[dim]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Compares the ids of matches with the expected ones, in their order.
     *
     * @param expected the ids for each query
     * @return the first difference, or empty
     */
    static Optional<String> difference(int queries, Matches actual, IntFunction<int[]> expected) {
        if (actual.queries() != queries) {
            return Optional.of("queries expected=" + queries + ", actual=" + actual.queries());
        }
        return IntStream.range(0, queries)
                .parallel()
                .mapToObj(query -> difference(query, expected.apply(query), actual.ids(query)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> difference(int query, int[] expected, int[] found) {
        int rank = Arrays.mismatch(expected, found);
        return rank < 0
                ? Optional.empty()
                : Optional.of("query=" + query + ", rank=" + rank + ", expected "
                        + (rank < expected.length ? "id=" + expected[rank] : "none") + " of " + expected.length
                        + ", actual " + (rank < found.length ? "id=" + found[rank] : "none") + " of " + found.length);
    }
}
