package dev.gyre.engine.kdtree;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.tree.ResidentTree;
import dev.gyre.engine.tree.Tree;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** A built tree on the host. Immutable except for values that it derives at first use; safe for use by several threads. */
public final class KdIndex implements Tree {

    /** Points are copied into the order of the tree from one query per this number of places on. */
    private static final int FEW = 8;

    private static final int MIN_SLICE = 1 << 12;

    /** Rows of a slot, as many as matches that a search expects for a query. No other number was tried. */
    private static final int SHORT = 16;

    private final Points points;
    private final Norm norm;
    private final TreeLayout layout;
    private final int[] ids;
    private final int[] splits;
    private final KdGroups groups;
    private Supplier<TreeArrays> loader;
    private volatile TreeArrays arrays;
    private int[] slots;
    private Points arranged;

    /** The sum of the squares of the rows of each slot; -1 before it is known. */
    private volatile long pairsInSlots = -1;

    /**
     * A tree.
     *
     * @param points the points, in the space of the metric
     * @param layout the positions of the nodes
     * @param arrays the arrays that the kernels read
     * @param splits the dimension by which windows are split, indexed by the binary logarithm of their size
     * @param groups equal points
     */
    KdIndex(Points points, Norm norm, TreeLayout layout, TreeArrays arrays, int[] splits, KdGroups groups) {
        this(points, norm, layout, arrays.rows(), splits, groups, () -> arrays);
        arrays();
    }

    /**
     * A tree on a device, which is copied to the host at its first use there.
     *
     * @param ids for each slot its row; other elements may follow
     * @param loader copies the arrays to the host
     */
    KdIndex(
            Points points,
            Norm norm,
            TreeLayout layout,
            int[] ids,
            int[] splits,
            KdGroups groups,
            Supplier<TreeArrays> loader) {
        this.points = points;
        this.norm = norm;
        this.layout = layout;
        this.ids = ids;
        this.splits = splits;
        this.groups = groups;
        this.loader = loader;
    }

    /** A tree without points: one leaf with an empty box. */
    public static KdIndex empty(Points points, Norm norm, Device device) {
        TreeLayout layout = TreeLayout.ofPoints(0, points.dims(), Tuned.TREE_LEAF_BITS.of(device));
        return new KdIndex(points, norm, layout, TreeArrays.of(layout), new int[Integer.SIZE], KdGroups.single());
    }

    /** The same tree with other groups. */
    public KdIndex with(KdGroups newGroups) {
        return newGroups == groups ? this : new KdIndex(points, norm, layout, arrays(), splits, newGroups);
    }

    public Points points() {
        return points;
    }

    public Norm norm() {
        return norm;
    }

    @Override
    public TreeLayout layout() {
        return layout;
    }

    /** For each slot its row, the first one of equal rows; the array may be longer. */
    public int[] ids() {
        return ids;
    }

    /** The arrays on the host; the first call copies those of a tree on a device. */
    public TreeArrays arrays() {
        TreeArrays here = arrays;
        return here == null ? load() : here;
    }

    @Override
    public TreeArrays arrays(Workers workers) {
        return arrays();
    }

    @Override
    public ResidentTree.Maker resident() {
        return ResidentTree.UPLOADED;
    }

    private synchronized TreeArrays load() {
        if (arrays == null) {
            arrays = loader.get();
            loader = null;
        }
        return arrays;
    }

    public int[] splits() {
        return splits;
    }

    public KdGroups groups() {
        return groups;
    }

    /** Whether each slot has one row. */
    public boolean hasSingleRows() {
        return groups.isSingle();
    }

    /**
     * Whether a device can walk along the rows of a slot for each match: if all rows asked for all rows of their slots, they would find {@value
     * #SHORT} each, or fewer. If each slot has one row, or after the first call, O(1).
     */
    public boolean hasShortChains(Workers workers) {
        if (hasSingleRows()) {
            return true;
        }
        if (pairsInSlots < 0) {
            LongAdder pairs = new LongAdder();
            workers.forEachSlice(layout.size(), MIN_SLICE, (begin, end) -> {
                for (int slot = begin; slot < end; slot++) {
                    long rows = groups.size(ids[slot]);
                    pairs.add(rows * rows);
                }
            });
            pairsInSlots = pairs.sum();
        }
        return pairsInSlots <= (long) SHORT * points.size();
    }

    /**
     * Counts the rows of the slots.
     *
     * @param sums filled: for each slot the number of rows in all slots before it, then the number of rows
     * @param workers the threads that count
     * @return the array
     */
    public int[] rowsBefore(int[] sums, Workers workers) {
        int slots = layout.size();
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                sums[slot] = hasSingleRows() ? slot : groups.size(ids[slot]);
            }
        });
        int sum = hasSingleRows() ? slots : 0;
        for (int slot = 0; slot < slots && !hasSingleRows(); slot++) {
            int rows = sums[slot];
            sums[slot] = sum;
            sum += rows;
        }
        sums[slots] = sum;
        return sums;
    }

    /** The cuts by which the tree was built. */
    double[] cuts() {
        double[] cuts = new double[points.dims() * CoordinateKeys.CUTS];
        if (points.size() > 0) {
            KdCuts.of(points.array(), points.size(), points.dims()).write(cuts);
        }
        return cuts;
    }

    /** The numbers of the slots, made once because every search for matches needs them. */
    @Override
    public synchronized int[] labels() {
        if (slots == null) {
            int[] numbers = new int[layout.size()];
            Arrays.setAll(numbers, slot -> slot);
            slots = numbers;
        }
        return slots;
    }

    /**
     * The first point of each slot, in the order of the slots, where neighbors are near each other in memory. If the tree is on a device,
     * the first search with enough queries makes this copy of {@code 8 d n} bytes; null before that.
     */
    synchronized Points arranged(int queries, Workers workers) {
        if (arranged == null && arrays != null) {
            arranged = Points.over(arrays.entries(), layout.dims(), layout.size());
        } else if (arranged == null && (long) queries * FEW >= layout.size() && layout.size() > 0) {
            arrange(new double[Math.multiplyExact(layout.size(), layout.dims())], workers);
        }
        return arranged;
    }

    /** Copies the points into the order of the slots, into an array that others may reuse once this tree is no longer used. */
    synchronized void arrange(double[] room, Workers workers) {
        arranged = HostArrays.gather(points, ids, layout.size(), room, workers);
    }
}
