package dev.gyre.engine.join;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdJoin;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.knn.KnnJoin;

/** The k-nearest-neighbor join by the method that suits it: {@link KnnJoin} or {@link KdJoin}. */
public final class KnnJoins {

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;

    /**
     * Joins on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public KnnJoins(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * The k nearest other points of every point.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more
     * @param options metric, monitor, method
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1, the metric does not take the points, or the memory does not
     */
    public Neighbors self(Points points, int k, JoinOptions options) {
        return method(points.size(), points, k, options) == JoinMethod.KD_TREE
                ? new KdJoin(backend, workers, memoryLimit).self(points, k, options)
                : new KnnJoin(backend, workers, memoryLimit).self(points, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more
     * @param options metric, monitor, method
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, the metric does not take the points, or the
     *     memory does not
     */
    public Neighbors between(Points queries, Points points, int k, JoinOptions options) {
        return method(queries.size(), points, k, options) == JoinMethod.KD_TREE
                ? new KdJoin(backend, workers, memoryLimit).between(queries, points, k, options)
                : new KnnJoin(backend, workers, memoryLimit).between(queries, points, k, options);
    }

    /**
     * How a join would be done.
     *
     * @param queries number of queries
     * @param points the points
     * @param k neighbors per query
     * @param options metric, method
     * @return the method and why, in one line
     */
    public String explain(int queries, Points points, int k, JoinOptions options) {
        int dims = dims(points, options);
        String what = " for " + queries + " queries among " + points.size() + " points of " + dims + " dimensions, k="
                + k + ", on " + backend.device() + ": ";
        if (options.method() == JoinMethod.KD_TREE) {
            return options.method() + what + "asked for";
        }
        String noTree = "";
        if (options.method() == JoinMethod.AUTOMATIC && !options.metric().norm().isOfDifferences()) {
            noTree = "; a tree does not take the metric " + options.metric();
        } else if (options.method() == JoinMethod.AUTOMATIC) {
            boolean treeIsFaster = fastest(queries, points, k, options) == JoinMethod.KD_TREE;
            if (treeIsFaster && fits(points, dims)) {
                return JoinMethod.KD_TREE + what + "many pairs of few dimensions";
            }
            noTree = treeIsFaster
                    ? "; a tree would be faster, but needs " + KdTree.buildBytes(points.size(), dims, backend.device())
                            + " bytes"
                    : "; a tree would not pay for few pairs, many dimensions or many neighbors";
        }
        KnnJoin.Explanation explanation =
                new KnnJoin(backend, workers, memoryLimit).explain(queries, points.size(), dims, k, options);
        return explanation.method() + what + explanation.reason() + noTree;
    }

    private JoinMethod method(int queries, Points points, int k, JoinOptions options) {
        if (options.method() != JoinMethod.AUTOMATIC) {
            return options.method();
        }
        JoinMethod fastest = fastest(queries, points, k, options);
        return fastest == JoinMethod.KD_TREE && fits(points, dims(points, options)) ? fastest : JoinMethod.BRUTE_FORCE;
    }

    private JoinMethod fastest(int queries, Points points, int k, JoinOptions options) {
        return options.metric().norm().isOfDifferences()
                ? JoinTable.choose(backend.device(), queries, points.size(), dims(points, options), k)
                : JoinMethod.BRUTE_FORCE;
    }

    private boolean fits(Points points, int dims) {
        return KdJoin.fits(points.size(), dims, backend.device(), memoryLimit);
    }

    private static int dims(Points points, JoinOptions options) {
        return options.metric().spaceDims(points.dims());
    }
}
