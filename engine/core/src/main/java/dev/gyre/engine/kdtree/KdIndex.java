package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Tuned;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.function.Supplier;

/** A built tree on the host. Immutable but for what it derives when it is first asked for; safe for use by several threads. */
public final class KdIndex {

    /** The share of the places from which on a search pays for points in the order of the tree. */
    private static final int FEW = 8;

    private final Points points;
    private final Norm norm;
    private final KdLayout layout;
    private final int[] ids;
    private final int[] splits;
    private final KdGroups groups;
    private Supplier<KdArrays> loader;
    private KdArrays arrays;
    private int[] slots;
    private Points arranged;

    /**
     * A tree.
     *
     * @param points the points, in the space of the metric
     * @param layout where the nodes are
     * @param arrays what the kernels read
     * @param splits by which dimension windows are split, by the binary logarithm of their size
     * @param groups equal points
     */
    KdIndex(Points points, Norm norm, KdLayout layout, KdArrays arrays, int[] splits, KdGroups groups) {
        this(points, norm, layout, arrays.ids(), splits, groups, () -> arrays);
        arrays();
    }

    /**
     * A tree that is on a device, and comes to the host only where it is needed there.
     *
     * @param ids for each slot its row
     * @param loader brings what the kernels read
     */
    KdIndex(
            Points points,
            Norm norm,
            KdLayout layout,
            int[] ids,
            int[] splits,
            KdGroups groups,
            Supplier<KdArrays> loader) {
        this.points = points;
        this.norm = norm;
        this.layout = layout;
        this.ids = ids;
        this.splits = splits;
        this.groups = groups;
        this.loader = loader;
    }

    /** A tree without points: one leaf, whose box is nowhere. */
    public static KdIndex empty(Points points, Norm norm, Device device) {
        KdLayout layout = KdLayout.of(0, points.dims(), Tuned.TREE_LEAF_BITS.of(device));
        return new KdIndex(points, norm, layout, KdArrays.of(layout), new int[Integer.SIZE], KdGroups.single());
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

    public KdLayout layout() {
        return layout;
    }

    /** For each slot its row: the first one of the rows that are equal. */
    public int[] ids() {
        return ids;
    }

    public synchronized KdArrays arrays() {
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

    /** The cuts by which the tree was built. */
    double[] cuts() {
        double[] cuts = new double[points.dims() * CoordinateKeys.CUTS];
        if (points.size() > 0) {
            KdCuts.of(points.array(), points.size(), points.dims()).write(cuts);
        }
        return cuts;
    }

    /** Each slot's number, made once: every search of regions asks for them. */
    synchronized int[] slots() {
        if (slots == null) {
            int[] numbers = new int[layout.size()];
            Arrays.setAll(numbers, slot -> slot);
            slots = numbers;
        }
        return slots;
    }

    /**
     * The first point of each slot, in the order of the slots: neighbors stand near each other in memory. Where the tree is on a
     * device it is made by the first search that is large enough to pay for it, {@code 8 d n} bytes; null before that.
     */
    synchronized Points arranged(int queries, Workers workers) {
        if (arranged == null && arrays != null) {
            arranged = Points.over(arrays.points(), layout.dims(), layout.size());
        } else if (arranged == null && (long) queries * FEW >= layout.size() && layout.size() > 0) {
            arrange(new double[Math.multiplyExact(layout.size(), layout.dims())], workers);
        }
        return arranged;
    }

    /** Puts the points into the order of the slots, into room that others may use when this tree is not used any more. */
    synchronized void arrange(double[] room, Workers workers) {
        arranged = points.gather(ids, layout.size(), room, workers);
    }

    /** Bytes of the arrays on a device. */
    public long deviceBytes() {
        return 8L * ((long) layout.size() * layout.dims() + layout.bounds()) + 4L * layout.size();
    }

    /** Bytes of the largest of these arrays. */
    public long largestArrayBytes() {
        return 8L * Math.max((long) layout.size() * layout.dims(), layout.bounds());
    }
}
