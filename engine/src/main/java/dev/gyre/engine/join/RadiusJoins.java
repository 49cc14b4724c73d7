package dev.gyre.engine.join;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdJoin;
import dev.gyre.engine.kdtree.KdTree;
import dev.gyre.engine.kdtree.KdTreeOptions;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.BruteForce;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeMatches;

/**
 * The join of all pairs within a distance: by way of a kd-tree that is built for the join, and, where a tree does not apply,
 * by all distances on the threads of the host, whatever the device is.
 */
public final class RadiusJoins {

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
    public RadiusJoins(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memoryLimit = memoryLimit;
    }

    /**
     * All other points within a radius of every point.
     *
     * @param points the points
     * @param radius largest distance, 0 or more
     * @param options metric, monitor, method
     * @return the matches, one row per point
     * @throws IllegalArgumentException if the radius is negative or no number, the metric does not take the points, or the
     *     result or the memory does not take the join
     */
    public Matches self(Points points, double radius, JoinOptions options) {
        return join(points, points, true, radius, options);
    }

    /**
     * All right points within a radius of every left point.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param radius largest distance, 0 or more
     * @param options metric, monitor, method
     * @return the matches, one row per left point
     * @throws IllegalArgumentException as {@link #self}, or if the dimensions differ
     */
    public Matches between(Points left, Points right, double radius, JoinOptions options) {
        if (left.dims() != right.dims()) {
            throw new IllegalArgumentException("left and right points must have the same dimensions: left="
                    + left.dims() + ", right=" + right.dims());
        }
        return join(left, right, false, radius, options);
    }

    /**
     * How a join would be done.
     *
     * @param points the points, the right ones of a join of two sets
     * @param options metric, method
     * @return the method and why, in one line
     */
    public String explain(Points points, JoinOptions options) {
        int dims = options.metric().spaceDims(points.dims());
        String what = " among " + points.size() + " points of " + dims + " dimensions: ";
        String onHost = JoinMethod.BRUTE_FORCE + " on the threads of the host" + what;
        String onDevice = JoinMethod.KD_TREE + " on " + backend.device() + what;
        if (options.method() != JoinMethod.AUTOMATIC) {
            return (options.method() == JoinMethod.KD_TREE ? onDevice : onHost) + "asked for";
        }
        if (method(points, options) == JoinMethod.KD_TREE) {
            return onDevice + "a tree takes them";
        }
        if (!options.metric().norm().isOfDifferences()) {
            return onHost + "a tree does not take the metric " + options.metric();
        }
        return onHost + "a tree takes up to " + KdTree.MAX_DIMENSIONS + " dimensions, and needs "
                + KdTree.buildBytes(points.size(), dims, backend.device()) + " bytes";
    }

    private JoinMethod method(Points points, JoinOptions options) {
        if (options.method() != JoinMethod.AUTOMATIC) {
            return options.method();
        }
        int dims = options.metric().spaceDims(points.dims());
        return options.metric().norm().isOfDifferences()
                        && KdJoin.fits(points.size(), dims, backend.device(), memoryLimit)
                ? JoinMethod.KD_TREE
                : JoinMethod.BRUTE_FORCE;
    }

    private Matches join(Points left, Points right, boolean self, double radius, JoinOptions options) {
        double limit = options.metric().key(radius);
        return method(right, options) == JoinMethod.KD_TREE
                ? byTree(left, right, self, radius, options)
                : byAllDistances(left, right, self, limit, options);
    }

    private Matches byTree(Points left, Points right, boolean self, double radius, JoinOptions options) {
        long start = System.nanoTime();
        KdTreeOptions treeOptions = KdTreeOptions.DEFAULT.withMetric(options.metric());
        try (KdTree tree = KdTree.build(backend, workers, memoryLimit, right, treeOptions)) {
            long buildNanos = System.nanoTime() - start;
            Matches matches =
                    self ? tree.selfWithin(radius, options.monitor()) : tree.within(left, radius, options.monitor());
            JoinReport search = matches.report();
            return matches.with(new JoinReport(
                    search.device(),
                    JoinMethod.KD_TREE,
                    buildNanos
                            - tree.report().deviceTiming().compileNanos()
                            - tree.report().deviceTiming().transferNanos()
                            - tree.report().deviceTiming().computeNanos()
                            + search.prepareNanos(),
                    search.deviceTiming().plus(tree.report().deviceTiming()),
                    search.refineNanos(),
                    search.answeredAgain()));
        }
    }

    private Matches byAllDistances(Points left, Points right, boolean self, double limit, JoinOptions options) {
        Points rightSpace = options.metric().toSpace(right);
        Points leftSpace = left == right ? rightSpace : options.metric().toSpace(left);
        Balls balls = new Balls(leftSpace, rightSpace, options.metric().norm(), limit, self);
        MatchCollector collector = new MatchCollector(left.size(), right.size());
        RangeMatches work =
                new RangeMatches(balls, workers, options.metric(), BruteForce.report(workers, 0), collector);
        JoinReport report = BruteForce.run(left.size(), right.size(), workers, work, options.monitor());
        return collector.result(balls, options.metric(), report);
    }
}
