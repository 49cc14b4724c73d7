package dev.gyre.engine.cluster;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.search.BatchProgress;
import java.util.Arrays;

/** Outlier scores from one join of nearest neighbors. The sums are in the order of neighbors, so that their bits are the same everywhere. */
public final class OutlierSearch {

    /** Rows of a slice: their neighbors are worth a thread's turn. */
    private static final int MIN_ROWS = 1 << 10;

    private final Planner planner;

    public OutlierSearch(Planner planner) {
        this.planner = planner;
    }

    /**
     * Scores all rows.
     *
     * @param k neighbors of a row, 1 or more; if there are fewer other rows, all of them
     * @throws IllegalArgumentException if k is less than 1, the metric has no distances, or as {@link KnnJoins#nearest}
     */
    public OutlierScores scores(Points points, int k, JoinOptions options) {
        options.checkUnfiltered("searches for outliers");
        if (options.metric().norm().equals(Norm.INNER_PRODUCT)) {
            throw new IllegalArgumentException("outliers need distances: metric=" + options.metric());
        }
        Neighbors near = new KnnJoins(planner).nearest(points, points, true, k, options);
        long start = System.nanoTime();
        int n = near.queries();
        int width = Math.min(k, Math.max(0, n - 1));
        BatchProgress progress = new BatchProgress(options.monitor(), n, 0, n);
        Work work = new Work(near, width);
        Workers workers = planner.jvm().workers();
        workers.forEachSlice(n, MIN_ROWS, work::addDistances, progress);
        workers.forEachSlice(n, MIN_ROWS, work::addDensities, progress);
        workers.forEachSlice(n, MIN_ROWS, work::addFactors, progress);
        progress.stopIfCancelled();
        return new OutlierScores(
                width,
                work.kDistances,
                work.meanDistances,
                work.factors,
                near.report().withRefinement(System.nanoTime() - start));
    }

    private static final class Work {

        private final Neighbors near;
        private final Metric metric;
        private final int width;
        private final double[] kDistances;
        private final double[] meanDistances;
        private final double[] densities;
        private final double[] factors;

        Work(Neighbors near, int width) {
            this.near = near;
            this.metric = near.metric();
            this.width = width;
            int n = near.queries();
            kDistances = new double[n];
            meanDistances = new double[n];
            densities = new double[n];
            factors = new double[n];
            if (width == 0) {
                Arrays.fill(kDistances, Double.POSITIVE_INFINITY);
                Arrays.fill(meanDistances, Double.POSITIVE_INFINITY);
                Arrays.fill(factors, 1);
            }
        }

        void addDistances(int begin, int end) {
            for (int row = begin; row < end && width > 0; row++) {
                double sum = 0;
                double distance = 0;
                for (int rank = 0; rank < width; rank++) {
                    distance = metric.distance(near.key(row, rank));
                    sum += distance;
                }
                kDistances[row] = distance;
                meanDistances[row] = sum / width;
            }
        }

        void addDensities(int begin, int end) {
            for (int row = begin; row < end && width > 0; row++) {
                double sum = 0;
                for (int rank = 0; rank < width; rank++) {
                    int neighbor = near.id(row, rank);
                    // The order of keys is that of distances, which cost more.
                    double key = near.key(row, rank);
                    sum += key > near.key(neighbor, width - 1) ? metric.distance(key) : kDistances[neighbor];
                }
                densities[row] = 1 / (sum / width + OutlierScores.DENSITY_FLOOR);
            }
        }

        void addFactors(int begin, int end) {
            for (int row = begin; row < end && width > 0; row++) {
                double sum = 0;
                for (int rank = 0; rank < width; rank++) {
                    sum += densities[near.id(row, rank)] / densities[row];
                }
                factors[row] = sum / width;
            }
        }
    }
}
