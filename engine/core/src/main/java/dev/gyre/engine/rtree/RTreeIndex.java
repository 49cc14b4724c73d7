package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.LeastRows;
import dev.gyre.tasks.rtree.NodeBoxes;
import dev.gyre.tasks.rtree.RTreeParameters;

/**
 * A built R-tree on the host: its boxes and their order, which determine the rest. Immutable except for values that it derives at first
 * use; safe for use by several threads.
 */
public final class RTreeIndex {

    private static final int MIN_SLICE = 1 << 12;

    private final Boxes boxes;
    private final RTreeLayout layout;
    private final Packing packing;
    private final int[] ids;
    private volatile double[] tree;
    private int[] least;

    /**
     * A tree.
     *
     * @param packing the packing by which it was ordered
     * @param ids the row of each slot
     */
    public RTreeIndex(Boxes boxes, RTreeLayout layout, Packing packing, int[] ids) {
        this.boxes = boxes;
        this.layout = layout;
        this.packing = packing;
        this.ids = ids;
    }

    /** A tree, and the report of its build. */
    public record Built(RTreeIndex index, BuildReport report) {}

    /**
     * Orders boxes on a device.
     *
     * @param packing the packing, not {@link Packing#AUTOMATIC}
     */
    public static Built build(Context context, Boxes boxes, Packing packing, int nodeSize, Monitor monitor) {
        RTreeLayout layout = RTreeLayout.of(boxes.size(), boxes.dims(), nodeSize);
        if (boxes.size() == 0) {
            BuildReport none = new BuildReport(context.device(), 0, 0, 0, Timing.ZERO);
            return new Built(new RTreeIndex(boxes, layout, packing, new int[0]), none);
        }
        BatchProgress progress = new BatchProgress(monitor, 0, boxes.size(), boxes.size());
        try (Lease<RTreeBuild> lease = RTreeBuild.lease(context, boxes)) {
            RTreeBuild build = lease.operation();
            long start = System.nanoTime();
            build.write(boxes, 0, boxes.size(), lease, context.workers());
            long written = System.nanoTime();
            build.order(boxes, boxes.size(), packing, nodeSize, lease, progress);
            progress.stopIfCancelled();
            int[] ids = build.download(lease, boxes.size());
            BuildReport report =
                    new BuildReport(context.device(), written - start, System.nanoTime() - written, 0, lease.timing());
            return new Built(new RTreeIndex(boxes, layout, packing, ids), report);
        }
    }

    public Boxes boxes() {
        return boxes;
    }

    public RTreeLayout layout() {
        return layout;
    }

    public Packing packing() {
        return packing;
    }

    /** For each slot its row. */
    public int[] ids() {
        return ids;
    }

    /** The boxes of all levels, in the order of {@link RTreeParameters}: made at the first call, by all threads. */
    public double[] tree(Workers workers) {
        double[] here = tree;
        return here == null ? make(workers) : here;
    }

    private synchronized double[] make(Workers workers) {
        if (tree == null) {
            int[] parameters = new int[RTreeParameters.LENGTH];
            layout.write(parameters);
            double[] made = new double[layout.bounds()];
            workers.forEachSlice(
                    layout.size(),
                    MIN_SLICE,
                    (begin, end) -> BoxGather.fetchBoxes(begin, end, boxes.array(), ids, parameters, made),
                    Progress.NONE);
            for (int level = 1; level <= layout.levels(); level++) {
                parameters[RTreeParameters.LEVEL] = level;
                workers.forEachSlice(
                        layout.count(level),
                        MIN_SLICE / layout.nodeSize(),
                        (begin, end) -> NodeBoxes.joinBoxes(begin, end, parameters, made),
                        Progress.NONE);
            }
            tree = made;
        }
        return tree;
    }

    /** The least row of each node, in the form of {@link LeastRows}: made at the first call, by all threads. */
    synchronized int[] least(Workers workers) {
        if (least == null) {
            int[] parameters = new int[RTreeParameters.LENGTH];
            layout.write(parameters);
            int[] made = new int[layout.boxes() - layout.size()];
            for (int level = 1; level <= layout.levels(); level++) {
                parameters[RTreeParameters.LEVEL] = level;
                workers.forEachSlice(
                        layout.count(level),
                        MIN_SLICE / layout.nodeSize(),
                        (begin, end) -> LeastRows.joinRows(begin, end, ids, parameters, made),
                        Progress.NONE);
            }
            least = made;
        }
        return least;
    }
}
