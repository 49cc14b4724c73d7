package dev.gyre.spark;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;

/** Growing lists of neighbors, each for a row: ids and keys in ascending order of (key, id). */
final class Lists implements Externalizable {

    private static final long serialVersionUID = 1;

    private int size;
    private int[] rows;

    /** For each list, the index after its last entry. */
    private int[] ends;

    private Ids ids;
    private double[] keys;

    /** For deserialization. */
    public Lists() {}

    /**
     * Makes an empty collection of lists.
     *
     * @param ids an empty column of ids, which this object then owns
     */
    Lists(Ids ids) {
        this.ids = ids;
        this.rows = new int[0];
        this.ends = new int[0];
        this.keys = new double[0];
    }

    /** Begins the list of a row. */
    void begin(int row) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, Room.after(size));
            ends = Arrays.copyOf(ends, rows.length);
        }
        rows[size] = row;
        ends[size++] = ids.size();
    }

    /** Appends a neighbor to the latest list. */
    void add(Ids from, int row, double key) {
        int at = ids.size();
        if (at == keys.length) {
            keys = Arrays.copyOf(keys, Room.after(at));
        }
        keys[at] = key;
        ids.add(from, row);
        ends[size - 1] = at + 1;
    }

    /** {@return the number of lists} */
    int size() {
        return size;
    }

    int row(int list) {
        return rows[list];
    }

    int start(int list) {
        return list == 0 ? 0 : ends[list - 1];
    }

    int end(int list) {
        return ends[list];
    }

    Ids ids() {
        return ids;
    }

    double key(int entry) {
        return keys[entry];
    }

    /** {@return the approximate bytes of the lists on the heap} */
    long bytes() {
        return ids.bytes() + (long) ids.size() * Double.BYTES + 2L * size * Integer.BYTES;
    }

    /** Merges two lists, and appends at most k entries to the latest list of others. */
    static void merge(Lists a, int listA, Lists b, int listB, int k, Lists to) {
        int atA = a.start(listA);
        int atB = b.start(listB);
        for (int rank = 0; rank < k; rank++) {
            boolean hasA = atA < a.end(listA);
            boolean hasB = atB < b.end(listB);
            if (!hasA && !hasB) {
                return;
            }
            if (!hasB || (hasA && isBefore(a, atA, b, atB))) {
                to.add(a.ids, atA, a.keys[atA++]);
            } else {
                to.add(b.ids, atB, b.keys[atB++]);
            }
        }
    }

    private static boolean isBefore(Lists a, int atA, Lists b, int atB) {
        return a.keys[atA] < b.keys[atB] || (a.keys[atA] == b.keys[atB] && a.ids.compare(atA, b.ids, atB) <= 0);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(size);
        Wire.writeInts(out, rows, size);
        Wire.writeInts(out, ends, size);
        out.writeObject(ids);
        Wire.writeDoubles(out, keys, ids.size());
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        size = in.readInt();
        rows = Wire.readInts(in, size);
        ends = Wire.readInts(in, size);
        ids = (Ids) in.readObject();
        keys = Wire.readDoubles(in, ids.size());
    }
}
