package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.BruteForce;
import dev.gyre.engine.range.MatchCollector;
import dev.gyre.engine.range.RangeCounts;
import dev.gyre.engine.range.RangeMatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * A join of all pairs within a distance, for results of any size: it counts the matches and passes them on in parts, as often as you ask.
 * In a self-join, each point excludes itself by its row, not by its coordinates.
 *
 * <p>The join builds a kd-tree of all points when it is opened, or several trees of parts of the points if the memory limit does not allow
 * one tree. It builds a grid instead if you ask for one or if a grid is estimated to be faster. If neither is possible, it compares all
 * pairs on the threads of the host. The threads of the host also count the matches in trees of a device: the shares of the {@linkplain #report
 * report} say so. With {@linkplain dev.gyre.engine.Settings#withStrict strict settings}, the device counts, and joins without a tree or grid fail.
 *
 * <p>Time: a count takes O(n log n) and, for each query, time that grows with the points near the surface of its ball, not with the points
 * inside. Without a tree or grid, it computes all distances. Memory on the host: the trees or the grid, 4 bytes per query for the counts,
 * and a few copies of a part. A part has 12 bytes per match, for about a million matches or those of one query.
 *
 * <p>For use by one thread; interrupts and monitors end any method with a {@link CancellationException}. A join is valid until its
 * engine is closed; closing it may be repeated.
 */
public final class DistanceJoin extends PartedJoin {

    /** Largest number of nearest matches for which a search for neighbors is faster than a search for all matches. */
    private static final int FEW = 128;

    /** An upper bound on the relative rounding error of a key. */
    private static final double ROUNDING = 0x1p-40;

    private final Points left;
    private final Points right;
    private final double radius;
    private final JoinOptions options;

    /** The queries in the space of the metric; null with a single tree or a grid, which do not need them. */
    private final Points leftSpace;

    /** The points in the space of the metric, to compute all distances; null with trees or a grid. */
    private final Points rightSpace;

    private final List<Part> parts = new ArrayList<>();

    /** An index of the points of a slab; a null slab stands for all points. */
    private record Part(PointIndex index, PointSlabs.Slab slab) {}

    /**
     * Opens a join.
     *
     * @param context device, threads, memory; without an index its threads are used
     * @param left the queries
     * @param right the points
     * @param self whether both sets are the same, so that no row matches itself
     * @param radius largest distance
     * @param options metric; monitor, which watches the build; method: {@link JoinMethod#KD_TREE}, {@link JoinMethod#GRID}, or another for all
     *     distances
     * @param max largest number of points of a tree, 1 or more
     * @param width length of the sides of the cells of a grid
     * @throws IllegalArgumentException if the metric has no radius or does not accept the points, or if the index does not support them
     */
    DistanceJoin(
            Context context,
            Points left,
            Points right,
            boolean self,
            double radius,
            JoinOptions options,
            int max,
            double width) {
        super(context, left.size(), self, options.method() == JoinMethod.GRID ? JoinMethod.GRID : JoinMethod.KD_TREE);
        this.left = left;
        this.right = right;
        this.radius = radius;
        this.options = options;
        boolean byTrees = options.method() == JoinMethod.KD_TREE;
        boolean whole = options.method() == JoinMethod.GRID || byTrees && right.size() <= max;
        Points space = whole ? null : options.metric().toSpace(right);
        leftSpace = whole || self ? space : options.metric().toSpace(left);
        rightSpace = byTrees ? null : space;
        if (whole) {
            build(right, null, width);
        } else if (byTrees) {
            for (PointSlabs.Slab slab : PointSlabs.of(space, max, context.workers())) {
                build(rows(right, slab.rows()), slab, width);
            }
        }
    }

    private void build(Points points, PointSlabs.Slab slab, double width) {
        Placement here = Placement.on(context);
        Monitor monitor = waiting(options.monitor(), 0);
        PointIndex index = options.method() == JoinMethod.GRID
                ? Grid.build(
                        here,
                        points,
                        width,
                        GridOptions.DEFAULT.withMetric(options.metric()).withMonitor(monitor))
                : KdTree.build(
                        here,
                        points,
                        KdTreeOptions.DEFAULT.withMetric(options.metric()).withMonitor(monitor));
        parts.add(new Part(index, slab));
        note(index.report().before(noTime()));
    }

    /**
     * Returns whether a count takes less time than a search. Without trees or a grid, both take the same time.
     *
     * @return true if trees or a grid are searched
     */
    public boolean countsFast() {
        return !parts.isEmpty();
    }

    @Override
    int[] count() {
        if (parts.isEmpty()) {
            RangeCounts work = new RangeCounts(balls(0, left.size()), context.workers());
            note(BruteForce.run(left.size(), rightSpace, context.workers(), work, options.monitor()));
            return work.counts();
        }
        long start = System.nanoTime();
        int[] counts = countInTrees();
        ExecutionReport counted = noTime().withRefinement(System.nanoTime() - start);
        note(countedByHost() ? counted.withShares(shares()) : counted);
        return counts;
    }

    /** Whether the host counts in trees that a device has built and searches. */
    private boolean countedByHost() {
        return !context.onJvm() && !context.isStrict() && options.method() != JoinMethod.GRID;
    }

    /** What device and host did in a count. */
    private List<DeviceShare> shares() {
        Device host = JvmBackend.device(context.workers().threads());
        return List.of(new DeviceShare(context.device(), 0, 0, ""), new DeviceShare(host, left.size(), 0, ""));
    }

    private int[] countInTrees() {
        int[] sums = new int[left.size()];
        // The tree that has a row counts it as a match of itself.
        Arrays.fill(sums, self ? -1 : 0);
        for (Part part : parts) {
            int[] asked = queriesNear(part, 0, left.size());
            int[] found = part.index().countWithin(rows(left, asked), radius, waiting(options.monitor(), 0));
            for (int i = 0; i < found.length; i++) {
                sums[asked[i]] += found[i];
            }
        }
        return sums;
    }

    /**
     * Passes on the nearest matches of each query, in parts like those of {@link #forEachMatch}.
     *
     * @param max largest number of matches of a query, 1 or more
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException if the number is below 1, or as {@link #forEachMatch}
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachNearest(int max, Monitor monitor, Matches.Consumer consumer) {
        if (max < 1) {
            throw new IllegalArgumentException("most matches must be 1 or more: most=" + max);
        }
        handOut(max, false, monitor, consumer);
    }

    @Override
    void handOut(int max, boolean once, Monitor monitor, Matches.Consumer consumer) {
        if (!parts.isEmpty()) {
            super.handOut(max, once, monitor, consumer);
            return;
        }
        checkOpen();
        ExecutionReport ofParts = noTime();
        RangeMatches work =
                new RangeMatches(balls(0, left.size()), context.workers(), options.metric(), ofParts, (first, part) -> {
                    JoinedRows rows = new JoinedRows(first, self, max, once);
                    for (int i = 0; i < part.queries(); i++) {
                        rows.add(JoinedRows.Found.of(part), i, null);
                        rows.endQuery();
                    }
                    consumer.accept(first, rows.matches(options.metric(), ofParts));
                });
        note(BruteForce.run(left.size(), rightSpace, context.workers(), work, monitor));
    }

    @Override
    int endOfPart(int first, int max) {
        return max > FEW ? super.endOfPart(first, max) : Math.min(left.size(), first + PART / (max + 1));
    }

    @Override
    Matches part(int first, int end, int max, boolean once, Monitor monitor) {
        if (parts.isEmpty()) {
            MatchCollector collector = new MatchCollector(balls(first, end), right.size(), context.workers());
            ExecutionReport work = BruteForce.run(end - first, rightSpace, context.workers(), collector, monitor);
            note(work);
            return collector.result(null, options.metric(), work);
        }
        List<JoinedRows.Found> found = new ArrayList<>();
        List<int[]> asked = new ArrayList<>();
        for (Part part : parts) {
            int[] near = queriesNear(part, first, end);
            asked.add(near);
            found.add(near.length == 0 ? null : search(part.index(), rows(left, near), max, monitor));
        }
        long start = System.nanoTime();
        JoinedRows rows = new JoinedRows(first, self, max, once);
        int[] at = new int[parts.size()];
        for (int query = first; query < end; query++) {
            for (int i = 0; i < at.length; i++) {
                if (at[i] < asked.get(i).length && asked.get(i)[at[i]] == query) {
                    PointSlabs.Slab slab = parts.get(i).slab();
                    rows.add(found.get(i), at[i]++, slab == null ? null : slab.rows());
                }
            }
            rows.endQuery();
        }
        note(noTime().withRefinement(System.nanoTime() - start));
        return rows.matches(options.metric(), noTime());
    }

    private JoinedRows.Found search(PointIndex index, Points queries, int max, Monitor monitor) {
        if (max <= FEW) {
            // In a self-join, a row also finds itself, unless enough other points are as near.
            Neighbors nearest = index.nearest(queries, max + (self ? 1 : 0), radius, monitor);
            note(nearest.report());
            return JoinedRows.Found.of(nearest);
        }
        Matches within = index.within(queries, radius, monitor);
        note(within.report());
        return JoinedRows.Found.of(within);
    }

    /** Returns the queries that may have matches in a part, ascending. */
    private int[] queriesNear(Part part, int first, int end) {
        IntArrayList near = new IntArrayList(end - first);
        double limit = options.metric().largestKey(radius);
        for (int query = first; query < end; query++) {
            if (part.slab() == null || isNear(part.slab(), query, limit)) {
                near.add(query);
            }
        }
        return near.toArray();
    }

    private boolean isNear(PointSlabs.Slab slab, int query, double limit) {
        double gap = slab.gap(leftSpace.coordinate(query, slab.dim()));
        return options.metric().norm().add(0, gap) * (1 - ROUNDING) <= limit;
    }

    private Points rows(Points points, int[] rows) {
        Workers workers = context.workers();
        return HostArrays.gather(points, rows, workers);
    }

    private Balls balls(int first, int end) {
        int[] rows = new int[end - first];
        Arrays.setAll(rows, i -> first + i);
        Points queries = rows.length == left.size() ? leftSpace : rows(leftSpace, rows);
        Metric metric = options.metric();
        return new Balls(queries, rightSpace, metric.norm(), metric.largestKey(radius), null, self ? first : -1);
    }

    @Override
    public void close() {
        super.close();
        parts.forEach(part -> part.index().close());
    }
}
