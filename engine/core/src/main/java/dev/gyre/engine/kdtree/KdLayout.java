package dev.gyre.engine.kdtree;

import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdQueryParameters;

/**
 * The positions of the nodes of a kd-tree. They depend on its size only; see {@link KdParameters}.
 *
 * @param size number of slots
 * @param dims number of dimensions
 * @param leafBits binary logarithm of the slots of a leaf
 * @param height levels of inner nodes
 */
public record KdLayout(int size, int dims, int leafBits, int height) {

    /** Most dimensions of a tree. */
    public static final int MAX_DIMENSIONS = KdParameters.MAX_DIMENSIONS;

    /** Slots of the largest leaf of any device: windows of this size have the same rows in all trees of the same points. */
    static final int MOST_OF_LEAF = 1 << 4;

    /** Largest number of slots, so that windows fit an int. */
    static final int MAX_SIZE = 1 << 30;

    public static KdLayout of(int size, int dims, int leafBits) {
        int leaves = Math.ceilDiv(size, 1 << leafBits);
        return new KdLayout(
                size, dims, leafBits, leaves <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(leaves - 1));
    }

    /** Leaves that the height has room for, used or not. */
    public int leaves() {
        return 1 << height;
    }

    /** Binary logarithm of the slots of the root. */
    public int rootBits() {
        return leafBits + height;
    }

    /** Numbers that describe the boxes of all nodes; there is no node 0. */
    public int bounds() {
        return Math.multiplyExact(2 * (2 * dims + 1), leaves());
    }

    /** Parameters of kernels that process the whole tree. */
    int[] parameters() {
        int[] parameters = new int[KdParameters.LENGTH];
        parameters[KdParameters.SIZE] = size;
        parameters[KdParameters.DIMENSIONS] = dims;
        parameters[KdParameters.LEAF_BITS] = leafBits;
        parameters[KdParameters.HEIGHT] = height;
        return parameters;
    }

    /**
     * Parameters of a search in the whole tree.
     *
     * @param self whether the queries are the tree's own points, in the order of the slots
     */
    public int[] queryParameters(int queries, boolean self) {
        int[] parameters = new int[KdQueryParameters.LENGTH];
        parameters[KdQueryParameters.SIZE] = size;
        parameters[KdQueryParameters.LEAF_BITS] = leafBits;
        parameters[KdQueryParameters.HEIGHT] = height;
        parameters[KdQueryParameters.QUERIES] = queries;
        parameters[KdQueryParameters.SELF] = self ? 1 : 0;
        return parameters;
    }

    /** The index of a node's box: dims lower bounds, dims upper bounds, and the least row. */
    static int box(int node, int dims) {
        return node * (2 * dims + 1);
    }

    /** Level of a node, 0 for the root. */
    static int level(int node) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node);
    }

    /** The node that follows a subtree in the depth-first order of the nodes below {@code top}; 0 after the last one. */
    static int next(int node, int top) {
        int climbed = node;
        while ((climbed & 1) == 1 && climbed > top) {
            climbed /= 2;
        }
        return climbed > top ? climbed + 1 : 0;
    }

    /** First slot of a node. */
    int from(int node) {
        int bits = rootBits() - level(node);
        return (int) Math.min(size, (long) (node - Integer.highestOneBit(node)) << bits);
    }

    /** End of the slots of a node, exclusive. */
    int to(int node) {
        int bits = rootBits() - level(node);
        return (int) Math.min(size, (long) (node - Integer.highestOneBit(node) + 1) << bits);
    }
}
