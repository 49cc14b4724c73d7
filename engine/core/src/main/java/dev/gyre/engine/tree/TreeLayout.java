package dev.gyre.engine.tree;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.Objects;

/**
 * The positions of the slots and nodes of a tree, see {@link TreeParameters}. They depend on its sizes only: trees of equal sizes have equal
 * layouts.
 *
 * <p>There are two ways to number nodes. A tree of points is binary and complete, with {@code 1 << leafBits} slots in each leaf. Its nodes
 * are numbered from the root: node 1 has the children 2 and 3, and so on. A tree of boxes has the numbers of all levels one after the other,
 * the slots first and the root last. Immutable.
 */
public final class TreeLayout {

    /** Slots of the largest leaf of a binary tree of any device: windows of this size have the same rows in all trees of the same points. */
    public static final int MAX_OF_LEAF = 1 << 4;

    /** Largest number of slots of a binary tree, so that windows fit an int. */
    public static final int MAX_SIZE = 1 << 30;

    /** Most dimensions of a binary tree. */
    public static final int MAX_DIMENSIONS = KdParameters.MAX_DIMENSIONS;

    /** Nodes of a slice of a loop over a level. */
    private static final int MIN_SLICE = 1 << 10;

    private final int size;
    private final int dims;
    private final int corners;
    private final int nodeSize;
    private final int levels;
    private final int[] starts;

    private TreeLayout(int size, int dims, int corners, int nodeSize, int levels, int[] starts) {
        this.size = size;
        this.dims = dims;
        this.corners = corners;
        this.nodeSize = nodeSize;
        this.levels = levels;
        this.starts = starts;
    }

    /**
     * The layout of a binary tree of points.
     *
     * @param leafBits binary logarithm of the slots of a leaf
     */
    public static TreeLayout ofPoints(int size, int dims, int leafBits) {
        int leaves = Math.ceilDiv(size, 1 << leafBits);
        int levels = 1 + (leaves <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(leaves - 1));
        int[] starts = new int[levels + 1];
        for (int level = 1; level <= levels; level++) {
            starts[level] = Math.addExact(size, (1 << (levels - level)) - 1);
        }
        return new TreeLayout(size, dims, 1, 1 << leafBits, levels, starts);
    }

    /**
     * The layout of a tree of boxes.
     *
     * @param nodeSize children of a node
     */
    public static TreeLayout ofBoxes(int size, int dims, int nodeSize) {
        int[] starts = new int[levels(size, nodeSize) + 2];
        int level = 0;
        for (int count = size; level < starts.length - 1; count = Math.ceilDiv(count, nodeSize)) {
            starts[level + 1] = Math.addExact(starts[level], count);
            level++;
        }
        return new TreeLayout(size, dims, 2, nodeSize, starts.length - 2, starts);
    }

    /** Levels above the entries: 1 if they fit a node, 0 if there are none. */
    private static int levels(int size, int nodeSize) {
        int levels = 0;
        for (long count = size; count > 1 || (count == 1 && levels == 0); count = Math.ceilDiv(count, nodeSize)) {
            levels++;
        }
        return levels;
    }

    /** Boxes that are entries of a tree without nodes: queries, whose boxes kernels find as those of a tree. */
    public static TreeLayout ofQueries(int size, int dims) {
        return new TreeLayout(size, dims, 2, TreeParameters.MIN_NODE_SIZE, 0, new int[] {0, size});
    }

    /** Whether the boxes of all levels of a tree of boxes fit an array. */
    public static boolean fits(int size, int dims, int nodeSize) {
        long boxes = size;
        for (long count = size; count > 1; count = Math.ceilDiv(count, nodeSize)) {
            boxes += Math.ceilDiv(count, nodeSize);
        }
        return 2 * dims * (boxes + 1) <= HostArrays.MAX_LENGTH;
    }

    /** The layout of a tree of the same kind with another number of entries. */
    public TreeLayout withSize(int newSize) {
        return corners == 1 ? ofPoints(newSize, dims, leafBits()) : ofBoxes(newSize, dims, nodeSize);
    }

    /** A layout with more entries, which more calls can share, if there is one. */
    public TreeLayout rounded(Context context) {
        int wide = context.capacity(size);
        boolean fits = corners == 2 ? fits(wide, dims, nodeSize) : wide <= MAX_SIZE;
        return fits ? withSize(wide) : this;
    }

    /** Number of slots. */
    public int size() {
        return size;
    }

    public int dims() {
        return dims;
    }

    /** Corners of an entry: 1 of a point, 2 of a box. */
    public int corners() {
        return corners;
    }

    /** Numbers that describe an entry. */
    public int width() {
        return corners * dims;
    }

    /** Slots of a leaf. In a tree of boxes also the children of the other nodes. */
    public int nodeSize() {
        return nodeSize;
    }

    /** Children of a node that is no leaf. */
    private int fanout() {
        return corners == 1 ? 2 : nodeSize;
    }

    /** The code of the shape for kernels. */
    public int shape() {
        return TreeShape.of(fanout(), corners);
    }

    /** Level of the root; the entries are level 0. */
    public int levels() {
        return levels;
    }

    /** Number of nodes, or entries, of a level. */
    public int count(int level) {
        if (corners == 1) {
            return level == 0 ? size : 1 << (levels - level);
        }
        return starts[level + 1] - starts[level];
    }

    /** The first number of each level, the entries first; in a tree of boxes also the number of all boxes. The array itself. */
    public int[] starts() {
        return starts;
    }

    /** Length of an array with an element for each number: the slots and the nodes. */
    public int numbers() {
        return corners == 1 ? Math.addExact(size, 2 * leaves() - 1) : starts[levels + 1];
    }

    /** Number of boxes of the array of boxes. */
    public int boxes() {
        return numbers() - nodes();
    }

    /** Length of the array of boxes. */
    public int bounds() {
        return Math.multiplyExact(2 * dims, boxes());
    }

    /** The number whose box is the first in the array of boxes. */
    private int nodes() {
        return corners == 1 ? size : 0;
    }

    /** Entries below a node of a level of a tree of boxes, except its last node. */
    public long entries(int level) {
        long entries = 1;
        for (int i = 0; i < level; i++) {
            entries *= nodeSize;
        }
        return entries;
    }

    /** Writes the sizes into {@link TreeParameters}; levels beyond the root's are empty. */
    public void write(int... parameters) {
        parameters[TreeParameters.SIZE] = size;
        parameters[TreeParameters.DIMENSIONS] = dims;
        parameters[TreeParameters.LEAF_SIZE] = nodeSize;
        parameters[TreeParameters.FANOUT] = fanout();
        parameters[TreeParameters.LEVELS] = levels;
        parameters[TreeParameters.NODES] = nodes();
        Arrays.fill(parameters, TreeParameters.STARTS, TreeParameters.STARTS + TreeParameters.MAX_LEVELS, numbers());
        Arrays.fill(parameters, TreeParameters.COUNTS, TreeParameters.COUNTS + TreeParameters.MAX_LEVELS, 0);
        for (int level = 0; level <= levels; level++) {
            parameters[TreeParameters.STARTS + level] = starts[level];
            parameters[TreeParameters.COUNTS + level] = count(level);
        }
    }

    /** New {@link TreeParameters} with the sizes. */
    public int[] parameters() {
        int[] parameters = new int[TreeParameters.LENGTH];
        write(parameters);
        return parameters;
    }

    /** Binary logarithm of the slots of a leaf of a binary tree. */
    public int leafBits() {
        return Integer.numberOfTrailingZeros(nodeSize);
    }

    /** Levels of inner nodes. */
    public int height() {
        return levels - 1;
    }

    /** Leaves of a binary tree that its height has room for, used or not. */
    public int leaves() {
        return 1 << height();
    }

    /** Binary logarithm of the slots of the root of a binary tree. */
    public int rootBits() {
        return leafBits() + height();
    }

    /** The index of the box of a node of a binary tree. */
    public static int box(int node, int dims) {
        return 2 * (node - 1) * dims;
    }

    /** Depth of a node of a binary tree, 0 for the root. */
    public static int depth(int node) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node);
    }

    /** The node of a binary tree that follows a subtree in the depth-first order of the nodes below {@code top}; 0 after the last one. */
    public static int next(int node, int top) {
        int climbed = node;
        while ((climbed & 1) == 1 && climbed > top) {
            climbed /= 2;
        }
        return climbed > top ? climbed + 1 : 0;
    }

    /** Work on a node of a binary tree. */
    public interface NodeWork {

        /**
         * Works on a node.
         *
         * @param number the number of the node, see {@link TreeParameters}
         * @param from the number of its first child, or of its first slot
         * @param to the end of the numbers of its children, or slots, exclusive
         */
        void accept(int number, int from, int to);
    }

    /** Works on all nodes of a binary tree, by all threads: on each after its children. */
    public void forEachNode(Workers workers, NodeWork work) {
        int leaves = leaves();
        for (int first = leaves; first > 0; first /= 2) {
            int level = first;
            workers.forEachSlice(level, MIN_SLICE, (begin, end) -> {
                for (int node = level + begin; node < level + end; node++) {
                    boolean isLeaf = level == leaves;
                    int from = isLeaf ? from(node) : size + 2 * node - 1;
                    work.accept(size + node - 1, from, isLeaf ? to(node) : from + 2);
                }
            });
        }
    }

    /** First slot of a node of a binary tree. */
    public int from(int node) {
        int bits = rootBits() - depth(node);
        return (int) Math.min(size, (long) (node - Integer.highestOneBit(node)) << bits);
    }

    /** End of the slots of a node of a binary tree, exclusive. */
    public int to(int node) {
        int bits = rootBits() - depth(node);
        return (int) Math.min(size, (long) (node - Integer.highestOneBit(node) + 1) << bits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeLayout layout
                && size == layout.size
                && dims == layout.dims
                && corners == layout.corners
                && nodeSize == layout.nodeSize;
    }

    @Override
    public int hashCode() {
        return Objects.hash(size, dims, corners, nodeSize);
    }

    @Override
    public String toString() {
        return "TreeLayout[size=" + size + ", dims=" + dims + ", corners=" + corners + ", nodeSize=" + nodeSize
                + ", levels=" + levels + "]";
    }
}
