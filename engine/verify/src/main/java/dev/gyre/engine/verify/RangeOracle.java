package dev.gyre.engine.verify;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
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
        return answer(queries, points, self, metric, radius).difference(actual);
    }

    /**
     * Finds the matches within a distance, to compare several answers with.
     *
     * @param self whether a row is left out by its id
     * @return the right answer
     */
    public static Answer answer(Points queries, Points points, boolean self, Metric metric, double radius) {
        Points querySpace = metric.toSpace(queries);
        Points pointSpace = metric.toSpace(points);
        Answer answer = new Answer(new int[queries.size()][], new double[queries.size()][]);
        IntStream.range(0, queries.size()).parallel().forEach(query -> {
            double[] keys = KnnOracle.keys(metric.norm(), querySpace.point(query), pointSpace);
            answer.ids[query] =
                    KnnOracle.inOrder(keys, id -> metric.distance(keys[id]) <= radius && !(self && id == query));
            answer.keys[query] =
                    Arrays.stream(answer.ids[query]).mapToDouble(id -> keys[id]).toArray();
        });
        return answer;
    }

    /** The matches of each query with their keys, in order. */
    public record Answer(int[][] ids, double[][] keys) {

        /** Compares ids, order and keys of the matches; returns the first difference, or empty. */
        public Optional<String> difference(Matches actual) {
            return RangeOracle.difference(ids.length, actual, query -> ids[query])
                    .or(() -> keyDifference(actual));
        }

        private Optional<String> keyDifference(Matches actual) {
            for (int query = 0; query < ids.length; query++) {
                for (int rank = 0; rank < keys[query].length; rank++) {
                    if (actual.key(query, rank) != keys[query][rank]) {
                        return Optional.of("query=" + query + ", rank=" + rank + ", expected key=" + keys[query][rank]
                                + ", actual=" + actual.key(query, rank));
                    }
                }
            }
            return Optional.empty();
        }
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
