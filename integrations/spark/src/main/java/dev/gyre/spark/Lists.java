package dev.gyre.spark;

import dev.gyre.engine.data.Neighbors;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Growing lists of matches, one for each left row: rows and keys; those of neighbors are in ascending order of (key, row). */
final class Lists implements Serializable {

    private static final long serialVersionUID = 1;

    private int size;

    /** For each list, the index after its last entry. */
    private int[] ends;

    private int[] rows;
    private double[] keys;

    Lists() {
        this(1, 1);
    }

    /** Makes no lists, with room for some with so many entries together. */
    Lists(int lists, int entries) {
        ends = new int[Math.max(1, lists)];
        rows = new int[Math.max(1, entries)];
        keys = new double[rows.length];
    }

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
        int[] ids = near.toIdArray();
        double[] found = near.toKeyArray();
        if (size == 0 && IntStream.range(0, near.queries()).allMatch(query -> near.count(query) == near.k())) {
            size = near.queries();
            ends = IntStream.rangeClosed(1, size).map(query -> query * near.k()).toArray();
            rows = ids;
            keys = found;
            return;
        }
        reserve(near.queries(), ids.length);
        for (int query = 0; query < near.queries(); query++) {
            int count = near.count(query);
            System.arraycopy(ids, query * near.k(), rows, start(size), count);
            System.arraycopy(found, query * near.k(), keys, start(size), count);
            ends[size] = start(size) + count;
            size++;
        }
    }

    /** Appends consecutive lists of others. */
    void addAll(Lists other, int from, int to) {
        int first = other.start(from);
        int entries = other.start(to) - first;
        reserve(to - from, entries);
        int shift = start(size) - first;
        System.arraycopy(other.rows, first, rows, start(size), entries);
        System.arraycopy(other.keys, first, keys, start(size), entries);
        for (int list = from; list < to; list++) {
            ends[size++] = other.ends[list] + shift;
        }
    }

    /** Makes room for further lists with so many entries together. */
    private void reserve(int lists, int entries) {
        if (Math.addExact(size, lists) > ends.length) {
            ends = Arrays.copyOf(ends, Math.max(size + lists, grown(size)));
        }
        int used = start(size);
        if (Math.addExact(used, entries) > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(used + entries, grown(used)));
            keys = Arrays.copyOf(keys, rows.length);
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
