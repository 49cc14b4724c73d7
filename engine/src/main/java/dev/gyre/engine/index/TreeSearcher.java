package dev.gyre.engine.index;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.index.CostTerm.Operation;
import dev.gyre.engine.kdtree.KdTree;

/**
 * Answers by a kd-tree.
 *
 * @param tree the tree, on the device
 * @param costs the device's
 */
record TreeSearcher(KdTree tree, DeviceCosts costs) implements Searcher {

    @Override
    public double estimate(Workload work, boolean self) {
        double search = costs.estimate(Operation.SEARCH, work);
        return tree.isPrepared(self, work.k(), (int) work.queries())
                ? search
                : search + costs.estimate(Operation.PREPARE, work);
    }

    @Override
    public Neighbors nearest(Points queries, int k, Monitor monitor) {
        return tree.nearest(queries, k, Double.POSITIVE_INFINITY, monitor);
    }

    @Override
    public Neighbors nearestOthers(int k, Monitor monitor) {
        return tree.nearestOthers(k, monitor);
    }

    @Override
    public void close() {
        tree.close();
    }
}
