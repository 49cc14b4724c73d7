package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeFold;
import dev.gyre.tasks.tree.TreeNearest;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of {@link Dbscan} over the arrays of a tree: how many rows are within a distance of each slot, which nodes are smaller than it,
 * and the least number of the slots within it. Not safe for use by several threads.
 */
final class CoreSearch {

    private static final String COUNT = "count near rows";
    private static final String LEAST = "least near number";

    private final TreeArrays arrays;
    private final int[] values;
    private final int[] folded;
    private final int[] small;
    private final int[] parameters;
    private final double[] limits;
    private final OtherSearch others;
    private final List<Phase> phases = new ArrayList<>();

    /**
     * The sizes of a search.
     *
     * @param capacity most points
     * @param dims dimensions of the metric's space
     * @param inRounds whether core slots are united in rounds of a search for others
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
        TreeLayout most = TreeLayout.ofPoints(sizes.capacity(), sizes.dims(), Tuned.TREE_LEAF_BITS.of(layout.device()));
        values = layout.input(int[].class, most.numbers());
        folded = layout.output(int[].class, sizes.capacity());
        small = layout.output(int[].class, 2L * most.leaves() - 1);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[TreeNearest.LIMITS]);
        int norm = sizes.metric().norm().code();
        Stage spans = TreeKernels.SPANS.stage(
                2 * most.leaves() - 1, arrays.boxes(), parameters, limits, small, sizes.dims(), norm);
        phases.add(Phase.named(COUNT)
                .upload(values, parameters, limits)
                .stage(spans)
                .stage(fold(most, TreeFold.SUM, norm))
                .download(folded, small)
                .build());
        phases.add(Phase.named(LEAST)
                .upload(values)
                .stage(fold(most, TreeFold.LEAST, norm))
                .download(folded)
                .build());
        OtherSearch.Sizes ofOthers =
                new OtherSearch.Sizes(sizes.capacity(), sizes.dims(), sizes.metric(), TreeOthers.ANY);
        others = sizes.inRounds() ? new OtherSearch(arrays, ofOthers, layout) : null;
        phases.addAll(others == null ? List.of() : others.phases());
    }

    private Stage fold(TreeLayout most, int kind, int norm) {
        return TreeKernels.FOLD.stage(
                most.size(),
                arrays.entries(),
                arrays.boxes(),
                values,
                parameters,
                limits,
                folded,
                most.dims(),
                kind,
                norm);
    }

    /** The search for slots of other components; null unless core slots are united in rounds. */
    OtherSearch others() {
        return others;
    }

    /** The arrays of the tree, which only the JVM may read. */
    TreeArrays arrays() {
        return arrays;
    }

    /**
     * The numbers to fold, written by the caller before each run: as many as the tree has numbers.
     *
     * @return for {@link #count} the rows of all slots before each slot, then of all; for {@link #least} the number of each slot, and then
     *     the least one below each node
     */
    int[] values() {
        return values;
    }

    /** What the latest run found for each slot. */
    int[] folded() {
        return folded;
    }

    /** For each node 1 if all its points are within the distance of each other. */
    int[] small() {
        return small;
    }

    /**
     * Counts the rows within a distance of each slot.
     *
     * @param limit the largest key
     * @param most the count at which a search ends
     */
    void count(Lease<?> lease, TreeLayout layout, double limit, int most, Progress progress) {
        layout.write(parameters);
        parameters[TreeParameters.CAPACITY] = most;
        limits[TreeNearest.LIMIT] = limit;
        limits[TreeNearest.SCALE] = 1;
        lease.writeAll(values, layout.numbers());
        lease.run(COUNT, progress);
        lease.readAll(folded, layout.size());
        lease.readAll(small, 2 * layout.leaves() - 1);
    }

    /** Finds the least number within the same distance of each slot that has none. */
    void least(Lease<?> lease, TreeLayout layout, Progress progress) {
        lease.writeAll(values, layout.numbers());
        lease.run(LEAST, progress);
        lease.readAll(folded, layout.size());
    }
}
