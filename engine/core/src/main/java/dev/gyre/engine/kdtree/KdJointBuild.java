package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Joint;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds one kd-tree on several devices, equal bit by bit to that of the first one alone. The host splits the points at the medians of
 * the first nodes ({@link KdSplitter}) while it copies them to the devices, each device builds the trees of its nodes, and the host puts
 * them together ({@link KdForest}). No device needs more memory than its largest node; devices exchange nothing.
 *
 * <p>A tree depends on the cuts and the dimensions of the splits, which are those of all points, and on the order of the places. Within
 * a node that order is the one of its rows by super key, as rows that are equal stay together; so a node's rows alone give its tree.
 * Where points are equal, a first round finds those that differ and a second one builds their tree: the median is the one of the
 * points that differ. Where points that differ have equal keys, the host ranks the coordinates, as one device would have it.
 *
 * <p>A device that fails is left out; the others build what it left. For one build.
 */
public final class KdJointBuild {

    /** Rows that are gathered on the host before they are written to a device. */
    private static final int GATHERED = 1 << 10;

    private final Points points;
    private final double[] source;
    private final int dims;
    private final Workers workers;
    private final int leafBits;
    private final Joint joint;
    private final KdCuts sample;
    private final Map<Context, Share> reports = new LinkedHashMap<>();

    /** What keys are made of: the coordinates, or their ranks. */
    private double[] keySource;

    private final double[] cuts;

    /** For each row the next one that is equal; null while none is known. */
    private int[] next;

    private volatile boolean conflicts;
    private volatile boolean equal;

    /**
     * A tree on the host, and what its build took.
     *
     * @param report that of the call; times of the devices are those of the slowest one, its {@code device} is the first one
     * @param shares what each device did, in the order of the devices; one that failed is not in it
     */
    public record Built(KdIndex index, BuildReport report, List<BuildReport> shares) {}

    /** What a device took so far. */
    private record Share(long sortNanos, long arrangeNanos, Timing timing) {

        static final Share NONE = new Share(0, 0, Timing.ZERO);

        Share plus(Share other) {
            return new Share(sortNanos + other.sortNanos, arrangeNanos + other.arrangeNanos, timing.plus(other.timing));
        }
    }

    private KdJointBuild(List<Context> contexts, Points points, Monitor monitor) {
        this.points = points;
        this.source = points.array();
        this.dims = points.dims();
        Context first = contexts.getFirst();
        this.workers = first.workers();
        this.leafBits = Tuned.TREE_LEAF_BITS.of(first.device());
        int count = points.size();
        this.joint = new Joint(contexts, new BatchProgress(monitor, 0, count, count), count);
        this.keySource = source;
        this.cuts = new double[dims * CoordinateKeys.CUTS];
        this.sample = new KdCuts(source, points.size(), dims, workers);
    }

    /**
     * Builds a tree and leaves it on the host.
     *
     * @param contexts the devices, 1 or more, none of them twice
     * @throws IllegalArgumentException if a tree does not take the metric or the metric not the points, if the build of a node does not
     *     fit a device, or if there are duplicates and they are refused
     * @throws dev.gyre.engine.program.DeviceException if all devices failed; names each of them
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt asked for it
     */
    public static Built build(
            List<Context> contexts, Points points, Metric metric, Duplicates duplicates, Monitor monitor) {
        KdBuilder.checkMetric(metric);
        Points space = metric.toSpace(points);
        KdBuilder.checkLimits(space.size(), space.dims());
        if (contexts.isEmpty()) {
            throw new IllegalArgumentException("a joint build needs one device or more: devices=0");
        }
        Context first = contexts.getFirst();
        if (space.size() == 0) {
            KdIndex empty = KdIndex.empty(space, metric.norm(), first.device());
            return new Built(empty, new BuildReport(first.device(), 0, 0, 0, Timing.ZERO), List.of());
        }
        long start = System.nanoTime();
        KdJointBuild build = new KdJointBuild(contexts, space, monitor);
        KdIndex index = build.run(metric, duplicates);
        return build.built(index, first, System.nanoTime() - start);
    }

    private Built built(KdIndex index, Context first, long nanos) {
        List<BuildReport> shares = new ArrayList<>();
        reports.forEach((context, share) -> shares.add(
                new BuildReport(context.device(), 0, share.sortNanos(), share.arrangeNanos(), share.timing())));
        Share slowest = reports.values().stream()
                .reduce((a, b) -> a.sortNanos() + a.arrangeNanos() < b.sortNanos() + b.arrangeNanos() ? b : a)
                .orElse(Share.NONE);
        Timing timing = reports.values().stream().map(Share::timing).reduce(Timing.ZERO, Timing::plus);
        long rest = nanos - slowest.sortNanos() - slowest.arrangeNanos();
        BuildReport report =
                new BuildReport(first.device(), Math.max(0, rest), slowest.sortNanos(), slowest.arrangeNanos(), timing);
        return new Built(index, report, shares);
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
        KdIndex index = new KdIndex(points, metric.norm(), round.layout, round.forest.join(), round.splits, groups);
        return index.with(groups.treat(duplicates));
    }

    /** The rows that are the first of those equal to them. */
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

    /** One try to build the tree of some rows, which is given up where rows turn out to be equal or to have equal keys. */
    private final class Round {

        private final KdLayout layout;
        private final int[] splits;
        private final KdForest forest;
        private final KdSplitter splitter = new KdSplitter(keySource, dims, cuts, workers);
        private final Map<Integer, Rows> rowsOf = new HashMap<>();
        private final List<Integer> open = new ArrayList<>(List.of(1));
        private boolean torn;

        /**
         * A try.
         *
         * @param rows ascending; or null for all
         */
        Round(int[] rows, int count) {
            layout = KdLayout.of(count, dims, leafBits);
            splits = sample.splits(layout.rootBits());
            forest = new KdForest(layout);
            rowsOf.put(1, new Rows(rows, count));
        }

        void run() {
            while (!open.isEmpty() && !conflicts && !torn) {
                List<Context> members = joint.members();
                List<List<Integer>> shares = KdShares.of(layout, open, members);
                Map<Context, List<Integer>> own = new HashMap<>();
                open.clear();
                for (int member = 0; member < members.size(); member++) {
                    shares.get(member).forEach(this::split);
                    open.addAll(shares.get(member));
                    own.put(members.get(member), shares.get(member));
                }
                if (!torn) {
                    joint.run((context, progress) -> build(context, own.get(context), progress));
                }
            }
            if (torn && !conflicts) {
                findEqual(new ArrayList<>(rowsOf.values()));
            }
        }

        /** Finds the rows that are equal where they have made the nodes of other sizes, so that no tree can be built yet. */
        private void findEqual(List<Rows> all) {
            List<Rows> left = new ArrayList<>(all);
            while (!left.isEmpty() && !conflicts) {
                List<Context> members = joint.members();
                List<Rows> pieces = new ArrayList<>();
                left.forEach(rows -> addFitting(rows, members, pieces));
                left.clear();
                left.addAll(pieces);
                joint.run((context, progress) -> {
                    int member = members.indexOf(context);
                    for (int i = member; i < pieces.size() && !conflicts; i += members.size()) {
                        find(context, pieces.get(i), progress);
                        synchronized (left) {
                            left.remove(pieces.get(i));
                        }
                    }
                });
            }
        }

        /** Adds rows, or parts of them that fit every device, with equal ones together. */
        private void addFitting(Rows rows, List<Context> members, List<Rows> pieces) {
            boolean fits = members.stream()
                    .allMatch(member -> KdBuilder.fits(Math.max(1, rows.count()), dims, leafBits, member));
            if (fits || rows.count() == 1) {
                pieces.add(rows);
                return;
            }
            KdSplitter.Halves halves =
                    splitter.split(rows.rows(), rows.count(), splits[layout.rootBits()], rows.count() / 2);
            if (halves.left().length == 0) {
                // All have equal keys: they cannot be parted, and the device says that they do not fit.
                pieces.add(rows);
                return;
            }
            addFitting(Rows.of(halves.left()), members, pieces);
            addFitting(Rows.of(halves.right()), members, pieces);
        }

        private void find(Context context, Rows rows, Progress progress) {
            if (rows.count() > 0) {
                KdBuilder.checkSizes(rows.count(), dims, leafBits, context);
                try (Lease<KdBuilder<Void>> lease = KdBuilder.leasePart(context, rows.count(), dims, leafBits)) {
                    KdBuild build = lease.operation().phases();
                    build.preparePart(rows.count(), cuts, () -> write(keySource, rows, lease, build));
                    build.load(lease::run, progress);
                    order(rows, lease, build, progress);
                }
            }
        }

        /** Orders rows, and notes which of them are equal. */
        private void order(Rows rows, Lease<?> lease, KdBuild build, Progress progress) {
            if (build.order(lease::run, progress) > 0) {
                conflicts = true;
            } else if (build.places() < rows.count()) {
                chain(rows, build.downloadGroups(lease::run, rows.count()));
            }
        }

        /** Makes the rows of a node, and on the way those of the nodes beside it and beside those above it. */
        private Rows split(int node) {
            Rows known = rowsOf.get(node);
            if (known == null) {
                Rows rows = split(node / 2);
                int bits = layout.rootBits() - KdLayout.level(node / 2);
                int half = Math.min(rows.count(), 1 << (bits - 1));
                KdSplitter.Halves halves = splitter.split(rows.rows(), rows.count(), splits[bits], half);
                // Rows of equal keys are equal, or are told apart by ranks: either takes another round.
                torn |= halves.torn();
                rowsOf.put(node / 2 * 2, Rows.of(halves.left()));
                rowsOf.put(node / 2 * 2 + 1, Rows.of(halves.right()));
                rowsOf.remove(node / 2);
                known = rowsOf.get(node);
            }
            return known;
        }

        private void build(Context context, List<Integer> nodes, Progress progress) {
            for (int node : nodes) {
                Rows rows = rowsOf.get(node);
                if (rows.count() > 0 && !conflicts) {
                    Share share = build(context, node, rows, progress);
                    synchronized (reports) {
                        reports.merge(context, share, Share::plus);
                    }
                }
                synchronized (open) {
                    open.remove((Integer) node);
                }
                joint.completed(rows.count());
            }
        }

        private Share build(Context context, int node, Rows rows, Progress progress) {
            KdBuilder.checkSizes(rows.count(), dims, leafBits, context);
            try (Lease<KdBuilder<Void>> lease = KdBuilder.leasePart(context, rows.count(), dims, leafBits)) {
                KdBuild build = lease.operation().phases();
                build.preparePart(rows.count(), cuts, () -> write(keySource, rows, lease, build));
                build.load(lease::run, progress);
                long start = System.nanoTime();
                order(rows, lease, build, progress);
                long sorted = System.nanoTime();
                long arranged = sorted;
                if (!conflicts && !equal) {
                    if (keySource != source) {
                        write(source, rows, lease, build);
                        build.reload(lease::run, progress);
                    }
                    KdLayout tree = build.layOut(splits);
                    build.arrange(lease::run, progress);
                    arranged = System.nanoTime();
                    build.download(lease::run);
                    forest.put(node, tree, build.arrays(), rows.rows(), workers);
                }
                return new Share(sorted - start, arranged - sorted, lease.timing());
            }
        }

        private void write(double[] from, Rows rows, Lease<?> lease, KdBuild build) {
            if (rows.rows() == null) {
                lease.write(from, 0, build.coordinates(), 0, rows.count() * dims, workers);
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
                            lease.write(gathered, 0, build.coordinates(), first * dims, count * dims);
                        }
                    },
                    Progress.NONE);
        }
    }

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
