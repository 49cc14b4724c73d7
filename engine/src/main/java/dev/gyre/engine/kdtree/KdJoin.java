package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Timing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.knn.KnnJoin;

/**
 * The k nearest neighbors of every query by way of a kd-tree that is built for the join. The tree stays on the device from
 * its build to the last query.
 *
 * <p>Memory on the device: that of {@link KdTree#buildBytes} and of a batch of queries.
 */
public final class KdJoin {

    /** Enough for a batch of thousands of queries. */
    private static final long SEARCH_BYTES = 1L << 20;

    private final Backend backend;
    private final Workers workers;
    private final long memoryLimit;

    /**
     * A join on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public KdJoin(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * The k nearest other points of every point: a row is left out by its id, not by its coordinates.
     *
     * @param points the points
     * @param k neighbors per point, 1 or more
     * @param options metric and monitor
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1, a tree does not take the metric or the metric not the points, or the
     *     tree does not fit
     */
    public Neighbors self(Points points, int k, JoinOptions options) {
        return join(points, points, true, k, options);
    }

    /**
     * The k nearest points of every query.
     *
     * @param queries the queries
     * @param points the points, of the same dimensions
     * @param k neighbors per query, 1 or more
     * @param options metric and monitor
     * @return the neighbors
     * @throws IllegalArgumentException if k is less than 1, the dimensions differ, a tree does not take the metric or the metric
     *     not the points, or the tree does not fit
     */
    public Neighbors between(Points queries, Points points, int k, JoinOptions options) {
        return join(queries, points, false, k, options);
    }

    /**
     * Whether a join of so many points fits, with batches of queries as small as need be.
     *
     * @param points number of points
     * @param dims number of dimensions in the space of the metric
     * @param device the device
     * @param memoryLimit bytes that arrays on the device may take
     * @return whether it does
     */
    public static boolean fits(int points, int dims, Device device, long memoryLimit) {
        return points <= KdLayout.MAX_SIZE
                && dims <= KdTree.MAX_DIMENSIONS
                && KdBuild.bytes(points, dims, device) + SEARCH_BYTES <= Math.min(memoryLimit, device.memoryBytes());
    }

    private Neighbors join(Points queries, Points points, boolean self, int k, JoinOptions options) {
        KnnJoin.checkK(k, points);
        KnnJoin.checkDims(queries, points);
        KnnJoin.checkedSlots(queries.size(), k);
        Device device = backend.device();
        KdBuilder.checkMetric(options.metric());
        long start = System.nanoTime();
        Points space = options.metric().toSpace(points);
        Points querySpace = queries == points ? space : options.metric().toSpace(queries);
        if (points.size() == 0 || queries.size() == 0) {
            KdIndex empty = KdIndex.empty(space, options.metric().norm(), device, workers);
            return neighbors(
                    new NearestRefinement(empty, querySpace, self, k, Double.POSITIVE_INFINITY, empty.image()),
                    queries.size(),
                    k,
                    options,
                    new JoinReport(device, JoinMethod.KD_TREE, System.nanoTime() - start, Timing.ZERO, 0, 0));
        }
        KdBuilder.checkSizes(space.size(), space.dims(), device, memoryLimit);
        int capacity = NearestSearch.capacity(k, points.size());
        long left =
                Math.min(memoryLimit, device.memoryBytes()) - KdTree.buildBytes(points.size(), space.dims(), device);
        int batch = NearestSearch.batch(queries.size(), space.dims(), capacity, device, left);
        NearestSearch[] search = new NearestSearch[1];
        long spaceNanos = System.nanoTime() - start;
        try (KdBuilder builder = new KdBuilder(
                backend,
                workers,
                memoryLimit,
                space,
                querySpace,
                options.metric().norm(),
                build -> {
                    search[0] = new NearestSearch(
                            build.arrays(), build.most(), options.metric().norm(), batch, capacity, self, device);
                    return search[0].phases();
                })) {
            // No row is answered by the build.
            BatchProgress progress = new BatchProgress(options.monitor(), 0, 0, queries.size());
            KdIndex index = builder.build(progress);
            progress.stopIfCancelled();
            long refineStart = System.nanoTime();
            FloatImage image = self ? index.image() : index.image().inSameFrame();
            NearestRefinement refinement =
                    new NearestRefinement(index, querySpace, self, k, Double.POSITIVE_INFINITY, image);
            long refineNanos = System.nanoTime() - refineStart;
            refineNanos += self
                    ? search[0].joinSlots(builder.execution(), workers, index.layout(), refinement, options.monitor())
                    : search[0].search(
                            builder.execution(),
                            workers,
                            index.layout(),
                            querySpace,
                            image,
                            Double.POSITIVE_INFINITY,
                            refinement,
                            options.monitor());
            JoinReport report = new JoinReport(
                    device,
                    JoinMethod.KD_TREE,
                    spaceNanos + builder.prepareNanos(),
                    builder.execution().timing(),
                    refineNanos,
                    refinement.searchedAgain());
            return neighbors(refinement, queries.size(), k, options, report);
        }
    }

    private static Neighbors neighbors(
            NearestRefinement refinement, int queries, int k, JoinOptions options, JoinReport report) {
        return new Neighbors(queries, k, refinement.ids(), refinement.keys(), options.metric(), report);
    }
}
