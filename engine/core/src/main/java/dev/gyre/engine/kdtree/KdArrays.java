package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;

/**
 * The arrays of a kd-tree, as the kernels read them.
 *
 * @param points slots x dims coordinates, row-major
 * @param boxes for each node dims lower and dims upper bounds
 * @param ids for each slot its row: the first one of the rows that are equal; or what a search shall find for it
 */
public record KdArrays(float[] points, float[] boxes, int[] ids) {

    static final String LOAD = "load";

    private static final int MIN_SLICE = 1 << 14;

    /** Arrays for trees of up to so many places as a layout has. */
    static KdArrays of(KdLayout most) {
        return new KdArrays(
                new float[Math.multiplyExact(most.size(), most.dims())],
                new float[most.boxFloats()],
                new int[most.size()]);
    }

    /** These arrays with other labels of the slots. */
    KdArrays with(int[] labels) {
        return new KdArrays(points, boxes, labels);
    }

    /** The phase that brings the arrays onto a device. */
    Phase load() {
        return Phase.named(LOAD).upload(points, boxes, ids).build();
    }

    /** Brings a tree onto the device of a program that has these arrays, unless it is there. */
    void load(Lease<?> lease, KdIndex index, int[] labels, Workers workers) {
        if (!lease.holds(index)) {
            lease.hold(null);
            index.arrays().with(labels).copy(this, index.layout(), workers);
            lease.run(LOAD);
            lease.hold(index);
        }
    }

    /** Copies what a tree of a layout has. */
    void copy(KdArrays to, KdLayout layout, Workers workers) {
        copy(points, to.points, layout.size() * layout.dims(), workers);
        copy(boxes, to.boxes, layout.boxFloats(), workers);
        copy(ids, to.ids, layout.size(), workers);
    }

    private static void copy(Object from, Object to, int length, Workers workers) {
        if (from != to) {
            workers.forEachSlice(
                    length,
                    MIN_SLICE,
                    (begin, end) -> System.arraycopy(from, begin, to, begin, end - begin),
                    Progress.NONE);
        }
    }
}
