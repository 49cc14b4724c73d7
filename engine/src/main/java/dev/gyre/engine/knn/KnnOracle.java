package dev.gyre.engine.knn;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** The plainest way to the same answer: all keys in double, sorted. For checks only. */
public final class KnnOracle {

    private KnnOracle() {}

    /**
     * Compares an answer with that of the oracle, ids, order and keys.
     *
     * @param queries the queries
     * @param points the points
     * @param self whether a row is left out by its id
     * @param metric the metric
     * @param actual the answer
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
     * @param actual the answer
     * @return the first difference, or empty
     */
    public static Optional<String> difference(
            Points querySpace, Points pointSpace, boolean self, Norm norm, int query, Neighbors actual) {
        double[] from = querySpace.point(query);
        double[] keys = IntStream.range(0, pointSpace.size())
                .mapToDouble(id -> key(norm, from, pointSpace.point(id)))
                .toArray();
        int[] expected = IntStream.range(0, keys.length)
                .filter(id -> !(self && id == query))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> keys[id]).thenComparingInt(id -> id))
                .limit(actual.k())
                .mapToInt(Integer::intValue)
                .toArray();
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

    private static double key(Norm norm, double[] a, double[] b) {
        double sumOfSquares = 0;
        double sum = 0;
        double largest = 0;
        for (int dim = 0; dim < a.length; dim++) {
            double magnitude = Math.abs(a[dim] - b[dim]);
            sumOfSquares += magnitude * magnitude;
            sum += magnitude;
            largest = Math.max(largest, magnitude);
        }
        return switch (norm) {
            case EUCLIDEAN -> sumOfSquares;
            case MANHATTAN -> sum;
            case CHEBYSHEV -> largest;
        };
    }
}
