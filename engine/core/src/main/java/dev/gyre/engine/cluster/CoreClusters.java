package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeFold;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The clusters of one call of {@link Dbscan}: the work of the host between the steps of {@link CoreSearch}. For one call. */
final class CoreClusters {

    private static final int MIN_SLICE = 1 << 12;

    private final CoreSearch search;
    private final KdIndex index;
    private final TreeLayout layout;
    private final int rows;
    private final int minPoints;
    private final double limit;
    private final Workers workers;
    private final int slots;
    private boolean[] core;
    private Supplier<int[]> labels;
    private int clusters;
    private long hostNanos;

    CoreClusters(CoreSearch search, KdIndex index, int rows, int minPoints, double limit, Workers workers) {
        this.search = search;
        this.index = index;
        this.rows = rows;
        this.minPoints = minPoints;
        this.limit = limit;
        this.workers = workers;
        layout = index.layout();
        slots = layout.size();
    }

    /** Finds the number of each slot's cluster, which is then in {@link CoreSearch#folded}. */
    void find(Lease<?> lease, Progress progress) {
        core = new boolean[slots];
        // While the device counts.
        // A device unites the slots, and numbers them by rows.
        int united = search.rounds() == null ? slots : 0;
        Supplier<int[]> parents = HostArrays.room(int[].class, united);
        Supplier<int[]> first = HostArrays.room(int[].class, united);
        Supplier<int[]> rootOf = HostArrays.room(int[].class, rows);
        labels = HostArrays.room(int[].class, rows);
        if (minPoints > rows) {
            Arrays.fill(search.folded(), 0, slots, TreeFold.NONE);
            return;
        }
        search.count(lease, index, limit, minPoints, workers, part(progress, 0, rows / 2, slots));
        if (search.rounds() == null) {
            unite(lease, progress, parents.get(), first.get(), rootOf.get());
        } else {
            uniteInRounds(lease, progress, rootOf.get());
        }
    }

    /** Unites core slots in a walk of the host. */
    private void unite(Lease<?> lease, Progress progress, int[] parents, int[] first, int[] rootOf) {
        long start = System.nanoTime();
        Components components = new Components(parents);
        int[] counts = search.counts();
        Cores cores = new Cores(layout, counts, minPoints, search.small(), components);
        SlotKeys keys = new SlotKeys(layout, search.arrays(), index.norm());
        cores.begin(keys, limit, workers);
        if (cores.some(1) == Cores.NONE) {
            Arrays.fill(counts, 0, slots, TreeFold.NONE);
            return;
        }
        new CoreWalk(layout, keys, limit, cores, components)
                .unite(workers, part(progress, rows / 2, rows - rows / 4, layout.leaves()));
        boolean all = number(cores, components.flatten(slots, workers), first, rootOf);
        hostNanos += System.nanoTime() - start;
        if (all) {
            System.arraycopy(search.values(), 0, counts, 0, slots);
        } else {
            search.min(lease, layout, part(progress, rows - rows / 4, rows, slots));
        }
    }

    /** Unites core slots in rounds; the device then has the least row of the cluster of each slot. */
    private void uniteInRounds(Lease<?> lease, Progress progress, int[] numberOf) {
        int components = search.rounds()
                .unite(lease, layout, minPoints, limit, part(progress, rows / 2, rows - rows / 4, slots));
        if (components == 0) {
            Arrays.fill(search.folded(), 0, slots, TreeFold.NONE);
            return;
        }
        search.min(lease, layout, part(progress, rows - rows / 4, rows, slots));
        long start = System.nanoTime();
        int[] ids = index.ids();
        int[] counts = search.counts();
        int[] leastRows = search.folded();
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> Arrays.fill(numberOf, begin, end, Cores.NONE));
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                core[slot] = counts[slot] >= minPoints;
                if (core[slot] && leastRows[slot] == ids[slot]) {
                    numberOf[ids[slot]] = ids[slot];
                }
            }
        });
        clusters = numberInOrder(numberOf, numberOf);
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                int row = leastRows[slot];
                leastRows[slot] = row == TreeFold.NONE ? TreeFold.NONE : numberOf[row];
            }
        });
        hostNanos += System.nanoTime() - start;
    }

    /** Nanoseconds that the host worked between the steps. */
    long hostNanos() {
        return hostNanos;
    }

    /**
     * Numbers the components by their least core row, and writes the number of each core slot, and then the least one below each node.
     *
     * @param roots for each slot the root of its component
     * @param first an array of as many elements
     * @param rootOf an array of one element for each row
     * @return whether all slots are core slots
     */
    private boolean number(Cores cores, int[] roots, int[] first, int[] rootOf) {
        int[] ids = index.ids();
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> Arrays.fill(first, begin, end, Integer.MAX_VALUE));
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> Arrays.fill(rootOf, begin, end, Cores.NONE));
        LongAdder found = new LongAdder();
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            int some = 0;
            for (int slot = begin; slot < end; slot++) {
                core[slot] = cores.isCore(slot);
                some += core[slot] ? 1 : 0;
                if (core[slot]) {
                    Least.lower(first, roots[slot], ids[slot]);
                }
            }
            found.add(some);
        });
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                if (core[slot] && roots[slot] == slot) {
                    rootOf[first[slot]] = slot;
                }
            }
        });
        clusters = numberInOrder(rootOf, first);
        int[] values = search.values();
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                values[slot] = core[slot] ? first[roots[slot]] : TreeFold.NONE;
            }
        });
        layout.forEachNode(workers, (number, from, to) -> {
            int min = TreeFold.NONE;
            for (int i = from; i < to; i++) {
                min = Math.min(min, values[i]);
            }
            values[number] = min;
        });
        return found.sum() == slots;
    }

    /**
     * Numbers roots in the order of their rows, by all threads.
     *
     * @param rootOf for each row the root of which it is the least row, or {@link Cores#NONE}
     * @param numbers filled: the number of each root; the same array, if roots are rows
     * @return how many roots there are
     */
    private int numberInOrder(int[] rootOf, int[] numbers) {
        int[] before = new int[Math.ceilDiv(rows, MIN_SLICE) + 1];
        workers.forEach(before.length - 1, tile -> {
            for (int row = tile * MIN_SLICE; row < end(tile); row++) {
                before[tile + 1] += rootOf[row] == Cores.NONE ? 0 : 1;
            }
        });
        for (int tile = 1; tile < before.length; tile++) {
            before[tile] += before[tile - 1];
        }
        workers.forEach(before.length - 1, tile -> {
            int number = before[tile];
            for (int row = tile * MIN_SLICE; row < end(tile); row++) {
                if (rootOf[row] != Cores.NONE) {
                    numbers[rootOf[row]] = number++;
                }
            }
        });
        return before[before.length - 1];
    }

    private int end(int tile) {
        return (int) Math.min(rows, (tile + 1L) * MIN_SLICE);
    }

    /** The clusters of all rows. */
    Clusters result(ExecutionReport report) {
        int[] ofRows = labels.get();
        boolean[] cores = new boolean[rows];
        int[] numbers = search.folded();
        int[] ids = index.ids();
        KdGroups groups = index.groups();
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                int label = numbers[slot] == TreeFold.NONE ? Clusters.NOISE : numbers[slot];
                for (int row = ids[slot]; row != KdGroups.NONE; row = groups.next(row)) {
                    ofRows[row] = label;
                    cores[row] = core[slot];
                }
            }
        });
        return new Clusters(ofRows, cores, clusters, report);
    }

    /** Progress of a part of the work, of some items: from the rows done before to those done afterwards. */
    private static Progress part(Progress whole, int from, int to, int items) {
        return new PartProgress(whole, from, to - from, items, to);
    }
}
