package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.List;

/**
 * Finds, on the JVM, the nearest slot of another component for the slots of a tree, round by round, while components grow. Only slots whose
 * neighbor is in their own component now search again ({@link TreeOthers}).
 *
 * <p>Before each round, the caller writes {@link #labels} and {@link #bounds} and calls {@link #label}. Not safe for use by several threads.
 */
final class OtherSearch {

    private static final String ROUND = "others";
    private static final int MIN_SLICE = 1 << 12;

    private final TreeArrays arrays;
    private final Stage search;
    private final int[] labels;
    private final double[] bounds;
    private final double[] cores;
    private final double[] keys;
    private final int[] found;
    private final int[] parameters;

    /**
     * Makes searches over the arrays of a tree.
     *
     * @param capacity most slots
     * @param kind {@link TreeOthers#NEAREST} or {@link TreeOthers#MUTUAL}
     */
    OtherSearch(TreeArrays arrays, int capacity, int dims, Metric metric, int kind, Layout layout) {
        this.arrays = arrays;
        TreeLayout max = TreeLayout.ofPoints(capacity, dims, KdBuild.leafBits(layout.device()));
        labels = layout.ints(max.numbers());
        bounds = layout.doubles(capacity);
        cores = kind == TreeOthers.MUTUAL ? layout.doubles(max.numbers()) : bounds;
        keys = layout.doubles(capacity);
        found = layout.ints(capacity);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        search = TreeKernels.OTHERS.stage(
                capacity,
                arrays.entries(),
                arrays.boxes(),
                arrays.rows(),
                labels,
                cores,
                bounds,
                parameters,
                keys,
                found,
                dims,
                kind,
                metric.norm().code());
    }

    /** The phases; other phases of the program provide the tree. */
    List<Phase> phases() {
        return List.of(Phase.named(ROUND).stage(search).build());
    }

    /** The arrays of the tree. */
    TreeArrays arrays() {
        return arrays;
    }

    /** For each slot its component, the number of a slot in it; other elements follow. */
    int[] labels() {
        return labels;
    }

    /** For each component, at its number, the largest key of a neighbor. */
    double[] bounds() {
        return bounds;
    }

    /** For each slot the key of the neighbor that it found; without one, a key up to which there is none. */
    double[] keys() {
        return keys;
    }

    /** For each slot the neighbor that it found, which may be in its own component by now, or -1. */
    int[] found() {
        return found;
    }

    /** Sets the keys of the core distances of the slots, which a mutual search reads. */
    void setCores(double[] ofSlots, TreeLayout layout, Workers workers) {
        writeCores(ofSlots, cores, layout, workers);
    }

    /** Writes the keys of the core distances of the slots, and then the least one of each node. */
    static void writeCores(double[] ofSlots, double[] cores, TreeLayout layout, Workers workers) {
        HostArrays.copy(ofSlots, 0, cores, 0, layout.size(), workers);
        layout.forEachNode(workers, (number, from, to) -> {
            double min = Double.POSITIVE_INFINITY;
            for (int i = from; i < to; i++) {
                min = Math.min(min, cores[i]);
            }
            cores[number] = min;
        });
    }

    /** Begins with slots that have found nothing. */
    void begin(TreeLayout layout, Workers workers) {
        layout.write(parameters);
        workers.forEachSlice(layout.size(), MIN_SLICE, (begin, end) -> {
            Arrays.fill(keys, begin, end, -1);
            Arrays.fill(found, begin, end, -1);
        });
    }

    /** Searches once, after {@link #label}. */
    void find(Lease<?> lease, Progress progress) {
        lease.run(ROUND, progress);
    }

    /** Searches for one slot, which {@link #find} takes for searched then. */
    void findOne(int slot) {
        search.run(slot, slot + 1);
    }

    /** Writes the labels of the nodes from those of the slots. */
    void label(TreeLayout layout, Workers workers) {
        layout.forEachNode(workers, (number, from, to) -> {
            int label = TreeOthers.NONE;
            for (int i = from; i < to; i++) {
                label = joined(label, labels[i]);
            }
            labels[number] = label;
        });
    }

    private static int joined(int label, int other) {
        if (label == other || other == TreeOthers.NONE) {
            return label;
        }
        return label == TreeOthers.NONE ? other : TreeOthers.SEVERAL;
    }
}
