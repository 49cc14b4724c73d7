package dev.gyre.engine.index;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.index.CostTerm.Operation;
import dev.gyre.engine.knn.KnnJoin;

/**
 * Answers by all distances.
 *
 * @param join the join on the device
 * @param points the points
 * @param metric the metric
 * @param costs the device's
 */
record BruteForceSearcher(KnnJoin join, Points points, Metric metric, DeviceCosts costs) implements Searcher {

    @Override
    public double estimate(Workload work, boolean self) {
        return costs.estimate(Operation.BRUTE_FORCE, work);
    }

    @Override
    public Neighbors nearest(Points queries, int k, Monitor monitor) {
        return join.between(queries, points, k, options(monitor));
    }

    @Override
    public Neighbors nearestOthers(int k, Monitor monitor) {
        return join.self(points, k, options(monitor));
    }

    private JoinOptions options(Monitor monitor) {
        return new JoinOptions(metric, monitor, JoinMethod.BRUTE_FORCE);
    }

    @Override
    public void close() {
        // A join holds nothing.
    }
}
