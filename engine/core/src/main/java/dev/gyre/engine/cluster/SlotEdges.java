package dev.gyre.engine.cluster;

/**
 * The edges of a spanning tree of slots, in any order: one less than there are slots; other elements follow.
 *
 * @param from a slot of each edge, or a negative number for no edge
 * @param to the other slot
 * @param keys the key of each edge
 */
record SlotEdges(int[] from, int[] to, double[] keys) {

    /** Moves the last of as many edges as slots to the place of the one that is missing. */
    void close(int slots) {
        int gap = 0;
        while (gap < slots - 1 && from[gap] >= 0) {
            gap++;
        }
        from[gap] = from[slots - 1];
        to[gap] = to[slots - 1];
        keys[gap] = keys[slots - 1];
    }
}
