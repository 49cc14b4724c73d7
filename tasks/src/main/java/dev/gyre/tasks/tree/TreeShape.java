package dev.gyre.tasks.tree;

/**
 * The shape of a tree as a scalar of kernels, so that devices compile code for it: the children of a node above level 1, and the corners of
 * an entry.
 */
public final class TreeShape {

    private TreeShape() {}

    /**
     * Returns the code of a shape.
     *
     * @param fanout children of a node above level 1
     * @param corners 1 if entries are points, 2 if they are boxes
     */
    public static int of(int fanout, int corners) {
        return 2 * fanout + corners - 1;
    }

    static int corners(int shape) {
        return 1 + shape % 2;
    }

    static int fanout(int shape) {
        return shape / 2;
    }
}
