package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
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
    private static final String SORT = "slots by core";
    private static final String LABEL = "cores of nodes";
    private static final String SEARCH = "cores";
    private static final String JOIN = "joins of cores";
    private static final String NUMBERS = "numbers of cores";

    /** Joins of a round: of components around one with the largest root, the second joins most. */
    private static final int JOINS = 2;

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
        Phase begin = all.begin(BEGIN, all.best())
                .stage(TreeKernels.CORES_BEGIN.stage(capacity, counts, small, all.parameters(), all.labels()))
                .build();
        Phase search = Phase.named(SEARCH)
                .stage(all.search(all.bounds(), TreeOthers.ANY, metric.norm().code()))
                .build();
        Phase join = all.choosing(JOIN)
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
                .stages(all.follow())
                .build();
        Phase last = all.choosing(NUMBERS)
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
        phases = List.of(
                begin,
                all.sort(Phase.named(SORT)).build(),
                all.label(Phase.named(LABEL)).build(),
                search,
                join,
                last);
    }

    /** The phases; other phases of the program provide the tree and the counts. */
    List<Phase> phases() {
        return phases;
    }

    /**
     * Unites the core slots, and numbers them by the least rows of their components.
     *
     * @param least the rows near a core slot
     * @param limit the largest key of two slots that are near each other
     * @return the number of components; if the progress is cancelled, some are not united
     */
    int unite(Lease<?> lease, TreeLayout layout, int least, double limit, Progress progress) {
        components.setSizes(layout, limit);
        components.parameters()[TreeParameters.CAPACITY] = least;
        lease.run(BEGIN);
        lease.run(SORT);
        int roots = label(lease);
        int before = roots;
        while (roots > 0) {
            lease.run(SEARCH, progress);
            for (int join = 0; join < JOINS; join++) {
                lease.run(JOIN);
                lease.run(SORT);
            }
            roots = label(lease);
            if (roots == before || progress.cancelled()) {
                lease.run(NUMBERS);
                return roots;
            }
            before = roots;
        }
        return 0;
    }

    private int label(Lease<?> lease) {
        lease.run(LABEL);
        return components.roots(lease);
    }
}
