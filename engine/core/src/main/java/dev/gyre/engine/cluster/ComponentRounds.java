package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeComponents;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Borůvka's algorithm on a device: the same rounds as {@link Boruvka}, of which the host sees the number of components alone until it copies
 * the edges.
 *
 * <pre>
 * others ─ list edges ─ choose ─ hook ─ follow ─ sort by label ─ list bounds ─ choose ─ label nodes ─ count
 * </pre>
 *
 * <p>Memory on the device: 84 bytes for each slot and 4 for each node besides the tree. Not safe for use by several threads.
 */
final class ComponentRounds {

    private static final String BEGIN = "components begin";
    private static final String ROUND = "components";
    private static final String EDGES = "edges of components";

    private final int[] parameters;
    private final double[] cores;
    private final int[] counts;
    private final int[] from;
    private final int[] to;
    private final double[] edgeKeys;
    private final List<int[]> levels = new ArrayList<>();
    private final RadixSort sort;
    private final List<Phase> phases;

    /** The arrays of a device that the rounds share. */
    private record Shared(
            TreeArrays tree,
            int[] labels,
            int[] found,
            double[] keys,
            double[] bounds,
            double[] values,
            int[] best,
            int[] parts) {}

    /**
     * Makes rounds over the arrays of a tree.
     *
     * @param capacity most slots
     * @param kind {@link TreeOthers#NEAREST} or {@link TreeOthers#MUTUAL}
     */
    ComponentRounds(TreeArrays tree, int capacity, int dims, Metric metric, int kind, Layout layout) {
        TreeLayout most = TreeLayout.ofPoints(capacity, dims, KdBuild.leafBits(layout.device()));
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        int[] column = layout.add(new int[1]);
        counts = layout.output(int[].class, Math.ceilDiv(capacity, TreeComponents.BLOCK));
        from = layout.output(int[].class, capacity);
        to = layout.output(int[].class, capacity);
        edgeKeys = layout.output(double[].class, capacity);
        List<Integer> tiles = new ArrayList<>();
        long parts = declareLevels(capacity, tiles, layout);
        Shared shared = new Shared(
                tree,
                layout.ints(most.numbers()),
                layout.ints(capacity),
                layout.doubles(capacity),
                layout.doubles(capacity),
                layout.doubles(capacity),
                layout.ints(capacity),
                layout.ints(2, parts));
        cores = kind == TreeOthers.MUTUAL ? layout.input(double[].class, most.numbers()) : shared.bounds();
        sort = new RadixSort(capacity, layout);
        SortSteps byLabel = sort.reorderBy(shared.labels(), column);
        List<int[]> spans = spans(most, layout);
        int norm = metric.norm().code();
        Phase.Builder begin = Phase.named(BEGIN).upload(parameters).upload(spans.toArray());
        if (kind == TreeOthers.MUTUAL) {
            begin.upload((Object) cores);
        }
        begin.stage(TreeKernels.COMPONENTS_BEGIN.stage(
                        capacity, parameters, shared.labels(), shared.keys(), shared.found(), shared.bounds(), from))
                .stage(sort.rows())
                .stages(nodes(most, spans, shared));
        Phase.Builder round = Phase.named(ROUND).upload(levels.toArray());
        round.stage(TreeKernels.OTHERS.stage(
                        capacity,
                        tree.entries(),
                        tree.boxes(),
                        tree.rows(),
                        shared.labels(),
                        cores,
                        shared.bounds(),
                        parameters,
                        shared.keys(),
                        shared.found(),
                        dims,
                        kind,
                        norm))
                .stage(TreeKernels.COMPONENT_EDGES.stage(
                        capacity,
                        byLabel.payload(),
                        shared.labels(),
                        shared.found(),
                        parameters,
                        shared.best(),
                        shared.parts()))
                .stages(choose(tiles, shared, shared.keys(), dims, kind, norm))
                .stage(TreeKernels.COMPONENT_HOOKS.stage(
                        capacity,
                        shared.best(),
                        shared.found(),
                        shared.keys(),
                        parameters,
                        shared.labels(),
                        from,
                        to,
                        edgeKeys));
        for (long reach = 1; reach < capacity; reach *= TreeComponents.HOPS) {
            round.stage(TreeKernels.COMPONENT_LABELS.stage(capacity, shared.labels(), parameters));
        }
        round.stage(sort.rows())
                .steps(byLabel)
                .upload(column)
                .stage(TreeKernels.COMPONENT_BOUNDS.stage(
                        capacity,
                        byLabel.payload(),
                        shared.labels(),
                        shared.found(),
                        shared.keys(),
                        tree.entries(),
                        cores,
                        parameters,
                        shared.values(),
                        shared.best(),
                        shared.parts(),
                        dims,
                        kind,
                        norm))
                .stages(choose(tiles, shared, shared.values(), dims, TreeComponents.BOUND, norm))
                .stage(TreeKernels.COMPONENT_LIMITS.stage(
                        capacity, shared.labels(), shared.best(), shared.values(), parameters, shared.bounds()))
                .stages(nodes(most, spans, shared))
                .stage(TreeKernels.COMPONENT_COUNTS.stage(counts.length, shared.labels(), parameters, counts))
                .download(counts);
        phases = List.of(
                begin.build(),
                round.build(),
                Phase.named(EDGES).download(from, to, edgeKeys).build());
    }

    /** Declares the sizes of all levels of parts; returns the number of parts. */
    private long declareLevels(int capacity, List<Integer> tiles, Layout layout) {
        long parts = 0;
        int count = capacity;
        boolean more = true;
        while (more) {
            levels.add(layout.add(new int[TreeComponents.SIZES]));
            tiles.add(Math.ceilDiv(count, TreeComponents.TILE));
            parts += count;
            more = count > TreeComponents.TILE;
            count = 2 * Math.ceilDiv(count, TreeComponents.TILE);
        }
        return parts;
    }

    private List<Stage> choose(List<Integer> tiles, Shared shared, double[] values, int dims, int kind, int norm) {
        List<Stage> stages = new ArrayList<>();
        for (int level = 0; level < levels.size(); level++) {
            stages.add(TreeKernels.COMPONENT_CHOICE.stage(
                    tiles.get(level),
                    shared.parts(),
                    levels.get(level),
                    shared.best(),
                    values,
                    shared.found(),
                    shared.tree().rows(),
                    shared.tree().entries(),
                    dims,
                    kind,
                    norm));
        }
        return stages;
    }

    /** Levels of nodes that are labeled at once, from the bottom up. */
    private static List<int[]> spans(TreeLayout most, Layout layout) {
        List<int[]> spans = new ArrayList<>();
        for (int level = 1; level <= most.levels(); level += TreeComponents.LEVELS) {
            spans.add(layout.add(new int[] {level, level + TreeComponents.LEVELS - 1}));
        }
        return spans;
    }

    private List<Stage> nodes(TreeLayout most, List<int[]> spans, Shared shared) {
        return spans.stream()
                .map(span -> TreeKernels.COMPONENT_NODES.stage(
                        most.count(Math.min(span[1], most.levels())), parameters, span, shared.labels()))
                .toList();
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
    SlotEdges find(Lease<?> lease, TreeLayout layout, boolean mutual, Progress progress) {
        int slots = layout.size();
        layout.write(parameters);
        setSizes(slots);
        sort.setSize(slots);
        if (mutual) {
            lease.writeAll(cores, layout.numbers());
        }
        lease.run(BEGIN);
        int roots = slots;
        while (roots > 1 && !progress.cancelled()) {
            lease.run(ROUND, PartProgress.step(progress, slots - roots));
            lease.readAll(counts, Math.ceilDiv(slots, TreeComponents.BLOCK));
            int left = Arrays.stream(counts, 0, Math.ceilDiv(slots, TreeComponents.BLOCK))
                    .sum();
            if (left >= roots) {
                throw new IllegalStateException("no component found another one: components=" + roots);
            }
            roots = left;
            progress.completed(slots - roots);
        }
        lease.run(EDGES);
        lease.readAll(from, slots);
        lease.readAll(to, slots);
        lease.readAll(edgeKeys, slots);
        SlotEdges edges = new SlotEdges(from, to, edgeKeys);
        edges.close(slots);
        return edges;
    }

    private void setSizes(int slots) {
        int first = 0;
        int count = slots;
        for (int[] level : levels) {
            level[TreeComponents.FIRST] = first;
            level[TreeComponents.COUNT] = count;
            first += count;
            boolean isLast = count <= TreeComponents.TILE;
            level[TreeComponents.NEXT] = isLast ? TreeComponents.NONE : first;
            count = isLast ? 0 : 2 * Math.ceilDiv(count, TreeComponents.TILE);
        }
    }
}
