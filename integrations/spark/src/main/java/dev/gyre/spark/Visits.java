package dev.gyre.spark;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;

/** Queries of a task that go on to another one, because rows there may be nearer than those found so far. */
final class Visits implements Externalizable {

    private static final long serialVersionUID = 1;

    private int home;
    private Rows queries;
    private int[] rows;
    private double[] bounds;

    /** For deserialization. */
    public Visits() {}

    Visits(int home, Rows empty) {
        this.home = home;
        this.queries = empty;
        this.rows = new int[0];
        this.bounds = new double[0];
    }

    /** Appends a query, with the largest key that its neighbors may have. */
    void add(Rows from, int row, double bound) {
        int at = queries.size();
        if (at == rows.length) {
            rows = Arrays.copyOf(rows, Room.after(at));
            bounds = Arrays.copyOf(bounds, rows.length);
        }
        queries.add(from, row);
        rows[at] = row;
        bounds[at] = bound;
    }

    /** {@return the task that the answers go back to} */
    int home() {
        return home;
    }

    Rows queries() {
        return queries;
    }

    /** Returns the row of a query in its own task. */
    int row(int query) {
        return rows[query];
    }

    double bound(int query) {
        return bounds[query];
    }

    /** {@return the approximate bytes on the heap} */
    long bytes() {
        return queries.bytes() + (long) queries.size() * (Integer.BYTES + Double.BYTES);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(home);
        out.writeObject(queries);
        Wire.writeInts(out, rows, queries.size());
        Wire.writeDoubles(out, bounds, queries.size());
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        home = in.readInt();
        queries = (Rows) in.readObject();
        rows = Wire.readInts(in, queries.size());
        bounds = Wire.readDoubles(in, queries.size());
    }
}
