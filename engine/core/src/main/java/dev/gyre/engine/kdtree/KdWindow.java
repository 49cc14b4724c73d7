package dev.gyre.engine.kdtree;

/** Splits windows of places down to the leaves on a thread of the JVM. Has room, so it is not safe for use by several threads. */
interface KdWindow {

    /**
     * Splits a window.
     *
     * @param window places in ascending order, with a key above each
     * @param from index of the first place of the window
     * @param to index after the last one
     * @param bits binary logarithm of the places of a whole window of this level
     * @param leafBits binary logarithm of the places of a leaf
     * @param orderOf for each level the order by which its windows are split: 0 for the places, then the dimensions
     * @param columns the keys of the dimensions in the order of the places; null if there is one dimension, whose keys are above the places
     * @param starts for each order the index of its first key
     * @param tree receives, at the same indices, the places of the leaves, ascending in each
     */
    void split(
            long[] window,
            int from,
            int to,
            int bits,
            int leafBits,
            int[] orderOf,
            int[] columns,
            int[] starts,
            int[] tree);
}
