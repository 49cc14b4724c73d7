package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.team.Batches;
import dev.gyre.engine.tree.NearestSearch;
import dev.gyre.engine.tree.NearestWork;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeCores;
import dev.gyre.tasks.tree.TreeNearest;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of core distances, slot by slot: those of the distances to the k-th nearest row, of which the row itself is the first. Equal rows
 * count one by one. The neighbors stay on the device. Not safe for use by several threads.
 */
final class CoreDistances {

    private static final String WEIGHTS = "weights of slots";
    private static final String CORES = "core distances";
    private static final int MIN_SLICE = 1 << 12;

    /** Neighbors that a batch of searches finds: 48 MiB on the JVM, 192 MiB on a device. */
    private static final int JVM_FOUND = 1 << 22;

    private static final int DEVICE_FOUND = 1 << 24;

    private final NearestSearch search;
    private final int[] weights;
    private final int[] needed;
    private final double[] cores;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * Makes a search over the arrays of a tree.
     *
     * @param capacity most slots
     * @param k most rows within a core distance
     */
    CoreDistances(TreeArrays arrays, int capacity, int dims, Metric metric, int k, Layout layout) {
        TreeLayout max = TreeLayout.ofPoints(capacity, dims, KdBuild.leafBits(layout.device()));
        weights = layout.ints(capacity);
        cores = layout.doubles(capacity);
        needed = layout.add(new int[TreeCores.NEEDED]);
        int candidates = candidates(capacity, k);
        boolean onJvm = layout.device().type() == Device.Type.JVM;
        int batch = Math.min(capacity, Math.max(1, (onJvm ? JVM_FOUND : DEVICE_FOUND) / candidates));
        boolean heap = candidates > NearestSearch.longestList(onJvm, max.shape());
        search = new NearestSearch(
                arrays,
                new NearestSearch.Sizes(max, true, metric.norm(), batch, candidates, heap),
                layout,
                (keys, rows, parameters) ->
                        TreeKernels.CORES.stage(batch, keys, rows, arrays.rows(), weights, parameters, needed, cores));
        phases.add(Phase.named(WEIGHTS).upload(weights, needed).build());
        phases.addAll(search.phases());
        phases.add(Phase.named(CORES).download(cores).build());
    }

    /** The phases; other phases of the program provide the tree. */
    List<Phase> phases() {
        return phases;
    }

    /**
     * Finds the core distances.
     *
     * @param k rows within a core distance, 2 or more, as many as the points at most
     * @return for each slot the key; other elements follow; overwritten by the next call
     */
    double[] find(Lease<?> lease, KdIndex index, int k, Workers workers, Monitor monitor) {
        int slots = index.layout().size();
        boolean weighted = slots < index.points().size();
        needed[TreeCores.ROWS] = k;
        needed[TreeCores.WEIGHTED] = weighted ? 1 : 0;
        if (weighted) {
            workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
                for (int slot = begin; slot < end; slot++) {
                    int row = index.ids()[slot];
                    weights[row] = index.groups().size(row);
                }
            });
        }
        lease.run(WEIGHTS);
        search.run(lease, index.layout(), Batches.inOrder(), new Neighbors(slots, k), monitor);
        lease.run(CORES);
        return cores;
    }

    /** Other slots that may be needed for k rows, 1 or more. */
    private static int candidates(int slots, int k) {
        return Math.max(1, Math.min(slots, k) - 1);
    }

    /** The search for all slots, whose candidates stay where they are. */
    private record Neighbors(int size, int k) implements NearestWork {

        @Override
        public double[] queries() {
            throw new UnsupportedOperationException("the queries are the slots");
        }

        @Override
        public int candidates() {
            return CoreDistances.candidates(size, k);
        }

        @Override
        public void writeLimits(double[] limits) {
            limits[TreeNearest.LIMIT] = Double.POSITIVE_INFINITY;
            limits[TreeNearest.SCALE] = 1;
        }

        @Override
        public void accept(int first, int count, Found found, Progress progress) {}
    }
}
