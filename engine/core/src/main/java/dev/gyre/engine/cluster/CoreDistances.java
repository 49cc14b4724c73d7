package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NearestList;
import dev.gyre.engine.tree.NearestWork;
import dev.gyre.tasks.tree.TreeNearest;

/**
 * The keys of core distances, slot by slot: those of the distances to the k-th nearest row, of which the row itself is the first. Equal rows
 * count one by one.
 */
final class CoreDistances implements NearestWork {

    private static final int MIN_SLICE = 64;

    private final KdIndex index;
    private final int k;
    private final double[] cores;
    private final Workers workers;

    /**
     * Core distances of a tree of k rows or more.
     *
     * @param k the number of rows, 1 or more
     * @param cores receives the keys
     */
    CoreDistances(KdIndex index, int k, double[] cores, Workers workers) {
        this.index = index;
        this.k = k;
        this.cores = cores;
        this.workers = workers;
    }

    @Override
    public int size() {
        return index.layout().size();
    }

    @Override
    public double[] queries() {
        return index.points().array();
    }

    /** Other slots that may be needed. */
    @Override
    public int candidates() {
        return candidates(index.layout().size(), k);
    }

    /** Other slots that may be needed for k rows, 1 or more. */
    static int candidates(int slots, int k) {
        return Math.max(1, Math.min(slots, k) - 1);
    }

    @Override
    public void writeLimits(double[] limits) {
        limits[TreeNearest.LIMIT] = Double.POSITIVE_INFINITY;
        limits[TreeNearest.SCALE] = 1;
    }

    @Override
    public Workers workers() {
        return workers;
    }

    @Override
    public void accept(int first, int count, int[] order, Found found, Progress progress) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    NearestList list = new NearestList(k, index.points().size());
                    int[] rows = new int[k];
                    double[] keys = new double[k];
                    for (int item = begin; item < end; item++) {
                        list.clear(Double.POSITIVE_INFINITY);
                        offer(list, 0, index.ids()[first + item]);
                        int from = item * found.capacity();
                        for (int at = from; at < from + found.capacity(); at++) {
                            offer(list, found.keys()[at], found.rows()[at]);
                        }
                        list.finish(rows, keys, 0);
                        cores[first + item] = keys[k - 1];
                    }
                },
                progress);
    }

    /** Offers the equal rows of a place, k at most; no row if it is -1. */
    private void offer(NearestList list, double key, int head) {
        int row = head;
        for (int offered = 0; row != KdGroups.NONE && offered < k; offered++) {
            list.offer(key, row);
            row = index.groups().next(row);
        }
    }
}
