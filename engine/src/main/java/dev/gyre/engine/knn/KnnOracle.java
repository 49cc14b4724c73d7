package dev.gyre.engine.knn;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** The plainest way to the same answer: all distances in double, sorted. For checks only. */
public final class KnnOracle {

    private KnnOracle() {}

    /**
     * Compares an answer with that of the oracle, ids, order and distances.
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
                .mapToObj(query -> difference(querySpace, pointSpace, self, query, actual))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Compares the answer to one query.
     *
     * @param querySpace queries in the metric's space
     * @param pointSpace points in the metric's space
     * @param self whether a row is left out by its id
     * @param query row of the query
     * @param actual the answer
     * @return the first difference, or empty
     */
    public static Optional<String> difference(
            Points querySpace, Points pointSpace, boolean self, int query, Neighbors actual) {
        double[] distancesSq = new double[pointSpace.size()];
        for (int id = 0; id < distancesSq.length; id++) {
            double sum = 0;
            for (int dim = 0; dim < pointSpace.dims(); dim++) {
                double difference = querySpace.coordinate(query, dim) - pointSpace.coordinate(id, dim);
                sum += difference * difference;
            }
            distancesSq[id] = sum;
        }
        int[] expected = IntStream.range(0, distancesSq.length)
                .filter(id -> !(self && id == query))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> distancesSq[id])
                        .thenComparingInt(id -> id))
                .limit(actual.k())
                .mapToInt(Integer::intValue)
                .toArray();
        for (int rank = 0; rank < actual.k(); rank++) {
            int id = rank < expected.length ? expected[rank] : Neighbors.NONE;
            double distanceSq = rank < expected.length ? distancesSq[id] : Double.POSITIVE_INFINITY;
            if (actual.id(query, rank) != id || actual.distanceSq(query, rank) != distanceSq) {
                return Optional.of("query=" + query + ", rank=" + rank + ", expected=(" + id + ", " + distanceSq
                        + "), actual=(" + actual.id(query, rank) + ", " + actual.distanceSq(query, rank) + ")");
            }
        }
        return Optional.empty();
    }
}
