package dev.gyre.engine.join;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.BruteForce;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.TooManyMatchesException;
import java.util.List;

/**
 * The join of all pairs within a distance, by a kd-tree that is built for the join or by a grid. If a tree does not apply, the threads of
 * the host compute all distances, whatever the device is.
 *
 * <p>A grid is chosen automatically for self-joins on the JVM, of points in up to {@value #MAX_GRID_DIMENSIONS} dimensions that
 * {@link CellSample} finds evenly dense, if it is estimated to be faster than a tree. Up to {@value #FEW_QUERIES} queries among many points
 * look at all of them.
 */
public final class RadiusJoins {

    /** The factor by which the expected number of matches may be too small. */
    private static final int SURELY = 8;

    /** Most dimensions in which a grid was measured to be faster than a tree, for many evenly dense points. */
    private static final int MAX_GRID_DIMENSIONS = 4;

    /** Queries whose distances from all points take less time than the build of a tree: a query and 6 M points took 0.1 s. */
    private static final int FEW_QUERIES = 8;

    /** Fewer points are in a tree within milliseconds. */
    private static final int MANY_POINTS = 1 << 17;

    private final Planner planner;

    public RadiusJoins(Planner planner) {
        this.planner = planner;
    }

    /**
     * All right points within a radius of every left point.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param self whether both are the same set; a row is then no match of itself
     * @param radius largest distance, 0 or more
     * @return the matches, one row per left point
     * @throws IllegalArgumentException if the radius is negative or not a number, the dimensions differ, the metric does not accept the
     *     points, or the join or its result does not fit; as {@link FilteredJoin#of}
     */
    public Matches within(Points left, Points right, boolean self, double radius, JoinOptions options) {
        checkDims(left, right);
        return options.isFiltered()
                ? FilteredJoin.of(left, right, self, options, planner.jvm().workers())
                        .within(this, radius)
                : join(left, right, self, radius, options);
    }

    private static void checkDims(Points left, Points right) {
        if (left.dims() != right.dims()) {
            throw new IllegalArgumentException("left and right points must have the same dimensions: left="
                    + left.dims() + ", right=" + right.dims());
        }
    }

    /**
     * Explains how a join would be done.
     *
     * @param points the points, the right ones of a join of two sets
     * @param options metric, method
     * @return a line with the method and the reason, one for each strategy on each device, and the source of the estimates
     */
    public String explain(Points points, JoinOptions options) {
        if (options.isFiltered()) {
            FilteredJoin join = FilteredJoin.shape(points, options);
            return explain(join.points(), join.options(), join.reason());
        }
        return explain(points, options, KnnJoins.ASKED);
    }

    private String explain(Points points, JoinOptions options, String asked) {
        int dims = options.metric().spaceDims(points.dims());
        Workload few = new Workload(points.size(), points.size(), dims, 1);
        boolean even = mayUseGrid(points, options)
                && CellSample.of(points, options.metric()).isEven();
        Plan choice = planner.previewShared(context -> strategies(context, points, few, options, even));
        String what = " among " + points.size() + " points of " + dims + " dimensions: ";
        String how = KnnJoins.isTree(choice) || KnnJoins.isGrid(choice)
                ? (KnnJoins.isTree(choice) ? JoinMethod.KD_TREE : JoinMethod.GRID) + " on " + choice.where()
                : JoinMethod.BRUTE_FORCE + " on the threads of the host";
        String why = options.method() == JoinMethod.AUTOMATIC ? reason(choice, points, dims, options) : asked;
        return planner.explanation(how + what + why + parts(choice, points, dims), choice);
    }

    private String reason(Plan choice, Points points, int dims, JoinOptions options) {
        if (KnnJoins.isGrid(choice)) {
            return "estimated to be the fastest for one set, evenly dense; " + JoinMethod.KD_TREE
                    + " for two, or for very many matches";
        }
        return KnnJoins.isTree(choice) ? "a tree supports them" : obstacle(choice.context(), points, dims, options);
    }

    /** Says that there are several trees, and why. */
    private static String parts(Plan choice, Points points, int dims) {
        int max = KnnJoins.isTree(choice) ? pointsPerTree(choice.context(), points.size(), dims) : points.size();
        return max >= points.size()
                ? ""
                : ", in parts of " + max + " points, as " + KnnJoins.misfit(points.size(), dims, choice.context());
    }

    /** Returns the most points of a tree; all points if a device is not open yet. */
    private static int pointsPerTree(Context context, int points, int dims) {
        return context == null ? points : KdJoin.pointsPerTree(points, dims, context);
    }

    /** Why no trees can be built for a join on a device, or the empty text; a null context stands for a device that is not open. */
    private static String obstacle(Context context, Points points, int dims, JoinOptions options) {
        String whole = KnnJoins.obstacleToTree(context, points, dims, options);
        if (whole.isEmpty() || !options.metric().norm().isOfDifferences() || dims > KdTree.MAX_DIMENSIONS) {
            return whole;
        }
        int min = Math.min(points.size(), KdJoin.MIN_POINTS);
        return pointsPerTree(context, points.size(), dims) > 0 ? "" : KnnJoins.misfit(min, dims, context);
    }

    /** Whether points and metric allow the automatic choice of a grid. */
    private static boolean mayUseGrid(Points points, JoinOptions options) {
        return options.method() == JoinMethod.AUTOMATIC
                && options.metric().norm().isOfDifferences()
                && !options.metric().norm().isPower()
                && options.metric().spaceDims(points.dims()) <= MAX_GRID_DIMENSIONS
                && points.size() >= CellSample.SAMPLE;
    }

    /** Whether the cells of a grid for a radius would be filled evenly enough for the automatic choice of a grid. */
    private boolean isEven(Points points, double radius, JoinOptions options, int matches) {
        double key = options.metric().largestKey(radius);
        if (!(key > 0 && key < Double.POSITIVE_INFINITY)) {
            return false;
        }
        CellSample cells = CellSample.of(points, options.metric());
        return cells.isEven()
                && cells.fillsEvenly(width(planner.jvm(), points, radius, options, matches), GridJoin.FILL);
    }

    /** Whether a grid may be chosen automatically on a device: only on the JVM, unless it shares all calls with others. */
    private boolean isGridDevice(Context context, Points points, int dims) {
        return context == planner.jvm()
                && (planner.isAutomatic() || planner.all().size() == 1)
                && GridJoin.fits(points.size(), dims, context)
                && pointsPerTree(context, points.size(), dims) >= points.size();
    }

    /** A tree on every device, or a grid on the JVM. If a tree does not apply: brute force on the host, as one strategy for all devices. */
    private List<Strategy> strategies(
            Context context, Points points, Workload work, JoinOptions options, boolean even) {
        JoinMethod asked = options.method();
        if (asked == JoinMethod.HYBRID_GRID) {
            throw new IllegalArgumentException("the method finds nearest neighbors alone: method=" + asked);
        }
        Strategy tree = Strategy.of(JoinMethod.KD_TREE.toString(), work, Operation.BUILD, Operation.RANGE);
        Strategy grid = Strategy.of(JoinMethod.GRID.toString(), work, Operation.GRID_BUILD, Operation.GRID_RANGE);
        Strategy all = Strategy.of(JoinMethod.BRUTE_FORCE.toString(), work, Operation.FUSED);
        boolean onHost = context == planner.jvm() || !planner.isAutomatic() && !planner.isStrict();
        String elsewhere = KnnJoins.hostOnly(planner);
        if (asked != JoinMethod.AUTOMATIC) {
            boolean anywhere = asked == JoinMethod.KD_TREE || asked == JoinMethod.GRID;
            Strategy wanted = asked == JoinMethod.KD_TREE ? tree : asked == JoinMethod.GRID ? grid : all;
            return List.of(wanted.withObstacle(anywhere || onHost ? "" : elsewhere));
        }
        String obstacle = obstacle(context, points, work.dims(), options);
        if (obstacle.isEmpty()) {
            return even && isGridDevice(context, points, work.dims()) ? List.of(tree, grid) : List.of(tree);
        }
        return onHost || planner.isStrict()
                ? List.of(tree.withObstacle(obstacle), all.withObstacle(onHost ? "" : elsewhere))
                : List.of(tree.withObstacle(obstacle));
    }

    /** Whether all distances take less time than only the build of a tree, for few queries among many points. */
    private boolean areFew(Points left, Points right, JoinOptions options) {
        return options.method() == JoinMethod.AUTOMATIC
                && left.size() <= FEW_QUERIES
                && right.size() >= MANY_POINTS
                && (planner.isAutomatic()
                        || planner.all().size() == 1 && planner.all().contains(planner.jvm()));
    }

    private Matches join(Points left, Points right, boolean self, double radius, JoinOptions options) {
        double limit = options.metric().largestKey(radius);
        if (areFew(left, right, options)) {
            return byAllDistances(left, right, self, limit, options);
        }
        int dims = options.metric().spaceDims(right.dims());
        int expected = PairSample.of(right, options.metric()).matches(radius);
        Plan choice = choose(left, right, self, radius, options, expected);
        if (!KnnJoins.isTree(choice) && !KnnJoins.isGrid(choice)) {
            return byAllDistances(left, right, self, limit, options);
        }
        Context context = choice.context();
        boolean inParts = KnnJoins.isTree(choice) && pointsPerTree(context, right.size(), dims) < right.size();
        try {
            if (inParts || (long) expected * left.size() > Matches.largestOnHeap(true) / SURELY) {
                try (DistanceJoin join = open(choice, left, right, self, radius, options, expected)) {
                    checkSize(join);
                    if (inParts) {
                        return collect(join, options);
                    }
                }
            }
            double width = KnnJoins.isGrid(choice) ? width(context, right, radius, options, expected) : 0;
            return choice.watch()
                    .done(
                            KnnJoins.isTree(choice)
                                    ? new KdJoin(choice.team()).within(left, right, self, radius, options)
                                    : new GridJoin(context).within(left, right, self, radius, width, options));
        } catch (TooManyMatchesException e) {
            try (DistanceJoin join = open(choice, left, right, self, radius, options, expected)) {
                checkSize(join);
            }
            throw e;
        }
    }

    private Plan choose(Points left, Points right, boolean self, double radius, JoinOptions options, int matches) {
        int dims = options.metric().spaceDims(right.dims());
        Workload work = new Workload(right.size(), left.size(), dims, matches);
        // The sample is drawn only if a grid would be the fastest.
        boolean even = self
                && mayUseGrid(right, options)
                && KnnJoins.isGrid(planner.preview(context -> strategies(context, right, work, options, true)))
                && isEven(right, radius, options, matches);
        return planner.share(context -> strategies(context, right, work, options, even));
    }

    /**
     * Opens a join whose result may have any size.
     *
     * @param left the queries
     * @param right the points, of the same dimensions
     * @param self whether both are the same set; a row is then no match of itself
     * @param radius largest distance, 0 or more
     * @param options metric, method; a monitor, which watches the build and the count
     * @throws IllegalArgumentException as {@link #within}, except for the size of the result
     */
    public DistanceJoin open(Points left, Points right, boolean self, double radius, JoinOptions options) {
        checkDims(left, right);
        if (options.isFiltered()) {
            return FilteredJoin.of(left, right, self, options, planner.jvm().workers())
                    .open(this, radius);
        }
        options.metric().largestKey(radius);
        int matches = PairSample.of(right, options.metric()).matches(radius);
        return open(choose(left, right, self, radius, options, matches), left, right, self, radius, options, matches);
    }

    private DistanceJoin open(
            Plan choice, Points left, Points right, boolean self, double radius, JoinOptions options, int matches) {
        boolean byGrid = KnnJoins.isGrid(choice);
        boolean byTrees = KnnJoins.isTree(choice);
        Context context = byGrid || byTrees ? choice.context() : planner.jvm();
        JoinMethod method = byTrees ? JoinMethod.KD_TREE : byGrid ? JoinMethod.GRID : JoinMethod.BRUTE_FORCE;
        // If trees would be too small to pay off, the build of the whole tree reports how much memory it needs.
        int dims = options.metric().spaceDims(right.dims());
        int max = byTrees ? pointsPerTree(context, right.size(), dims) : 0;
        double width = byGrid ? width(context, right, radius, options, matches) : 0;
        return Placed.distanceJoin(
                context,
                left,
                right,
                self,
                radius,
                options.withMethod(method),
                max == 0 ? Integer.MAX_VALUE : max,
                width);
    }

    /** The width of the cells of a grid for a join with about this many matches per point. */
    private static double width(Context context, Points right, double radius, JoinOptions options, int matches) {
        Metric metric = options.metric();
        int dims = metric.spaceDims(right.dims());
        return new GridJoin(context).width(metric.norm(), metric.largestKey(radius), dims, matches);
    }

    private static void checkSize(DistanceJoin join) {
        long size = join.size();
        long max = Matches.largestOnHeap(true);
        if (size > max) {
            throw new IllegalArgumentException("the result does not fit the memory: matches=" + size
                    + ", bytes=" + Matches.BYTES_WITH_KEY * size + ", most matches on this heap=" + max + "; "
                    + "a DistanceJoin counts them, finds the nearest ones only, or hands them out part by part");
        }
    }

    private static Matches collect(DistanceJoin join, JoinOptions options) {
        int[] offsets = new int[join.queries() + 1];
        int[] ids = new int[(int) join.size()];
        double[] keys = new double[ids.length];
        join.forEachMatch(options.monitor(), (first, part) -> {
            for (int query = 0; query < part.queries(); query++) {
                offsets[first + query + 1] = offsets[first + query] + part.count(query);
            }
            System.arraycopy(part.toIdArray(), 0, ids, offsets[first], part.size());
            System.arraycopy(part.toKeyArray(), 0, keys, offsets[first], part.size());
        });
        return new Matches(offsets, ids, keys, options.metric(), join.report());
    }

    private Matches byAllDistances(Points left, Points right, boolean self, double limit, JoinOptions options) {
        Workers workers = planner.jvm().workers();
        Points rightSpace = options.metric().toSpace(right);
        Points leftSpace = left == right ? rightSpace : options.metric().toSpace(left);
        Balls balls = new Balls(leftSpace, rightSpace, options.metric().norm(), limit, null, self ? 0 : -1);
        MatchCollector collector = new MatchCollector(balls, right.size(), workers);
        ExecutionReport report = BruteForce.run(left.size(), rightSpace, workers, collector, options.monitor());
        return collector.result(null, options.metric(), report);
    }
}
