package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.tree.KdInnerBoxes;
import dev.gyre.tasks.tree.KdLeafBoxes;
import dev.gyre.tasks.tree.KdParameters;
import java.util.function.Supplier;

/**
 * The arrays of a kd-tree, as the kernels read them.
 *
 * @param points slots x dims coordinates, row-major
 * @param boxes for each node dims lower and dims upper bounds and the least row
 * @param ids for each slot its row, the first one of equal rows; or the label that a search reports for the slot
 */
public record KdArrays(double[] points, double[] boxes, int[] ids) {

    static final String LOAD = "load";

    private static final int MIN_SLICE = 1 << 14;

    /** Arrays for trees with at most the places of a layout. */
    static KdArrays of(KdLayout most) {
        return new KdArrays(
                new double[Math.multiplyExact(most.size(), most.dims())],
                new double[most.bounds()],
                new int[most.size()]);
    }

    /** Declares arrays for trees with at most the places of a layout. */
    static KdArrays of(KdLayout most, Layout layout) {
        return new KdArrays(
                layout.doubles(most.size(), most.dims()),
                layout.doubles(2, 2L * most.dims() + 1, most.leaves()),
                layout.ints(most.size()));
    }

    /** Begins to make the arrays of a tree in other threads: see {@link HostArrays#room}. */
    static Supplier<KdArrays> room(KdLayout layout) {
        Supplier<double[]> points = HostArrays.room(double[].class, Math.multiplyExact(layout.size(), layout.dims()));
        Supplier<double[]> boxes = HostArrays.room(double[].class, layout.bounds());
        Supplier<int[]> ids = HostArrays.room(int[].class, layout.size());
        return () -> new KdArrays(points.get(), boxes.get(), ids.get());
    }

    /** The arrays of a tree whose slots have the given rows. */
    static KdArrays of(KdLayout layout, Points points, int[] ids, Workers workers) {
        KdArrays arrays = new KdArrays(
                new double[Math.multiplyExact(layout.size(), layout.dims())], new double[layout.bounds()], ids);
        HostArrays.gather(points, ids, layout.size(), arrays.points, workers);
        int[] parameters = layout.parameters();
        parameters[KdParameters.LEVELS] = layout.height();
        workers.forEachSlice(
                layout.leaves(),
                MIN_SLICE,
                (begin, end) -> KdLeafBoxes.boundLeaves(begin, end, arrays.points, ids, parameters, arrays.boxes),
                Progress.NONE);
        KdInnerBoxes.joinBoxes(0, 1, parameters, arrays.boxes);
        return arrays;
    }

    /** These arrays with other labels of the slots. */
    KdArrays with(int[] labels) {
        return new KdArrays(points, boxes, labels);
    }

    /** The key of the distance from a position to a node's box, up to rounding errors. */
    double keyOfBox(int node, double[] place, Norm norm) {
        int dims = place.length;
        int box = KdLayout.box(node, dims);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double below = boxes[box + dim] - place[dim];
            double above = place[dim] - boxes[box + dims + dim];
            key = norm.add(key, Math.max(Math.max(below, above), 0));
        }
        return key;
    }

    /** The phase that uploads the arrays. */
    Phase load() {
        return Phase.named(LOAD).upload(points, boxes, ids).build();
    }

    /** Uploads a tree to the device of a program that has these arrays, unless it is there already. */
    void load(Lease<?> lease, KdIndex index, int[] labels, Workers workers) {
        if (!lease.holds(index)) {
            lease.hold(null);
            index.arrays().with(labels).copy(this, index.layout(), workers);
            lease.run(LOAD);
            lease.hold(index);
        }
    }

    /** Copies the elements that a tree of a layout uses. */
    void copy(KdArrays to, KdLayout layout, Workers workers) {
        copy(points, to.points, layout.size() * layout.dims(), workers);
        copy(boxes, to.boxes, layout.bounds(), workers);
        copy(ids, to.ids, layout.size(), workers);
    }

    private static void copy(Object from, Object to, int length, Workers workers) {
        if (from != to) {
            HostArrays.copy(from, 0, to, 0, length, workers);
        }
    }
}
