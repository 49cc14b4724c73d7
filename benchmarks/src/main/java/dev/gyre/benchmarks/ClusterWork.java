package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Clusters by Gyre or another library.
 *
 * @param eps the radius of DBSCAN; not a number for HDBSCAN*
 * @param k minPoints, which is also the least size of a cluster of HDBSCAN*
 */
record ClusterWork(Points points, double eps, int k, Measure metric) implements Call.Data {

    /** The metrics that libraries have too. */
    enum Measure {
        EUCLIDEAN,
        HAVERSINE
    }

    private boolean isByRadius() {
        return !Double.isNaN(eps);
    }

    @Override
    public Call.Opened open(Engine engine) {
        Metric measure = metric == Measure.HAVERSINE ? Metric.HAVERSINE : Metric.EUCLIDEAN;
        return Call.opened(() -> Call.copy(points), fresh -> {
            if (isByRadius()) {
                Clusters found = engine.dbscan(fresh, eps, k, JoinOptions.DEFAULT.withMetric(measure));
                return new CallAnswer(
                        found.report(), Map.of(), () -> Arrays.hashCode(numbered(found.toLabelArray())), () -> {});
            }
            return CallAnswer.of(engine.hdbscan(fresh, HdbscanOptions.of(k).withMetric(measure)));
        });
    }

    /** Opens the same by another library. DBSCAN must have the same labels up to numbering; HDBSCAN* is not compared: see its page. */
    @Override
    public Call.Opened open(Engine engine, Peer peer) {
        ClusterPeer.Library library = ((ClusterPeer) peer).library();
        return Call.opened(() -> KnnPeer.rows(points), rows -> {
            if (isByRadius()) {
                int[] labels = library.dbscan(rows, eps, k);
                return CallAnswer.of(() -> Arrays.hashCode(numbered(labels)));
            }
            int[] labels = numbered(library.hdbscan(rows, metric == Measure.HAVERSINE, k, k));
            double clusters = Arrays.stream(labels).max().orElse(Hierarchy.NOISE) + 1.0;
            return new CallAnswer(null, Map.of("found", clusters), null, () -> {});
        });
    }

    /** Numbers clusters by their least rows. */
    static int[] numbered(int[] labels) {
        Map<Integer, Integer> numbers = new HashMap<>(Map.of(Hierarchy.NOISE, Hierarchy.NOISE));
        return Arrays.stream(labels)
                .map(label -> numbers.computeIfAbsent(label, any -> numbers.size() - 1))
                .toArray();
    }
}
