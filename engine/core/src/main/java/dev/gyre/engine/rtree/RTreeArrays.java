package dev.gyre.engine.rtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.tree.ResidentTree;
import dev.gyre.engine.tree.Tree;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays of an R-tree on a device. Boxes and their order go there, and the device derives the boxes of slots and nodes.
 *
 * <pre>
 * load   boxes, ids ─ gather ─ nodes of level 1 ─ … ─ root
 * </pre>
 *
 * <p>Made for trees of up to a capacity. O(d n). Memory on a device, in bytes, for n boxes of d dimensions in nodes of m:
 * {@code n (16 d (2 + 1 / (m - 1)) + 4 (1 + 1 / (m - 1)))}. Not safe for use by several threads.
 */
final class RTreeArrays extends ResidentTree {

    /** Name of the phase of a program's only tree. */
    static final String LOAD = "load";

    private final String load;
    private final TreeLayout most;
    private final double[] boxes;

    /** The sizes of the tree for the stage of each level, the entries first. */
    private final List<int[]> ofLevels = new ArrayList<>();

    private RTreeArrays(TreeLayout most, String load, Layout layout) {
        super(arrays(most, layout));
        this.load = load;
        this.most = most;
        boxes = layout.input(double[].class, most.size(), most.width());
        for (int level = 0; level <= most.levels(); level++) {
            ofLevels.add(layout.add(new int[TreeParameters.LENGTH]));
        }
    }

    private static TreeArrays arrays(TreeLayout most, Layout layout) {
        double[] boxes = layout.doubles(most.boxes(), most.width());
        return new TreeArrays(boxes, boxes, layout.input(int[].class, most.numbers()));
    }

    /**
     * Declares arrays for trees with at most the boxes of a layout; on the JVM those of the tree, which is given.
     *
     * @param load the name of the phase that uploads the tree
     */
    static ResidentTree of(TreeLayout most, String load, Layout layout) {
        return layout.device().type() == Device.Type.JVM
                ? new ResidentTree(TreeArrays.of(most, layout))
                : new RTreeArrays(most, load, layout);
    }

    /** Bytes on a device. */
    static long bytes(TreeLayout layout) {
        return layout.bytes() + 8L * layout.width() * layout.size();
    }

    @Override
    public List<Phase> phases() {
        TreeArrays arrays = arrays();
        Phase.Builder phase = Phase.named(load).upload(boxes, arrays.rows()).upload(ofLevels.toArray());
        phase.stage(
                RTreeKernels.GATHER.stage(most.size(), boxes, arrays.rows(), ofLevels.getFirst(), arrays.entries()));
        for (int level = 1; level <= most.levels(); level++) {
            phase.stage(TreeKernels.BOXES.stage(
                    most.count(level),
                    arrays.entries(),
                    ofLevels.get(level),
                    arrays.boxes(),
                    arrays.rows(),
                    most.corners()));
        }
        return List.of(phase.build());
    }

    @Override
    public List<Object> inputs() {
        return List.of(boxes, arrays().rows());
    }

    @Override
    public void bring(Lease<?> lease, Tree tree, Workers workers) {
        RTreeIndex index = (RTreeIndex) tree;
        TreeLayout layout = index.layout();
        for (int level = 0; level < ofLevels.size(); level++) {
            int[] sizes = ofLevels.get(level);
            layout.write(sizes);
            sizes[TreeParameters.LEVEL] = level;
            sizes[TreeParameters.JOINED] = 1;
        }
        lease.write(index.boxes().array(), 0, boxes, 0, layout.width() * layout.size(), workers);
        lease.write(index.ids(), 0, arrays().rows(), 0, layout.size(), workers);
        lease.run(load);
    }
}
