package dev.gyre.engine.search;

import java.util.Arrays;

/**
 * The nodes of a tree and the rows that a search for one query has still to look at, nearest first (Hjaltason and Samet, "Distance browsing
 * in spatial databases", 1999): when a row comes first, it is the next neighbor. At equal keys nodes come before rows, since a node may have a
 * row of this key with a smaller id, and rows in the order of their ids.
 *
 * <p>A heap: O(log n) for each entry, and 12 bytes. Not safe for use by several threads.
 */
public final class NearestQueue {

    private static final int FIRST_ROOM = 1 << 7;

    private double[] keys = new double[FIRST_ROOM];

    /** Rows, and the complements of nodes, which are negative. */
    private int[] entries = new int[FIRST_ROOM];

    private int size;

    /** Adds a node of the tree; no row below it may have a smaller key. */
    public void addNode(double key, int node) {
        add(key, ~node);
    }

    public void addRow(double key, int row) {
        add(key, row);
    }

    private void add(double key, int entry) {
        if (size == entries.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (!NeighborOrder.precedes(key, entry, keys[parent], entries[parent])) {
                break;
            }
            keys[hole] = keys[parent];
            entries[hole] = entries[parent];
            hole = parent;
        }
        keys[hole] = key;
        entries[hole] = entry;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The key of the first entry. */
    public double key() {
        return keys[0];
    }

    /** Whether the first entry is a node. */
    public boolean isNode() {
        return entries[0] < 0;
    }

    /** The first entry: a node or a row. */
    public int first() {
        return isNode() ? ~entries[0] : entries[0];
    }

    /** Removes the first entry. */
    public void remove() {
        size--;
        double key = keys[size];
        int entry = entries[size];
        int hole = 0;
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size
                    && NeighborOrder.precedes(keys[child + 1], entries[child + 1], keys[child], entries[child])) {
                child++;
            }
            if (!NeighborOrder.precedes(keys[child], entries[child], key, entry)) {
                break;
            }
            keys[hole] = keys[child];
            entries[hole] = entries[child];
            hole = child;
        }
        keys[hole] = key;
        entries[hole] = entry;
    }
}
