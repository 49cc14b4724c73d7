package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeClusters;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.List;

/**
 * Unites the core slots of {@link CoreSearch} on a device, round by round: each core slot looks for one of another component, and components
 * join those that their slots have found. The host sees their number alone.
 *
 * <p>Memory on the device: that of {@link ResidentComponents}. Not safe for use by several threads.
 */
final class CoreRounds {

    private static final String BEGIN = "cores begin";
    private static final String ROUND = "cores";
    private static final String NUMBERS = "numbers of cores";

    private final ResidentComponents components;
    private final List<Phase> phases;

    /**
     * Makes rounds over the arrays of a tree.
     *
     * @param capacity most slots
     * @param counts for each slot the rows near it
     * @param small for each node 1 if all its points are near each other
     * @param numbers receives for each core slot the least row of its component, and for each node the least number of its slots
     */
    CoreRounds(
            TreeArrays tree,
            int capacity,
            int dims,
            Metric metric,
            int[] counts,
            int[] small,
            int[] numbers,
            Layout layout) {
        ResidentComponents all = new ResidentComponents(tree, capacity, dims, layout);
        components = all;
        int norm = metric.norm().code();
        Phase begin = all.begin(BEGIN, all.best())
                .stage(TreeKernels.CORES_BEGIN.stage(capacity, counts, small, all.parameters(), all.labels()))
                .stage(TreeKernels.CORE_BLOCKS.stage(
                        Math.ceilDiv(capacity, TreeClusters.BLOCK),
                        tree.entries(),
                        all.parameters(),
                        all.limits(),
                        all.labels(),
                        dims,
                        norm))
                .stages(all.follow())
                .build();
        Phase.Builder round = Phase.named(ROUND)
                .stages(all.sort())
                .stages(all.nodes())
                .stage(all.search(all.bounds(), TreeOthers.ANY, norm))
                .stage(TreeKernels.CORE_NEIGHBORS.stage(
                        capacity,
                        all.order(),
                        all.labels(),
                        all.found(),
                        all.parameters(),
                        all.values(),
                        all.best(),
                        all.parts()))
                .stages(all.choose())
                .stage(TreeKernels.CORE_JOINS.stage(capacity, all.best(), all.values(), all.parameters(), all.labels()))
                .stages(all.follow());
        Phase last = Phase.named(NUMBERS)
                .stage(TreeKernels.CORE_ROWS.stage(
                        capacity,
                        all.order(),
                        all.labels(),
                        tree.rows(),
                        all.parameters(),
                        all.values(),
                        all.best(),
                        all.parts()))
                .stages(all.choose())
                .stage(TreeKernels.CORE_NUMBERS.stage(
                        capacity, all.labels(), all.best(), tree.rows(), all.parameters(), numbers))
                .stages(all.leastOfNodes(numbers))
                .build();
        phases = List.of(begin, all.count(round).build(), last);
    }

    /** The phases; other phases of the program provide the tree and the counts. */
    List<Phase> phases() {
        return phases;
    }

    /**
     * Unites the core slots, and numbers them by the least rows of their components.
     *
     * @param min the rows near a core slot
     * @param limit the largest key of two slots that are near each other
     * @return the number of components; if the progress is cancelled, some are not united
     */
    int unite(Lease<?> lease, TreeLayout layout, int min, double limit, Progress progress) {
        components.setSizes(layout, limit);
        components.parameters()[TreeParameters.CAPACITY] = min;
        lease.run(BEGIN);
        int before = layout.size() + 1;
        while (true) {
            lease.run(ROUND, progress);
            int roots = components.roots(lease);
            if (roots == 0 || roots == before || progress.cancelled()) {
                // Without a join, the slots are still in the order of their labels.
                lease.run(NUMBERS);
                return roots;
            }
            before = roots;
        }
    }
}
