package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeOthers;
import dev.gyre.tasks.tree.TreeOthersJvm;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.List;

/**
 * Finds the nearest slot of another component for the slots of a tree, round by round, while components grow. What each slot has found stays
 * on the device; only slots whose neighbor is in their own component now search again ({@link TreeOthers}).
 *
 * <p>Before each round, the host writes {@link #labels} and {@link #bounds} and calls {@link #label}; after it, {@link #keys} and
 * {@link #found} are here. A search for any neighbor has its bounds from {@link #begin} on, and brings no keys. Not safe for use by several
 * threads.
 */
final class OtherSearch {

    private static final String BEGIN = "others begin";
    private static final String ROUND = "others";

    private final Sizes sizes;
    private final TreeArrays arrays;
    private final int[] labels;
    private final double[] bounds;
    private final double[] cores;
    private final double[] keys;
    private final int[] found;
    private final int[] parameters;
    private final double[] limits;
    private final boolean any;
    private final List<Phase> phases;

    /**
     * Makes searches.
     *
     * @param capacity most slots
     * @param kind {@link TreeOthers#NEAREST}, {@link TreeOthers#MUTUAL} or {@link TreeOthers#ANY}
     */
    record Sizes(int capacity, int dims, Metric metric, int kind) implements KdBuilder.Searches<OtherSearch> {

        @Override
        public boolean findsSlots() {
            return false;
        }

        @Override
        public boolean sharesPlaces() {
            return true;
        }

        @Override
        public OtherSearch make(TreeArrays arrays, Layout layout) {
            return new OtherSearch(arrays, this, layout);
        }

        @Override
        public List<Phase> phases(OtherSearch search) {
            return search.phases();
        }
    }

    OtherSearch(TreeArrays arrays, Sizes sizes, Layout layout) {
        this.sizes = sizes;
        this.arrays = arrays;
        int capacity = sizes.capacity();
        TreeLayout most = TreeLayout.ofPoints(capacity, sizes.dims(), KdBuild.leafBits(layout.device()));
        // Any neighbor is within the same bound in all rounds, whatever its key.
        any = sizes.kind() == TreeOthers.ANY;
        labels = layout.input(int[].class, most.numbers());
        bounds = any ? layout.doubles(capacity) : layout.input(double[].class, capacity);
        cores = sizes.kind() == TreeOthers.MUTUAL ? layout.input(double[].class, most.numbers()) : bounds;
        keys = any ? layout.doubles(capacity) : layout.output(double[].class, capacity);
        found = layout.output(int[].class, capacity);
        parameters = layout.add(new int[TreeParameters.LENGTH]);
        limits = layout.add(new double[1]);
        Phase.Builder begin = Phase.named(BEGIN).upload(parameters, limits);
        if (cores != bounds) {
            begin.upload(cores);
        }
        begin.stage(TreeKernels.OTHERS_BEGIN.stage(
                capacity, parameters, limits, any ? bounds : layout.doubles(1), keys, found, sizes.kind()));
        Phase.Builder round = Phase.named(ROUND).upload(labels);
        if (!any) {
            round.upload((Object) bounds);
        }
        phases = List.of(
                begin.build(),
                round.stage(TreeKernels.OTHERS.stage(
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
                                sizes.dims(),
                                sizes.kind(),
                                sizes.metric().norm().code()))
                        .download(any ? new Object[] {found} : new Object[] {keys, found})
                        .build());
    }

    /** The phases; other phases of the program provide the tree. */
    List<Phase> phases() {
        return phases;
    }

    /** The arrays of the tree; on a device other than the JVM the host's copies are not filled. */
    TreeArrays arrays() {
        return arrays;
    }

    /** For each slot its component, the number of a slot in it, or {@link TreeOthers#NONE}; other elements follow. */
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

    /** Sets the keys of the core distances of the slots, which a mutual search reads; before {@link #begin}. */
    void setCores(double[] ofSlots, TreeLayout layout, Workers workers) {
        writeCores(ofSlots, cores, layout, workers);
    }

    /** Writes the keys of the core distances of the slots, and then the least one of each node. */
    static void writeCores(double[] ofSlots, double[] cores, TreeLayout layout, Workers workers) {
        HostArrays.copy(ofSlots, 0, cores, 0, layout.size(), workers);
        layout.forEachNode(workers, (number, from, to) -> {
            double least = Double.POSITIVE_INFINITY;
            for (int i = from; i < to; i++) {
                least = Math.min(least, cores[i]);
            }
            cores[number] = least;
        });
    }

    /**
     * Begins with slots that have found nothing.
     *
     * @param bound the largest key of any neighbor; unused in a search for the nearest
     */
    void begin(Lease<?> lease, TreeLayout layout, double bound) {
        layout.write(parameters);
        limits[0] = bound;
        if (cores != bounds) {
            lease.writeAll(cores, layout.numbers());
        }
        lease.run(BEGIN);
    }

    /** Searches once, after {@link #label}. */
    void find(Lease<?> lease, TreeLayout layout, Progress progress) {
        lease.writeAll(labels, layout.numbers());
        if (!any) {
            lease.writeAll(bounds, layout.size());
        }
        lease.run(ROUND, progress);
        lease.readAll(found, layout.size());
        if (!any) {
            lease.readAll(keys, layout.size());
        }
    }

    /** Searches for one slot, on the JVM only, where {@link #find} takes it for searched then. */
    void findOne(int slot) {
        TreeOthersJvm.findOthers(
                slot,
                slot + 1,
                arrays.entries(),
                arrays.boxes(),
                arrays.rows(),
                labels,
                cores,
                bounds,
                parameters,
                keys,
                found,
                sizes.dims(),
                sizes.kind(),
                sizes.metric().norm().code());
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
