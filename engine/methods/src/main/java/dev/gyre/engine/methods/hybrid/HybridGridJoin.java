package dev.gyre.engine.methods.hybrid;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridIndex;
import dev.gyre.engine.grid.HybridRounds;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.join.HybridJoin;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The k-nearest-neighbor self-join by a grid on a device and a kd-tree on the JVM at the same time (Gowanlock, "Hybrid KNN-Join", 2021).
 * The grid has a radius with k neighbors on average. Points are ordered by the fill of their cells. The device takes large and then small
 * batches from the dense end; the host takes small batches from the sparse end, where a window is reserved for it. Points with too few
 * neighbors within the radius come back; if they are many, the grid is rebuilt with a larger radius.
 *
 * <p>Differences from the paper: the threads of the host find the radius, matches of a batch are counted instead of estimated, and batches
 * do not overlap their copies. The host uses the kd-tree of the engine; its build is part of the time. Answers are exact, including ties.
 */
public final class HybridGridJoin {

    private final Context device;
    private final Context host;
    private final HybridGridOptions parameters;

    /** Makes joins, for the service loader. */
    public static final class Service implements HybridJoin {

        /** For the service loader. */
        public Service() {}

        @Override
        public Neighbors self(
                Context device, Context host, HybridGridOptions parameters, Points points, int k, JoinOptions options) {
            return new HybridGridJoin(device, host, parameters).self(points, k, options);
        }
    }

    /**
     * A join.
     *
     * @param device the device of the grid; may be a JVM too
     * @param host the JVM
     */
    public HybridGridJoin(Context device, Context host, HybridGridOptions parameters) {
        this.device = device;
        this.host = host;
        this.parameters = parameters;
    }

    /**
     * The k nearest other points of every point.
     *
     * @param asked neighbors per point, 1 or more
     * @throws IllegalArgumentException if they are less than 1, grids or trees do not support the metric, the metric does not accept the
     *     points, or they do not fit
     */
    public Neighbors self(Points points, int asked, JoinOptions options) {
        int k = NeighborSizes.slots(asked, points.size());
        NeighborSizes.checkedSlots(points.size(), k);
        Metric metric = options.metric();
        GridIndex.check(points, metric, 1);
        long start = System.nanoTime();
        Points space = metric.toSpace(points);
        NeighborSlots slots = new NeighborSlots(points.size(), asked, points.size(), true, host.workers());
        if (points.size() == 0) {
            return slots.neighbors(
                    metric, new ExecutionReport(device.device(), JoinMethod.HYBRID_GRID, 0, Timing.ZERO, 0, 0));
        }
        // The grid gets a context of its own if both sides are the same JVM.
        try (Context own = device == host ? host.within(host.memoryLimit()) : null) {
            Call call = new Call(points, space, k, options, slots, own == null ? device : own);
            return call.run(System.nanoTime() - start);
        }
    }

    /** One call, on a device and the host. Both take their queries from one queue, and count those that they have answered. */
    private final class Call {

        private final Points points;
        private final Points space;
        private final int k;
        private final JoinOptions options;
        private final NeighborSlots slots;
        private final Context grid;
        private final HybridQueue queue;
        private Timing timing = Timing.ZERO;
        private long refineNanos;
        private int failures;

        Call(Points points, Points space, int k, JoinOptions options, NeighborSlots slots, Context grid) {
            this.points = points;
            this.space = space;
            this.k = k;
            this.options = options;
            this.slots = slots;
            this.grid = grid;
            queue = new HybridQueue(points.size(), parameters);
        }

        Neighbors run(long prepareNanos) {
            Team.Done<Boolean> done = Team.of(List.of(grid, host))
                    .call(options.monitor(), (context, batches, monitor) -> {
                        batches.begin(points.size());
                        // Makes the call wait for both.
                        batches.count(0);
                        Progress progress = Team.ending(monitor);
                        if (context == grid) {
                            byGrid(batches, progress);
                        } else {
                            byTree(batches, progress);
                        }
                        return true;
                    });
            ExecutionReport report = new ExecutionReport(
                    device.device(), JoinMethod.HYBRID_GRID, prepareNanos, timing, refineNanos, failures);
            return slots.neighbors(options.metric(), report.withShares(done.shares()));
        }

        private void byGrid(Batches batches, Progress progress) {
            boolean opened = false;
            try (HybridRounds rounds = new HybridRounds(grid, points, space, options.metric(), k, parameters)) {
                double first = HybridRadius.of(space, options.metric().norm(), k, parameters, grid.workers());
                double radius = first;
                rounds.build(radius, progress);
                queue.open(rounds.byDensity());
                opened = true;
                int generation = 0;
                int[] batch = queue.forDevice(generation);
                while (batch.length > 0) {
                    int failed = answer(rounds, batch, generation, batches, progress);
                    if (failed >= parameters.failures() * batch.length) {
                        radius += parameters.growth() * first;
                        rounds.build(radius, progress);
                        generation++;
                    }
                    batch = queue.forDevice(generation);
                }
                timing = rounds.timing();
                refineNanos = rounds.hostNanos();
            } catch (DeviceException e) {
                if (!opened) {
                    queue.open(IntStream.range(0, points.size()).toArray());
                }
                throw e;
            }
        }

        /** Answers a batch, and gives back the queries that have too few neighbors; returns their number. */
        private int answer(HybridRounds rounds, int[] batch, int generation, Batches batches, Progress progress) {
            int[] left = batch;
            try {
                left = rounds.answer(batch, slots, progress);
            } finally {
                failures += left.length;
                if (left.length > 0) {
                    queue.giveBack(left, generation);
                }
            }
            note(batches, batch.length - left.length);
            return left.length;
        }

        private void note(Batches batches, int answered) {
            queue.done(answered);
            batches.count(answered);
        }

        private void byTree(Batches batches, Progress progress) {
            Monitor watching = (done, total) -> !progress.cancelled();
            KdTreeOptions treeOptions =
                    KdTreeOptions.DEFAULT.withMetric(options.metric()).withMonitor(watching);
            try (KdTree tree = Placed.kdTree(Placement.on(host), points, treeOptions)) {
                int[] batch = queue.forHost(progress);
                while (batch.length > 0) {
                    search(tree, batch, watching);
                    note(batches, batch.length);
                    batch = queue.forHost(progress);
                }
            }
        }

        /** Asks for one more neighbor, because a point also finds itself or enough others at the same distance. */
        private void search(KdTree tree, int[] batch, Monitor watching) {
            double[] room = new double[Math.multiplyExact(batch.length, points.dims())];
            Points some = HostArrays.gather(points, batch, batch.length, room, host.workers());
            slots.write(batch, tree.nearest(some, k + 1, Double.POSITIVE_INFINITY, watching), true);
        }
    }
}
