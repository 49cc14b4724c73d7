package dev.gyre.spark;

import dev.gyre.engine.data.Neighbors;
import java.io.Serializable;
import java.util.Arrays;

/** Growing lists of matches, one for each left row: rows and keys; those of neighbors are in ascending order of (key, row). */
final class Lists implements Serializable {

    private static final long serialVersionUID = 1;

    private int size;

    /** For each list, the index after its last entry. */
    private int[] ends = new int[1];

    private int[] rows = new int[1];
    private double[] keys = new double[1];

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

    /** Returns a list of one neighbor. */
    static Lists of(int row, double key) {
        Lists one = new Lists();
        one.begin();
        one.add(row, key);
        return one;
    }

    /** Appends a list for each query. */
    void addAll(Neighbors near) {
        for (int query = 0; query < near.queries(); query++) {
            begin();
            int count = near.count(query);
            for (int rank = 0; rank < count; rank++) {
                add(near.id(query, rank), near.key(query, rank));
            }
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
