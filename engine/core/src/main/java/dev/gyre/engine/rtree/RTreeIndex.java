package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.tree.ResidentTree;
import dev.gyre.engine.tree.Tree;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.tree.TreeParameters;

/**
 * A built R-tree on the host: its boxes and their order, which determine the rest. Immutable except for values that it derives at first
 * use; safe for use by several threads.
 */
public final class RTreeIndex implements Tree {

    private static final int MIN_SLICE = 1 << 12;

    private final Boxes boxes;
    private final TreeLayout layout;
    private final Packing packing;
    private final int[] ids;
    private volatile TreeArrays arrays;

    /**
     * A tree.
     *
     * @param packing the packing by which it was ordered
     * @param ids the row of each slot
     */
    public RTreeIndex(Boxes boxes, TreeLayout layout, Packing packing, int[] ids) {
        this.boxes = boxes;
        this.layout = layout;
        this.packing = packing;
        this.ids = ids;
    }

    public record Built(RTreeIndex index, BuildReport report) {}

    /**
     * Orders boxes on a device.
     *
     * @param packing the packing, not {@link Packing#AUTOMATIC}
     */
    public static Built build(Context context, Boxes boxes, Packing packing, int nodeSize, Monitor monitor) {
        TreeLayout layout = TreeLayout.ofBoxes(boxes.size(), boxes.dims(), nodeSize);
        if (boxes.size() == 0) {
            BuildReport none = new BuildReport(context.device(), 0, 0, 0, Timing.ZERO);
            return new Built(new RTreeIndex(boxes, layout, packing, new int[0]), none);
        }
        BatchProgress progress = new BatchProgress(monitor, 0, boxes.size(), boxes.size());
        try (Lease<RTreeBuild> lease = RTreeBuild.lease(context, boxes)) {
            RTreeBuild build = lease.operation();
            long start = System.nanoTime();
            build.write(boxes, 0, boxes.size(), lease);
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

    @Override
    public TreeLayout layout() {
        return layout;
    }

    public Packing packing() {
        return packing;
    }

    /** For each slot its row. */
    public int[] ids() {
        return ids;
    }

    @Override
    public int[] labels() {
        return ids;
    }

    @Override
    public ResidentTree.Maker resident() {
        return RTreeArrays.TREE;
    }

    /** The boxes of all levels, in the order of {@link TreeParameters}: made at the first call, by all threads. */
    public double[] tree(Workers workers) {
        return arrays(workers).boxes();
    }

    @Override
    public TreeArrays arrays(Workers workers) {
        TreeArrays here = arrays;
        return here == null ? make(workers) : here;
    }

    private synchronized TreeArrays make(Workers workers) {
        if (arrays == null) {
            TreeArrays made = TreeArrays.of(layout);
            System.arraycopy(ids, 0, made.rows(), 0, layout.size());
            int[] parameters = layout.parameters();
            workers.forEachSlice(
                    layout.size(),
                    MIN_SLICE,
                    (begin, end) -> BoxGather.fetchBoxes(begin, end, boxes.array(), ids, parameters, made.entries()),
                    Progress.NONE);
            made.joinBoxes(layout, 0, workers);
            arrays = made;
        }
        return arrays;
    }
}
