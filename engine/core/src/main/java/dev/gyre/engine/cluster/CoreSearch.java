package dev.gyre.engine.cluster;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeFold;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of {@link Dbscan} over the arrays of a tree: how many rows are within a distance of each slot, which nodes are smaller than it,
 * and the least number of the slots within it. Not safe for use by several threads.
 */
final class CoreSearch {

    private static final String COUNT = "count near rows";
    private static final String COUNTED = "near rows";
    private static final String LEAST = "least near number";

    private final TreeArrays arrays;
    private final int[] values;
    private final int[] counts;
    private final int[] folded;
    private final int[] small;
    private final int[] parameters;
    private final double[] limits;
    private final CoreRounds rounds;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * The sizes of a search.
     *
     * @param capacity most points
     * @param dims dimensions of the metric's space
     * @param inRounds whether core slots are united in rounds, as on a device
     */
    record Sizes(int capacity, int dims, Metric metric, boolean inRounds) implements KdBuilder.Searches<CoreSearch> {

        @Override
        public boolean findsSlots() {
            return false;
        }

        @Override
        public CoreSearch make(TreeArrays arrays, Layout layout) {
            return new CoreSearch(this, arrays, layout);
        }

        @Override
        public List<Phase> phases(CoreSearch search) {
            return search.phases;
        }
    }

    private CoreSearch(Sizes sizes, TreeArrays arrays, Layout layout) {
        this.arrays = arrays;
        TreeLayout max = TreeLayout.ofPoints(sizes.capacity(), sizes.dims(), Tuned.TREE_LEAF_BITS.of(layout.device()));
        values = layout.input(int[].class, max.numbers());
        folded = layout.output(int[].class, sizes.capacity());
        counts = sizes.inRounds() ? layout.output(int[].class, sizes.capacity()) : folded;
        small = layout.ints(2L * max.leaves() - 1);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        int norm = sizes.metric().norm().code();
        Stage spans = TreeKernels.SPANS.stage(
                2 * max.leaves() - 1, arrays.boxes(), parameters, limits, small, sizes.dims(), norm);
        rounds = sizes.inRounds()
                ? new CoreRounds(arrays, sizes.capacity(), sizes.dims(), sizes.metric(), counts, small, values, layout)
                : null;
        phases.add(Phase.named(COUNT)
                .upload(values, parameters, limits)
                .stage(spans)
                .stage(fold(max, TreeFold.SUM, norm, counts))
                .build());
        if (rounds != null) {
            phases.addAll(rounds.phases());
            phases.add(Phase.named(COUNTED).download(counts).build());
        }
        phases.add(Phase.named(LEAST)
                .stage(fold(max, TreeFold.LEAST, norm, folded))
                .download(folded)
                .build());
    }

    private Stage fold(TreeLayout max, int kind, int norm, int[] to) {
        return TreeKernels.FOLD.stage(
                max.size(), arrays.entries(), arrays.boxes(), values, parameters, limits, to, max.dims(), kind, norm);
    }

    /** The rounds in which core slots are united; null if the host unites them. */
    CoreRounds rounds() {
        return rounds;
    }

    /** The arrays of the tree, which only the JVM may read. */
    TreeArrays arrays() {
        return arrays;
    }

    /**
     * The numbers to fold, as many as the tree has numbers. Without rounds, the caller writes them before {@link #min}: the number of each
     * slot, and then the least one below each node.
     */
    int[] values() {
        return values;
    }

    /** For each slot the rows near it, once {@link #count}, and in rounds {@link #min}, has run. */
    int[] counts() {
        return counts;
    }

    /** What {@link #min} found for each slot. */
    int[] folded() {
        return folded;
    }

    /** For each node 1 if all its points are within the distance of each other; only without rounds. */
    int[] small() {
        return small;
    }

    /**
     * Counts the rows within a distance of each slot.
     *
     * @param limit the largest key
     * @param max the count at which a search ends
     */
    void count(Lease<?> lease, KdIndex index, double limit, int max, Workers workers, Progress progress) {
        TreeLayout layout = index.layout();
        layout.write(parameters);
        parameters[TreeParameters.CAPACITY] = max;
        limits[TreeNearest.LIMIT] = limit;
        limits[TreeNearest.SCALE] = 1;
        index.rowsBefore(values, workers);
        lease.writeAll(values, layout.size() + 1);
        lease.run(COUNT, progress);
    }

    /** Finds the least number within the same distance of each slot that has none. */
    void min(Lease<?> lease, TreeLayout layout, Progress progress) {
        lease.run(LEAST, progress);
        if (rounds != null) {
            lease.run(COUNTED);
            lease.readAll(counts, layout.size());
        }
        lease.readAll(folded, layout.size());
    }
}
