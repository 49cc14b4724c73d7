package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeOthers;
import java.util.List;

/**
 * Borůvka's algorithm on a device: the same rounds as {@link Boruvka}, of which the host sees the number of components alone until it copies
 * the edges.
 *
 * <pre>
 * label nodes ─ others ─ list edges ─ choose ─ hook ─ follow ─ sort by label ─ list bounds ─ choose ─ count
 * </pre>
 *
 * <p>Memory on the device: that of {@link ResidentComponents}, 16 bytes for each slot and, for mutual reachability, 8 for each slot and node.
 * Not safe for use by several threads.
 */
final class ComponentRounds {

    private static final String BEGIN = "components begin";
    private static final String ROUND = "components";
    private static final String EDGES = "edges of components";

    private final ResidentComponents components;
    private final double[] cores;
    private final int[] from;
    private final int[] to;
    private final double[] edgeKeys;
    private final List<Phase> phases;

    /**
     * Makes rounds over the arrays of a tree.
     *
     * @param capacity most slots
     * @param kind {@link TreeOthers#NEAREST} or {@link TreeOthers#MUTUAL}
     */
    ComponentRounds(TreeArrays tree, int capacity, int dims, Metric metric, int kind, Layout layout) {
        ResidentComponents all = new ResidentComponents(tree, capacity, dims, layout);
        components = all;
        from = layout.output(int[].class, capacity);
        to = layout.output(int[].class, capacity);
        edgeKeys = layout.output(double[].class, capacity);
        boolean mutual = kind == TreeOthers.MUTUAL;
        cores = mutual ? layout.input(double[].class, all.max().numbers()) : all.bounds();
        int norm = metric.norm().code();
        Phase.Builder begin = all.begin(BEGIN, from);
        if (mutual) {
            begin.upload((Object) cores);
        }
        Phase.Builder round = Phase.named(ROUND)
                .stages(all.nodes())
                .stage(all.search(cores, kind, norm))
                .stage(TreeKernels.COMPONENT_EDGES.stage(
                        capacity, all.order(), all.labels(), all.found(), all.parameters(), all.best(), all.parts()))
                .stages(all.choose(all.keys(), kind, norm))
                .stage(TreeKernels.COMPONENT_HOOKS.stage(
                        capacity,
                        all.best(),
                        all.found(),
                        all.keys(),
                        all.parameters(),
                        all.labels(),
                        from,
                        to,
                        edgeKeys))
                .stages(all.follow())
                .stages(all.sort())
                .stage(bounds(kind, norm))
                .stages(all.choose())
                .stage(TreeKernels.COMPONENT_LIMITS.stage(
                        capacity, all.labels(), all.best(), all.values(), all.parameters(), all.bounds()));
        Phase edges = Phase.named(EDGES).download(from, to, edgeKeys).build();
        phases = List.of(begin.build(), all.count(round).build(), edges);
    }

    private Stage bounds(int kind, int norm) {
        return TreeKernels.COMPONENT_BOUNDS.stage(
                components.capacity(),
                components.order(),
                components.labels(),
                components.found(),
                components.keys(),
                components.tree().entries(),
                cores,
                components.parameters(),
                components.values(),
                components.best(),
                components.parts(),
                components.max().dims(),
                kind,
                norm);
    }

    /** The phases; other phases of the program provide the tree. */
    List<Phase> phases() {
        return phases;
    }

    /** Sets the keys of the core distances of the slots, which mutual reachability reads; before {@link #find}. */
    void setCores(double[] ofSlots, TreeLayout layout, Workers workers) {
        OtherSearch.writeCores(ofSlots, cores, layout, workers);
    }

    /** Finds the edges of a tree of one slot or more; if the progress is cancelled, only some. */
    SlotEdges find(Lease<?> lease, TreeLayout layout, Progress progress) {
        int slots = layout.size();
        components.setSizes(layout, Double.MAX_VALUE);
        if (cores != components.bounds()) {
            lease.writeAll(cores, layout.numbers());
        }
        lease.run(BEGIN);
        int roots = slots;
        while (roots > 1 && !progress.cancelled()) {
            lease.run(ROUND, PartProgress.step(progress, slots - roots));
            int left = components.roots(lease);
            if (left >= roots) {
                throw new IllegalStateException("no component found another one: components=" + roots);
            }
            roots = left;
            progress.completed(slots - roots);
        }
        SlotEdges edges = new SlotEdges(from, to, edgeKeys);
        if (slots > 1 && roots == 1) {
            lease.run(EDGES);
            lease.readAll(from, slots);
            lease.readAll(to, slots);
            lease.readAll(edgeKeys, slots);
            edges.close(slots);
        }
        return edges;
    }
}
