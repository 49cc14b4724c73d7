package dev.gyre.engine.rtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
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
 * <p>Made for trees of up to a capacity. O(d n). Not safe for use by several threads.
 */
final class RTreeArrays extends ResidentTree {

    /** Makes the arrays of a program's only tree, or of the right one. */
    static final Maker TREE = maker("load");

    /** Makes the arrays of a program's left tree. */
    static final Maker LEFT_TREE = maker("load left");

    private final String load;
    private final TreeLayout max;
    private final double[] boxes;

    /** The sizes of the tree for the stage of each level, the entries first. */
    private final List<int[]> ofLevels = new ArrayList<>();

    private RTreeArrays(TreeLayout max, String load, Layout layout) {
        super(arrays(max, layout));
        this.load = load;
        this.max = max;
        boxes = layout.input(double[].class, max.size(), max.width());
        for (int level = 0; level <= max.levels(); level++) {
            ofLevels.add(layout.add(new int[TreeParameters.LENGTH]));
        }
    }

    private static TreeArrays arrays(TreeLayout max, Layout layout) {
        double[] boxes = layout.doubles(max.boxes(), max.width());
        return new TreeArrays(boxes, boxes, layout.input(int[].class, max.numbers()));
    }

    private static Maker maker(String load) {
        return (max, layout) -> new RTreeArrays(max, load, layout);
    }

    @Override
    public List<Phase> phases() {
        TreeArrays arrays = arrays();
        Phase.Builder phase = Phase.named(load).upload(boxes, arrays.rows()).upload(ofLevels.toArray());
        phase.stage(RTreeKernels.GATHER.stage(max.size(), boxes, arrays.rows(), ofLevels.getFirst(), arrays.entries()));
        for (int level = 1; level <= max.levels(); level++) {
            phase.stage(TreeKernels.BOXES.stage(
                    max.count(level),
                    arrays.entries(),
                    ofLevels.get(level),
                    arrays.boxes(),
                    arrays.rows(),
                    max.corners()));
        }
        return List.of(phase.build());
    }

    @Override
    public void bring(Lease<?> lease, Tree tree, boolean labelled, Workers workers) {
        RTreeIndex index = (RTreeIndex) tree;
        TreeLayout layout = index.layout();
        for (int level = 0; level < ofLevels.size(); level++) {
            int[] sizes = ofLevels.get(level);
            layout.write(sizes);
            sizes[TreeParameters.LEVEL] = level;
            sizes[TreeParameters.JOINED] = 1;
        }
        lease.writeAll(index.boxes().array(), 0, boxes, 0, layout.width() * layout.size());
        lease.writeAll(index.ids(), 0, arrays().rows(), 0, layout.size());
        lease.run(load);
    }
}
