package dev.gyre.engine.verify;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the clusters of DBSCAN by the plainest code: all distances in double, and a search from core row to core row. For checks only. */
public final class DbscanOracle {

    private DbscanOracle() {}

    /** Compares labels, core rows and the number of clusters with those of the oracle; returns the first difference, or empty. */
    public static Optional<String> difference(
            Points points, Metric metric, double eps, int minPoints, Clusters actual) {
        return answer(points, metric, eps, minPoints).difference(actual);
    }

    /** Finds the clusters, to compare several answers with. */
    public static Answer answer(Points points, Metric metric, double eps, int minPoints) {
        int rows = points.size();
        int[][] near = near(metric.toSpace(points), metric, eps);
        int[] labels = new int[rows];
        Arrays.fill(labels, Clusters.NOISE);
        int clusters = 0;
        for (int row = 0; row < rows; row++) {
            if (near[row].length >= minPoints && labels[row] == Clusters.NOISE) {
                spread(row, clusters, near, minPoints, labels);
                clusters++;
            }
        }
        int[] ofCores = labels.clone();
        for (int row = 0; row < rows; row++) {
            if (near[row].length < minPoints) {
                labels[row] = Arrays.stream(near[row])
                        .filter(other -> near[other].length >= minPoints)
                        .map(other -> ofCores[other])
                        .min()
                        .orElse(Clusters.NOISE);
            }
        }
        boolean[] cores = new boolean[rows];
        for (int row = 0; row < rows; row++) {
            cores[row] = near[row].length >= minPoints;
        }
        return new Answer(labels, cores, clusters);
    }

    /** The label of each row, whether it is a core row, and the number of clusters. */
    public record Answer(int[] labels, boolean[] cores, int clusters) {

        /** Compares labels, core rows and the number of clusters; returns the first difference, or empty. */
        public Optional<String> difference(Clusters actual) {
            if (actual.size() != labels.length) {
                return Optional.of("rows expected=" + labels.length + ", actual=" + actual.size());
            }
            for (int row = 0; row < labels.length; row++) {
                if (actual.label(row) != labels[row] || actual.isCore(row) != cores[row]) {
                    return Optional.of("row=" + row + ", expected label=" + labels[row] + ", core=" + cores[row]
                            + ", actual label=" + actual.label(row) + ", core=" + actual.isCore(row));
                }
            }
            return actual.clusters() == clusters
                    ? Optional.empty()
                    : Optional.of("clusters expected=" + clusters + ", actual=" + actual.clusters());
        }
    }

    private static int[][] near(Points space, Metric metric, double eps) {
        return IntStream.range(0, space.size())
                .parallel()
                .mapToObj(row -> {
                    double[] keys = KnnOracle.keys(metric.norm(), space.point(row), space);
                    return IntStream.range(0, space.size())
                            .filter(other -> metric.distance(keys[other]) <= eps)
                            .toArray();
                })
                .toArray(int[][]::new);
    }

    private static void spread(int first, int cluster, int[][] near, int minPoints, int... labels) {
        Deque<Integer> open = new ArrayDeque<>();
        labels[first] = cluster;
        open.add(first);
        while (!open.isEmpty()) {
            for (int other : near[open.poll()]) {
                if (labels[other] == Clusters.NOISE && near[other].length >= minPoints) {
                    labels[other] = cluster;
                    open.add(other);
                }
            }
        }
    }
}
