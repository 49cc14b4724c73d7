package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import java.util.Arrays;

/**
 * The leaves near a leaf of a kd-tree. Searches around its points look at no others, so that one walk from the root serves all of them, if they come
 * one after the other. For one thread.
 */
final class NearLeaves {

    private static final int FIRST_ROOM = 1 << 6;

    private final TreeLayout layout;
    private final double[] boxes;
    private final Norm norm;
    private final int dims;
    private final double ofBoxes;
    private final double ofCorners;
    private int leaf;
    private int[] nodes = new int[FIRST_ROOM];
    private int[] within = new int[FIRST_ROOM];
    private int count;
    private int countWithin;

    /**
     * Leaves near any leaf.
     *
     * @param ofBoxes the largest key of two boxes of which a point of one may be within the distance of a point of the other
     * @param ofCorners the largest key of the farthest corners of two boxes of which all points are within the distance of each other; less than 0 for no
     *     boxes
     */
    NearLeaves(TreeLayout layout, TreeArrays arrays, Norm norm, double ofBoxes, double ofCorners) {
        this.layout = layout;
        this.norm = norm;
        this.ofBoxes = ofBoxes;
        this.ofCorners = ofCorners;
        boxes = arrays.boxes();
        dims = layout.dims();
    }

    /** Finds the leaves near that of a slot. Returns whether it was another one than before. */
    boolean look(int slot) {
        int own = layout.leaves() + (slot >> layout.leafBits());
        if (own == leaf) {
            return false;
        }
        leaf = own;
        count = 0;
        countWithin = 0;
        int node = 1;
        while (node > 0) {
            boolean near = layout.from(node) < layout.to(node) && nearest(node) <= ofBoxes;
            boolean down = false;
            if (near && ofCorners >= 0 && farthest(node) <= ofCorners) {
                within = with(within, countWithin++, node);
            } else if (near) {
                down = node < layout.leaves();
                if (!down) {
                    nodes = with(nodes, count++, node);
                }
            }
            node = down ? 2 * node : TreeLayout.next(node, 1);
        }
        return true;
    }

    private static int[] with(int[] some, int at, int node) {
        int[] room = at < some.length ? some : Arrays.copyOf(some, 2 * at);
        room[at] = node;
        return room;
    }

    private double nearest(int node) {
        return TreeArrays.leastKey(
                boxes, TreeLayout.box(leaf, dims), dims, boxes, TreeLayout.box(node, dims), dims, norm);
    }

    private double farthest(int node) {
        return TreeArrays.largestKey(
                boxes, TreeLayout.box(leaf, dims), dims, boxes, TreeLayout.box(node, dims), dims, norm);
    }

    /** The number of near leaves that are not wholly within the distance. */
    int count() {
        return count;
    }

    /** One of these leaves. */
    int node(int i) {
        return nodes[i];
    }

    /** The number of nodes, leaves and others, that are wholly within the distance. */
    int countWithin() {
        return countWithin;
    }

    /** One of these nodes. */
    int nodeWithin(int i) {
        return within[i];
    }
}
