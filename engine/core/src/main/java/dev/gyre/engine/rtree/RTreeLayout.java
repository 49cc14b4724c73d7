package dev.gyre.engine.rtree;

import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.Arrays;

/**
 * The positions of the boxes of an R-tree. They depend on its sizes only; see {@link RTreeParameters}.
 *
 * @param size number of entries
 * @param dims number of dimensions
 * @param nodeSize children of a node
 * @param starts first box of each level, the entries first, and the number of all boxes
 */
public record RTreeLayout(int size, int dims, int nodeSize, int... starts) {

    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

    public static RTreeLayout of(int size, int dims, int nodeSize) {
        int[] starts = new int[levels(size, nodeSize) + 2];
        int level = 0;
        for (int count = size; level < starts.length - 1; count = Math.ceilDiv(count, nodeSize)) {
            starts[level + 1] = Math.addExact(starts[level], count);
            level++;
        }
        return new RTreeLayout(size, dims, nodeSize, starts);
    }

    /** Levels above the entries: 1 if they fit a node, 0 if there are none. */
    private static int levels(int size, int nodeSize) {
        int levels = 0;
        for (long count = size; count > 1 || (count == 1 && levels == 0); count = Math.ceilDiv(count, nodeSize)) {
            levels++;
        }
        return levels;
    }

    /** Whether the boxes of all levels fit an array. */
    public static boolean fits(int size, int dims, int nodeSize) {
        long boxes = size;
        for (long count = size; count > 1; count = Math.ceilDiv(count, nodeSize)) {
            boxes += Math.ceilDiv(count, nodeSize);
        }
        return 2 * dims * (boxes + 1) <= MAX_ARRAY_LENGTH;
    }

    /** Level of the root; 0 if there are no entries. */
    public int levels() {
        return starts.length - 2;
    }

    /** Number of nodes, or entries, of a level. */
    public int count(int level) {
        return starts[level + 1] - starts[level];
    }

    /** Number of the boxes of all levels. */
    public int boxes() {
        return starts[starts.length - 1];
    }

    /** Numbers that describe the boxes of all levels. */
    public int bounds() {
        return Math.multiplyExact(2 * dims, boxes());
    }

    /** Entries below a node of a level, except its last node. */
    long entries(int level) {
        long entries = 1;
        for (int i = 0; i < level; i++) {
            entries *= nodeSize;
        }
        return entries;
    }

    /** Writes the sizes into parameters of {@link RTreeParameters}; levels beyond the root's are empty. */
    public void write(int... parameters) {
        parameters[RTreeParameters.SIZE] = size;
        parameters[RTreeParameters.DIMENSIONS] = dims;
        parameters[RTreeParameters.NODE_SIZE] = nodeSize;
        parameters[RTreeParameters.LEVELS] = levels();
        Arrays.fill(parameters, RTreeParameters.STARTS, RTreeParameters.LENGTH, boxes());
        System.arraycopy(starts, 0, parameters, RTreeParameters.STARTS, starts.length);
    }
}
