package dev.gyre.engine.rtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays of an R-tree as kernels read them. Boxes and their order go to a device, which derives the boxes of slots and nodes; on the
 * JVM the arrays are those of the tree itself.
 *
 * <pre>
 * load   boxes, ids ─ gather ─ nodes of level 1 ─ … ─ root
 * </pre>
 *
 * <p>A search for the nearest also needs the least row of each node, 4 bytes.
 *
 * <p>Made for trees of up to a capacity. O(d n). Memory on a device, in bytes, for n boxes of d dimensions in nodes of m:
 * {@code n (16 d (2 + 1 / (m - 1)) + 4)}. Not safe for use by several threads.
 */
final class RTreeArrays {

    /** Name of the phase of a program's only tree. */
    static final String LOAD = "load";

    private final String load;
    private final RTreeLayout most;
    private final double[] boxes;
    private final int[] ids;
    private final double[] tree;
    private final int[] least;
    private final int[] parameters = new int[RTreeParameters.LENGTH];

    /** The same for the stage of each level; none on the JVM. */
    private final List<int[]> ofLevels = new ArrayList<>();

    /**
     * The tree's own arrays on the JVM; elsewhere new ones for it.
     *
     * @param most the layout of the largest tree
     * @param load the name of the phase that uploads the tree
     * @param withLeast whether the least row of each node is needed
     */
    static RTreeArrays of(Context context, RTreeIndex index, RTreeLayout most, String load, boolean withLeast) {
        return context.onJvm()
                ? new RTreeArrays(index, withLeast, context.workers())
                : new RTreeArrays(most, load, withLeast);
    }

    /**
     * Allocates arrays on a device for trees with at most the boxes of a layout.
     *
     * @param load the name of the phase that uploads the tree
     * @param withLeast whether the least row of each node is needed
     */
    RTreeArrays(RTreeLayout most, String load, boolean withLeast) {
        this.load = load;
        this.most = most;
        boxes = new double[2 * most.dims() * most.size()];
        ids = new int[most.size()];
        tree = new double[most.bounds()];
        least = new int[withLeast ? most.boxes() - most.size() : 0];
        for (int level = 1; level <= most.levels(); level++) {
            ofLevels.add(new int[RTreeParameters.LENGTH]);
        }
    }

    /** The arrays of a tree on the JVM, with {@link #least} if needed. */
    RTreeArrays(RTreeIndex index, boolean withLeast, Workers workers) {
        load = LOAD;
        most = index.layout();
        boxes = index.boxes().array();
        ids = index.ids();
        tree = index.tree(workers);
        least = withLeast ? index.least(workers) : new int[0];
        most.write(parameters);
    }

    /** Bytes on a device. */
    static long bytes(RTreeLayout layout) {
        return bytes(layout, false);
    }

    /** Bytes on a device, with {@link #least} if needed. */
    static long bytes(RTreeLayout layout, boolean withLeast) {
        long nodes = withLeast ? layout.boxes() - layout.size() : 0;
        return Integer.BYTES * nodes
                + layout.size() * (16L * layout.dims() + Integer.BYTES)
                + (long) Double.BYTES * layout.bounds();
    }

    /** The boxes of all rows. */
    double[] boxes() {
        return boxes;
    }

    /** The row of each slot. */
    int[] ids() {
        return ids;
    }

    /** The boxes of all levels, in the order of {@link RTreeParameters}. */
    double[] tree() {
        return tree;
    }

    /** The least row of each node, in the form of {@link dev.gyre.tasks.rtree.LeastRows}; empty if not needed. */
    int[] least() {
        return least;
    }

    /** The layout, as {@link RTreeParameters}; on the device after {@link #load}. */
    int[] parameters() {
        return parameters;
    }

    /** The phases that a program needs for {@link #load}, before those that use the tree. */
    List<Phase> phases() {
        if (ofLevels.isEmpty()) {
            return List.of();
        }
        Phase.Builder phase = Phase.named(load).upload(boxes, ids, parameters).upload(ofLevels.toArray());
        phase.stage(RTreeKernels.GATHER.stage(most.size(), boxes, ids, parameters, tree));
        for (int level = 1; level <= most.levels(); level++) {
            int[] ofLevel = ofLevels.get(level - 1);
            phase.stage(RTreeKernels.NODES.stage(most.count(level), ofLevel, tree));
            if (least.length > 0) {
                phase.stage(RTreeKernels.LEAST.stage(most.count(level), ids, ofLevel, least));
            }
        }
        return List.of(phase.build());
    }

    /** The arrays that {@link #load} writes through a lease: inputs of the program. */
    Object[] inputs() {
        return ofLevels.isEmpty() ? new Object[0] : new Object[] {boxes, ids};
    }

    /** Uploads a tree to the device of a program that has these arrays, unless it is there already. */
    void load(Lease<?> lease, RTreeIndex index, Workers workers) {
        if (!ofLevels.isEmpty() && !lease.holds(index)) {
            lease.hold(null);
            bring(lease, index, workers);
            lease.hold(index);
        }
    }

    /** Uploads a tree to the device of a program that has these arrays. */
    void bring(Lease<?> lease, RTreeIndex index, Workers workers) {
        if (ofLevels.isEmpty()) {
            return;
        }
        setLayout(index.layout());
        int size = index.layout().size();
        lease.write(index.boxes().array(), 0, boxes, 0, 2 * most.dims() * size, workers);
        lease.write(index.ids(), 0, ids, 0, size, workers);
        lease.run(load);
    }

    /** Writes the sizes of a tree. */
    private void setLayout(RTreeLayout layout) {
        layout.write(parameters);
        for (int level = 1; level <= most.levels(); level++) {
            int[] ofLevel = ofLevels.get(level - 1);
            System.arraycopy(parameters, 0, ofLevel, 0, RTreeParameters.LENGTH);
            ofLevel[RTreeParameters.LEVEL] = level;
        }
    }
}
