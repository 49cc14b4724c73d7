package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;

/** Growing lists of neighbors, one for each query: rows of a cell and keys, in ascending order of (key, row). */
final class Lists implements Serializable {

    private static final long serialVersionUID = 1;

    private int size;

    /** For each list, the index after its last entry. */
    private int[] ends = new int[16];

    private int[] rows = new int[16];
    private double[] keys = new double[16];

    /** Begins the list of the next query. */
    void begin() {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, grown(size));
        }
        ends[size] = start(size);
        size++;
    }

    /** Appends a neighbor to the latest list. */
    void add(int row, double key) {
        int at = ends[size - 1]++;
        if (at == rows.length) {
            rows = Arrays.copyOf(rows, grown(at));
            keys = Arrays.copyOf(keys, rows.length);
        }
        rows[at] = row;
        keys[at] = key;
    }

    /** Appends a list of others. */
    void addList(Lists other, int list) {
        begin();
        for (int entry = other.start(list); entry < other.end(list); entry++) {
            add(other.rows[entry], other.keys[entry]);
        }
    }

    private static int grown(int full) {
        return Math.max(full + 1, (int) Math.min(Integer.MAX_VALUE - 8, full + (long) (full >> 1)));
    }

    /** {@return the number of lists} */
    int size() {
        return size;
    }

    int start(int list) {
        return list == 0 ? 0 : ends[list - 1];
    }

    int end(int list) {
        return ends[list];
    }

    int count(int list) {
        return end(list) - start(list);
    }

    int row(int entry) {
        return rows[entry];
    }

    double key(int entry) {
        return keys[entry];
    }

    /** {@return the bytes on the heap} */
    long bytes() {
        return (long) rows.length * (Integer.BYTES + Double.BYTES) + (long) ends.length * Integer.BYTES;
    }
}
