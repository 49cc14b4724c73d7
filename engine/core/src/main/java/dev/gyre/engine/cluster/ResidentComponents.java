package dev.gyre.engine.cluster;

import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeComponents;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Components of the slots of a tree that stay on a device: their arrays, and the stages that all rounds over them share
 * ({@link TreeComponents}). Not safe for use by several threads.
 */
final class ResidentComponents {

    private final TreeArrays tree;
    private final int capacity;
    private final TreeLayout max;
    private final int[] parameters;
    private final double[] limits;
    private final int[] column;
    private final int[] labels;
    private final int[] found;
    private final double[] keys;
    private final double[] bounds;
    private final double[] values;
    private final int[] best;
    private final int[] parts;
    private final int[] counts;
    private final List<int[]> levels = new ArrayList<>();
    private final List<Integer> tiles = new ArrayList<>();
    private final List<int[]> spans = new ArrayList<>();
    private final RadixSort sort;
    private final SortSteps byLabel;

    /**
     * Declares the arrays: 61 bytes for each slot and 4 for each node.
     *
     * @param tree the tree
     * @param capacity most slots
     */
    ResidentComponents(TreeArrays tree, int capacity, int dims, Layout layout) {
        this.tree = tree;
        this.capacity = capacity;
        max = TreeLayout.ofPoints(capacity, dims, KdBuild.leafBits(layout.device()));
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[1]);
        column = layout.add(new int[1]);
        counts = layout.output(int[].class, Math.ceilDiv(capacity, TreeComponents.COUNTED));
        labels = layout.ints(max.numbers());
        found = layout.ints(capacity);
        keys = layout.doubles(capacity);
        bounds = layout.doubles(capacity);
        values = layout.doubles(capacity);
        best = layout.ints(capacity);
        parts = layout.ints(2, declareLevels(layout));
        sort = new RadixSort(capacity, layout);
        // A label of no component is -1, whose lowest bits no slot has.
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity);
        byLabel = sort.reorderBy(labels, column, bits);
        // Leaves have more children than other nodes, and are most of all nodes.
        spans.add(layout.add(new int[] {1, 1}));
        for (int level = 2; level <= max.levels(); level += TreeComponents.LEVELS) {
            spans.add(layout.add(new int[] {level, level + TreeComponents.LEVELS - 1}));
        }
    }

    /** Declares the sizes of all levels of parts; returns the number of parts. */
    private long declareLevels(Layout layout) {
        long all = 0;
        int count = capacity;
        boolean more = true;
        while (more) {
            levels.add(layout.add(new int[TreeComponents.SIZES]));
            tiles.add(Math.ceilDiv(count, TreeComponents.TILE));
            all += count;
            more = count > TreeComponents.TILE;
            count = 2 * Math.ceilDiv(count, TreeComponents.TILE);
        }
        return all;
    }

    TreeArrays tree() {
        return tree;
    }

    /** Most slots. */
    int capacity() {
        return capacity;
    }

    /** The layout of the largest tree. */
    TreeLayout max() {
        return max;
    }

    /** The {@link TreeParameters} of the tree, which a first phase uploads. */
    int[] parameters() {
        return parameters;
    }

    /** The largest key of a neighbor. */
    double[] limits() {
        return limits;
    }

    /** For each slot the root of its component; then for each node. */
    int[] labels() {
        return labels;
    }

    /** For each slot its neighbor in another component. */
    int[] found() {
        return found;
    }

    /** The key of the neighbor. */
    double[] keys() {
        return keys;
    }

    /** For each root the largest key of a neighbor. */
    double[] bounds() {
        return bounds;
    }

    /** For each slot a number by which {@link #choose} chooses. */
    double[] values() {
        return values;
    }

    /** For each root the slot that {@link #choose} chose. */
    int[] best() {
        return best;
    }

    /** What {@link #choose} chooses from. */
    int[] parts() {
        return parts;
    }

    /** The slots by label, once {@link #sort} has run; before it in their order. */
    int[] order() {
        return byLabel.payload();
    }

    /**
     * A phase that begins with each slot alone, in its order, and uploads what all phases need: the first one of those that use these
     * components.
     *
     * @param from filled with {@link TreeComponents#NONE}
     */
    Phase.Builder begin(String name, int[] from) {
        return Phase.named(name)
                .upload(parameters, limits, column)
                .upload(byLabel.uploads())
                .upload(levels.toArray())
                .upload(spans.toArray())
                .stage(TreeKernels.COMPONENTS_BEGIN.stage(
                        capacity, parameters, limits, labels, keys, found, bounds, from))
                .stage(RadixSort.SEQUENCE.stage(capacity, (Object) order()));
    }

    /** Orders the slots by their labels. */
    List<Stage> sort() {
        List<Stage> stages = new ArrayList<>(List.of(sort.rows()));
        stages.addAll(byLabel.stages());
        return stages;
    }

    /**
     * Searches for neighbors in other components.
     *
     * @param cores for each slot the key of its core distance, and then for each node; any array unless mutual
     */
    Stage search(double[] cores, int kind, int norm) {
        return TreeKernels.OTHERS.stage(
                capacity,
                tree.entries(),
                tree.boxes(),
                tree.rows(),
                labels,
                cores,
                bounds,
                parameters,
                keys,
                found,
                max.dims(),
                kind,
                norm);
    }

    /** Chooses the least candidate of each component by the values of slots. */
    List<Stage> choose() {
        return choose(values, TreeComponents.BOUND, 0);
    }

    /** Chooses the best candidate of each component, as {@link TreeComponents#chooseBest}. */
    List<Stage> choose(double[] by, int kind, int norm) {
        List<Stage> stages = new ArrayList<>();
        for (int level = 0; level < levels.size(); level++) {
            stages.add(TreeKernels.COMPONENT_CHOICE.stage(
                    tiles.get(level),
                    parts,
                    levels.get(level),
                    best,
                    by,
                    found,
                    tree.rows(),
                    tree.entries(),
                    max.dims(),
                    kind,
                    norm));
        }
        return stages;
    }

    /** Gives all slots the labels of their roots. */
    List<Stage> follow() {
        List<Stage> stages = new ArrayList<>();
        for (long reach = 1; reach < capacity; reach *= TreeComponents.HOPS) {
            stages.add(TreeKernels.COMPONENT_LABELS.stage(capacity, labels, parameters));
        }
        return stages;
    }

    /** Labels the nodes from the labels of the slots. */
    List<Stage> nodes() {
        return nodes(labels, 0);
    }

    /** Writes the least number of each node. */
    List<Stage> leastOfNodes(int[] numbers) {
        return nodes(numbers, 1);
    }

    private List<Stage> nodes(int[] numbers, int min) {
        return spans.stream()
                .map(span -> TreeKernels.COMPONENT_NODES.stage(
                        max.count(Math.min(span[1], max.levels())), parameters, span, numbers, min))
                .toList();
    }

    /** Adds a stage that counts the components, for {@link #roots}. */
    Phase.Builder count(Phase.Builder phase) {
        return phase.stage(TreeKernels.COMPONENT_COUNTS.stage(counts.length, labels, parameters, counts))
                .download(counts);
    }

    /**
     * Sets the sizes, before the first phase.
     *
     * @param bound the largest key of a neighbor
     */
    void setSizes(TreeLayout layout, double bound) {
        layout.write(parameters);
        limits[0] = bound;
        sort.setSize(layout.size());
        int first = 0;
        int count = layout.size();
        for (int[] level : levels) {
            level[TreeComponents.FIRST] = first;
            level[TreeComponents.COUNT] = count;
            first += count;
            boolean isLast = count <= TreeComponents.TILE;
            level[TreeComponents.NEXT] = isLast ? TreeComponents.NONE : first;
            count = isLast ? 0 : 2 * Math.ceilDiv(count, TreeComponents.TILE);
        }
    }

    /** The number of components that the latest phase counted. */
    int roots(Lease<?> lease) {
        int items = Math.ceilDiv(parameters[TreeParameters.SIZE], TreeComponents.COUNTED);
        lease.readAll(counts, items);
        return Arrays.stream(counts, 0, items).sum();
    }
}
