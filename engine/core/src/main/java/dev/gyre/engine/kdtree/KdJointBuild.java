package dev.gyre.engine.kdtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Builds one kd-tree on several devices, equal bit by bit to the tree that the first device alone would build. The host splits the points
 * at the medians of the first nodes ({@link KdSplitter}). Each device builds the trees of its nodes, and the host joins them
 * ({@link KdForest}). No device needs more memory than its largest node; devices exchange nothing.
 *
 * <p>A tree depends on the cuts and the dimensions of the splits, which come from all points, and on the order of the places. Within a
 * node, this is the order of the node's rows by super key, because equal rows stay together: the rows alone determine the node's tree. If
 * points are equal, a first round finds the distinct ones and a second round builds their tree, because only distinct points count for a
 * median. If distinct points have equal keys, the host ranks the coordinates, as for a single device.
 *
 * <p>If a device fails, the others build its nodes. For one build.
 */
public final class KdJointBuild {

    /** Rows that are gathered on the host before they are written to a device. */
    private static final int GATHERED = 1 << 10;

    /** The number of a part that is no node. */
    private static final int NO_NODE = 0;

    private final Points points;
    private final double[] source;
    private final int dims;
    private final Workers workers;
    private final int leafBits;
    private final List<Context> contexts;
    private final Monitor monitor;
    private final AtomicLong done = new AtomicLong();
    private final List<DeviceShare> shares = new ArrayList<>();
    private final KdCuts sample;
    private final Map<Context, Share> reports = new LinkedHashMap<>();

    /** The values from which keys are made: the coordinates, or their ranks. */
    private double[] keySource;

    private final double[] cuts;

    /** For each row the next equal row; null while no rows are known to be equal. */
    private int[] next;

    private volatile boolean conflicts;
    private volatile boolean equal;

    /** The work that a device did so far. */
    private record Share(long rows, long sortNanos, long arrangeNanos, Timing timing) {

        static final Share NONE = new Share(0, 0, 0, Timing.ZERO);

        long nanos() {
            return sortNanos + arrangeNanos;
        }

        Share plus(Share other) {
            return new Share(
                    rows + other.rows,
                    sortNanos + other.sortNanos,
                    arrangeNanos + other.arrangeNanos,
                    timing.plus(other.timing));
        }
    }

    private KdJointBuild(List<Context> contexts, Points points, Monitor monitor) {
        this.points = points;
        this.source = points.array();
        this.dims = points.dims();
        Context first = contexts.getFirst();
        this.workers = first.workers();
        this.leafBits = Tuned.TREE_LEAF_BITS.of(first.device());
        this.contexts = contexts;
        this.monitor = monitor;
        this.keySource = source;
        this.cuts = new double[dims * CoordinateKeys.CUTS];
        this.sample = new KdCuts(source, points.size(), dims, workers);
    }

    /**
     * Builds a tree on the devices of a team that are of the same kind as its first one. Uses the first one alone if more would not be
     * faster and the tree fits its memory.
     *
     * @throws IllegalArgumentException as {@link #build(List, Points, Metric, Duplicates, Monitor)}
     * @throws dev.gyre.engine.program.DeviceException if the one device, or all devices, failed
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt asked for it
     */
    public static KdBuilder.Built build(
            Team team, Points points, Metric metric, Duplicates duplicates, Monitor monitor) {
        Context first = team.first();
        List<Context> alike = team.alike();
        int n = points.size();
        int others = n - Math.ceilDiv(n, alike.size());
        boolean pays = others > Tuned.PART_SLOTS.of(first.device())
                || others > 0 && !KdBuilder.fits(n, metric.spaceDims(points.dims()), first);
        return pays
                ? build(alike, points, metric, duplicates, monitor)
                : KdBuilder.build(first, points, metric, duplicates, monitor);
    }

    /**
     * Builds a tree and leaves it on the host.
     *
     * @param contexts the devices, 1 or more, without duplicates
     * @throws IllegalArgumentException if kd-trees do not support the metric, if the metric does not accept the points, if the build of a
     *     node does not fit a device, or if there are duplicates and they are refused
     * @throws dev.gyre.engine.program.DeviceException if all devices failed; names each of them
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt asked for it
     */
    public static KdBuilder.Built build(
            List<Context> contexts, Points points, Metric metric, Duplicates duplicates, Monitor monitor) {
        KdBuilder.checkMetric(metric);
        Points space = metric.toSpace(points);
        KdBuilder.checkLimits(space.size(), space.dims());
        if (contexts.isEmpty()) {
            throw new IllegalArgumentException("a joint build needs one device or more: devices=0");
        }
        Context first = contexts.getFirst();
        if (space.size() == 0) {
            return KdBuilder.Built.empty(space, metric, first.device());
        }
        long start = System.nanoTime();
        KdJointBuild build = new KdJointBuild(contexts, space, monitor);
        KdIndex index = build.run(metric, duplicates);
        return new KdBuilder.Built(index, build.report(first.device(), System.nanoTime() - start));
    }

    private BuildReport report(Device first, long nanos) {
        Share slowest = Share.NONE;
        Timing timing = Timing.ZERO;
        for (Share share : reports.values()) {
            slowest = share.nanos() > slowest.nanos() ? share : slowest;
            timing = timing.plus(share.timing());
        }
        List<DeviceShare> inRows = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            DeviceShare share = shares.get(i);
            long rows = reports.getOrDefault(contexts.get(i), Share.NONE).rows();
            inRows.add(new DeviceShare(share.device(), rows, share.idleNanos(), share.failure()));
        }
        long rest = Math.max(0, nanos - slowest.nanos());
        return new BuildReport(first, rest, slowest.sortNanos(), slowest.arrangeNanos(), timing, inRows);
    }

    private KdIndex run(Metric metric, Duplicates duplicates) {
        sample.write(cuts);
        Round round = new Round(null, points.size());
        round.run();
        if (conflicts) {
            KdCuts.writeOfRanks(cuts);
            keySource = KdCuts.ranks(source, points.size(), dims, workers);
            conflicts = false;
            equal = false;
            next = null;
            round = new Round(null, points.size());
            round.run();
        }
        if (equal) {
            equal = false;
            int[] firsts = firsts();
            round = new Round(firsts, firsts.length);
            round.run();
        }
        KdGroups groups = next == null ? KdGroups.single() : KdGroups.of(next, false);
        KdIndex index =
                new KdIndex(points, metric.norm(), round.layout, round.forest.join(workers), round.splits, groups);
        return index.with(groups.treat(duplicates));
    }

    /** The rows that no earlier row is equal to. */
    private int[] firsts() {
        boolean[] later = new boolean[next.length];
        Arrays.stream(next).filter(row -> row != KdGroups.NONE).forEach(row -> later[row] = true);
        int[] firsts = new int[next.length];
        int count = 0;
        for (int row = 0; row < next.length; row++) {
            firsts[count] = row;
            count += later[row] ? 0 : 1;
        }
        return Arrays.copyOf(firsts, count);
    }

    /** One attempt to build the tree of some rows. It stops if rows turn out to be equal or to have equal keys. */
    private final class Round {

        private final TreeLayout layout;
        private final int[] splits;
        private final KdForest forest;
        private final KdSplitter splitter = new KdSplitter(keySource, dims, cuts, workers);
        private final Map<Integer, Rows> rowsOf = new HashMap<>();

        private boolean torn;

        /**
         * Prepares an attempt.
         *
         * @param rows ascending; or null for all
         */
        Round(int[] rows, int count) {
            layout = TreeLayout.ofPoints(count, dims, leafBits);
            splits = sample.splits(layout.rootBits());
            forest = new KdForest(layout);
            rowsOf.put(1, new Rows(rows, count));
        }

        void run() {
            List<Part> parts = new ArrayList<>();
            for (int node : KdShares.of(layout, contexts)) {
                parts.add(new Part(node, split(node)));
            }
            if (torn) {
                // These parts cannot form a tree yet; the round only finds equal rows.
                parts.clear();
                rowsOf.values().forEach(rows -> addFitting(rows, parts));
            }
            Team.Done<Share> call = Team.of(contexts, 1).call(this::watch, (context, batches, watch) -> {
                batches.begin(parts.size());
                Progress progress = Team.ending(watch);
                for (Batches.Batch batch = batches.next(1); batch != null; batch = batches.next(1)) {
                    build(context, parts.get(batch.first()), progress);
                    batches.done(batch);
                }
                return Share.NONE;
            });
            shares.clear();
            shares.addAll(call.shares());
        }

        /** Tells the monitor about rows, because there are only few parts. */
        private boolean watch(long parts, long all) {
            return monitor.progress(Math.min(done.get(), points.size()), points.size());
        }

        /** Adds rows, or parts of them that fit every device; equal rows stay together. */
        private void addFitting(Rows rows, List<Part> parts) {
            boolean fits = contexts.stream().allMatch(member -> KdBuilder.fits(rows.count(), dims, leafBits, member));
            if (fits || rows.count() == 1) {
                parts.add(new Part(NO_NODE, rows));
                return;
            }
            KdSplitter.Halves halves =
                    splitter.split(rows.rows(), rows.count(), splits[layout.rootBits()], rows.count() / 2);
            if (halves.left().length == 0) {
                // All have equal keys, so they cannot be split; the device will report that they do not fit.
                parts.add(new Part(NO_NODE, rows));
                return;
            }
            addFitting(Rows.of(halves.left()), parts);
            addFitting(Rows.of(halves.right()), parts);
        }

        /** Orders rows, and notes which of them are equal. */
        private void order(Rows rows, Lease<?> lease, KdPlaces places, Progress progress) {
            if (places.order(lease, workers, progress) > 0) {
                conflicts = true;
            } else if (places.size() < rows.count()) {
                chain(rows, places.downloadGroups(lease, workers));
            }
        }

        /** Finds the rows of a node, and also those of its sibling and of its ancestors' siblings. */
        private Rows split(int node) {
            Rows known = rowsOf.get(node);
            if (known == null) {
                Rows rows = split(node / 2);
                int bits = layout.rootBits() - TreeLayout.depth(node / 2);
                int half = Math.min(rows.count(), 1 << (bits - 1));
                KdSplitter.Halves halves = splitter.split(rows.rows(), rows.count(), splits[bits], half);
                // Rows of equal keys are equal, or need ranks to tell them apart: both require another round.
                torn |= halves.torn();
                rowsOf.put(node / 2 * 2, Rows.of(halves.left()));
                rowsOf.put(node / 2 * 2 + 1, Rows.of(halves.right()));
                rowsOf.remove(node / 2);
                known = rowsOf.get(node);
            }
            return known;
        }

        private void build(Context context, Part part, Progress progress) {
            Rows rows = part.rows();
            if (rows.count() > 0 && !conflicts) {
                Share share = build(context, part.node(), rows, progress);
                synchronized (reports) {
                    reports.merge(context, share, Share::plus);
                }
            }
            done.addAndGet(rows.count());
        }

        private Share build(Context context, int node, Rows rows, Progress progress) {
            KdBuilder.checkSizes(rows.count(), dims, leafBits, context);
            try (Lease<KdBuilder<Void>> lease = KdBuilder.leasePart(context, rows.count(), dims, leafBits)) {
                KdBuild build = lease.operation().phases();
                KdPlaces places = build.places();
                places.preparePart(rows.count(), sample, cuts);
                write(keySource, rows, lease, places);
                places.load(lease, progress);
                long start = System.nanoTime();
                order(rows, lease, places, progress);
                long sorted = System.nanoTime();
                long arranged = sorted;
                if (!conflicts && !equal && node != NO_NODE) {
                    if (keySource != source) {
                        write(source, rows, lease, places);
                        places.reload(lease, progress);
                    }
                    TreeLayout tree = build.layOut(splits);
                    build.arrange(lease, workers, progress);
                    arranged = System.nanoTime();
                    build.download(lease);
                    forest.put(node, tree.size(), build.arrays(), rows.rows(), workers);
                }
                return new Share(rows.count(), sorted - start, arranged - sorted, lease.timing());
            }
        }

        private void write(double[] from, Rows rows, Lease<?> lease, KdPlaces places) {
            if (rows.rows() == null) {
                lease.writeAll(from, 0, places.coordinates(), 0, rows.count() * dims);
                return;
            }
            workers.forEachSlice(
                    rows.count(),
                    GATHERED,
                    (begin, end) -> {
                        double[] gathered = new double[Math.min(GATHERED, end - begin) * dims];
                        for (int first = begin; first < end; first += GATHERED) {
                            int count = Math.min(GATHERED, end - first);
                            for (int i = 0; i < count; i++) {
                                System.arraycopy(from, rows.rows()[first + i] * dims, gathered, i * dims, dims);
                            }
                            lease.write(gathered, 0, places.coordinates(), first * dims, count * dims);
                        }
                    },
                    Progress.NONE);
        }
    }

    /** The rows of a node, or rows of {@link #NO_NODE}. */
    private record Part(int node, Rows rows) {}

    /** Rows of a node: ascending, or null for 0 to the count less one. */
    private record Rows(int[] rows, int count) {

        static Rows of(int[] rows) {
            return new Rows(rows, rows.length);
        }

        int row(int i) {
            return rows == null ? i : rows[i];
        }
    }

    private synchronized void chain(Rows rows, int[] chain) {
        equal = true;
        if (next == null) {
            next = new int[points.size()];
            Arrays.fill(next, KdGroups.NONE);
        }
        for (int i = 0; i < chain.length; i++) {
            if (chain[i] != KdGroups.NONE) {
                next[rows.row(i)] = rows.row(chain[i]);
            }
        }
    }
}
