package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The minimum spanning tree of the slots of a tree, by Borůvka's algorithm ("O jistém problému minimálním", 1926): each round adds for each
 * component its least edge to another one. As no two edges are equal in their order, edges that are added in one round never form a cycle.
 *
 * <p>In each round a component knows a bound of its least edge: the least neighbor that its slots still have, or the step from one slot to
 * the next in the order of the tree. Slots look for their nearest neighbor in another component only if theirs is gone and may be within
 * that bound (following Prokopenko, Sao and Lebrun-Grandié, "A single-tree algorithm to compute the Euclidean minimum spanning tree on GPUs",
 * 2022).
 *
 * <p>For the JVM; {@link ComponentRounds} does the same on a device. About log n rounds. Memory on the host: 40 bytes for each slot besides
 * the arrays of the search. Not safe for use by several threads.
 */
final class Boruvka {

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int MIN_SLICE = 1 << 12;

    /** Components that are few enough to be probed by one thread: a millisecond (AMD EPYC). */
    private static final int FEW = 256;

    private static final int PROBES = 8;

    private final OtherSearch search;
    private final KdIndex index;
    private final double[] cores;
    private final Workers workers;
    private final int slots;
    private final Points points;

    /** The points in the order of the slots. */
    private final Points places;

    private final int[] rows;
    private final int[] labels;
    private final double[] bounds;
    private final double[] keys;
    private final int[] found;
    private final Components components;
    private final int[] best;

    /** The roots of the components. */
    private final Subset roots;

    /** The slots whose neighbor is in another component, and those whose next slot is in another one. */
    private Subset outside;

    private Subset breaks;
    private double[] steps;
    private int[] from;
    private int[] to;
    private double[] edgeKeys;
    private long hostNanos;

    /**
     * Begins with each slot alone.
     *
     * @param index a tree of one slot or more
     * @param cores the keys of the core distances of the slots, or null
     */
    Boruvka(OtherSearch search, KdIndex index, double[] cores, Workers workers) {
        this.search = search;
        this.index = index;
        this.cores = cores;
        this.workers = workers;
        slots = index.layout().size();
        points = index.points();
        places = Points.over(search.arrays().entries(), points.dims(), slots);
        rows = index.ids();
        labels = search.labels();
        bounds = search.bounds();
        keys = search.keys();
        found = search.found();
        components = new Components(labels, slots, workers);
        best = new int[slots];
        roots = new Subset(slots, workers);
    }

    /** Nanoseconds in which no slot searched. */
    long hostNanos() {
        return hostNanos;
    }

    /** Finds the edges; if the progress is cancelled, only some. */
    SlotEdges find(Lease<?> lease, Progress progress) {
        long start = System.nanoTime();
        roots.take(this::isRoot);
        step();
        hostNanos += System.nanoTime() - start;
        search.begin(index.layout(), workers);
        while (roots.size() > 1 && !progress.cancelled()) {
            int done = slots - roots.size();
            start = System.nanoTime();
            search.label(index.layout(), workers);
            if (roots.size() <= FEW) {
                Arrays.stream(roots.toArray()).forEach(this::probe);
            }
            hostNanos += System.nanoTime() - start;
            search.find(lease, PartProgress.step(progress, done));
            start = System.nanoTime();
            outside.take(this::isChoice);
            roots.forEach(this::join);
            components.flatten(slots, workers);
            roots.keep(this::isRoot);
            setBounds(done == 0);
            hostNanos += System.nanoTime() - start;
            progress.completed(slots - roots.size());
        }
        return new SlotEdges(from, to, edgeKeys);
    }

    /** Makes what the end of the first round needs, among it the key of each slot and its next one. */
    private void step() {
        outside = new Subset(slots, workers);
        breaks = new Subset(slots - 1, workers);
        from = new int[slots - 1];
        to = new int[slots - 1];
        edgeKeys = new double[slots - 1];
        steps = new double[slots - 1];
        workers.forEachSlice(steps.length, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                double key = places.key(slot, places, slot + 1, index.norm());
                steps[slot] = cores == null ? key : Math.max(key, Math.max(cores[slot], cores[slot + 1]));
            }
        });
    }

    /** Whether a slot is the root of its component, of which nothing is known then. */
    private boolean isRoot(int slot) {
        if (labels[slot] != slot) {
            return false;
        }
        bounds[slot] = Double.POSITIVE_INFINITY;
        best[slot] = Components.NONE;
        return true;
    }

    private void setBounds(boolean first) {
        if (first) {
            breaks.take(this::isBreak);
        } else {
            breaks.keep(this::isBreak);
        }
        outside.keep(slot -> {
            if (!isOutside(slot)) {
                return false;
            }
            Least.lower(bounds, labels[slot], keys[slot]);
            Least.lower(bounds, labels[found[slot]], keys[slot]);
            return true;
        });
    }

    /** Whether the next slot is in another component, which bounds the least edges of both. */
    private boolean isBreak(int slot) {
        int label = labels[slot];
        int next = labels[slot + 1];
        if (label == next) {
            return false;
        }
        Least.lower(bounds, label, steps[slot]);
        Least.lower(bounds, next, steps[slot]);
        return true;
    }

    /**
     * Lowers the bounds of a component and of those near it: goes from the root to its nearest neighbor, from there to the one's own, and so on. Where few components are far from each other, the steps between them are long, and all slots would search that far.
     */
    private void probe(int root) {
        int slot = root;
        for (int step = 0; step < PROBES; step++) {
            search.findOne(slot);
            if (!isOutside(slot)) {
                return;
            }
            Least.lower(bounds, labels[slot], keys[slot]);
            Least.lower(bounds, labels[found[slot]], keys[slot]);
            slot = found[slot];
        }
    }

    /** Whether the neighbor of a slot is in another component. */
    private boolean isOutside(int slot) {
        return found[slot] >= 0 && labels[found[slot]] != labels[slot];
    }

    /** Whether the neighbor of a slot is in another component; then makes the slot the best one of its component, if its edge is the least. */
    private boolean isChoice(int slot) {
        if (!isOutside(slot)) {
            return false;
        }
        int label = labels[slot];
        if (keys[slot] <= bounds[label]) {
            int before = (int) INTS.getAcquire(best, label);
            while ((before < 0 || isLess(slot, before)) && !INTS.weakCompareAndSet(best, label, before, slot)) {
                before = (int) INTS.getAcquire(best, label);
            }
        }
        return true;
    }

    /** Compares the edges of two slots of a component. */
    private boolean isLess(int slot, int other) {
        if (keys[slot] != keys[other]) {
            return keys[slot] < keys[other];
        }
        if (cores != null) {
            double distance = distance(slot, found[slot]);
            double otherDistance = distance(other, found[other]);
            if (distance != otherDistance) {
                return distance < otherDistance;
            }
        }
        int min = Math.min(rows[slot], rows[found[slot]]);
        int otherLeast = Math.min(rows[other], rows[found[other]]);
        return min == otherLeast
                ? Math.max(rows[slot], rows[found[slot]]) < Math.max(rows[other], rows[found[other]])
                : min < otherLeast;
    }

    private double distance(int slot, int other) {
        return points.key(rows[slot], points, rows[other], index.norm());
    }

    /** Adds the edge of a component, unless the other one has added the same. */
    private void join(int label) {
        int slot = best[label];
        int gone = slot < 0 ? Components.NONE : components.unite(slot, found[slot]);
        if (gone != Components.NONE) {
            // Each edge takes the place of the root that it ends; slot 0 stays one.
            int edge = gone - 1;
            from[edge] = slot;
            to[edge] = found[slot];
            edgeKeys[edge] = keys[slot];
        }
    }
}
