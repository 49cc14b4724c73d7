package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.op.Keys;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Ids that are strings, in the order of their UTF-8 bytes. */
final class TextIds extends Ids implements Externalizable {

    private static final long serialVersionUID = 1;

    /** Bytes of an array of bytes besides its content. */
    private static final int OVERHEAD = 24;

    private byte[][] values;
    private int size;
    private long bytes;

    /** Makes an empty column, also for deserialization. */
    public TextIds() {
        values = new byte[0][];
    }

    @Override
    int size() {
        return size;
    }

    @Override
    TextIds empty() {
        return new TextIds();
    }

    @Override
    void add(ColumnVector column, int row) {
        add(column.getUTF8String(row).getBytes());
    }

    @Override
    void add(Ids other, int row) {
        add(((TextIds) other).values[row]);
    }

    private void add(byte[] value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Room.after(size));
        }
        values[size++] = value;
        bytes += value.length + OVERHEAD;
    }

    @Override
    void set(int at, Ids other, int row) {
        bytes -= values[at].length;
        values[at] = ((TextIds) other).values[row];
        bytes += values[at].length;
    }

    @Override
    int compare(int row, Ids other, int otherRow) {
        return Arrays.compareUnsigned(values[row], ((TextIds) other).values[otherRow]);
    }

    @Override
    int hash(int row) {
        return Arrays.hashCode(values[row]);
    }

    /** Sorts by the first 8 bytes, then sorts the ids that share them. */
    @Override
    int[] order(Engine engine) {
        long[] prefixes = new long[size];
        Arrays.setAll(prefixes, row -> prefix(values[row]));
        int[] order = engine.sorting().argsort(Keys.of(prefixes));
        for (int from = 0; from < size; ) {
            int to = from + 1;
            while (to < size && prefixes[order[to]] == prefixes[order[from]]) {
                to++;
            }
            if (to - from > 1) {
                orderRun(order, from, to);
            }
            from = to;
        }
        return order;
    }

    private void orderRun(int[] order, int from, int to) {
        Integer[] run = new Integer[to - from];
        Arrays.setAll(run, i -> order[from + i]);
        Arrays.sort(run, (a, b) -> Arrays.compareUnsigned(values[a], values[b]));
        for (int i = from; i < to; i++) {
            order[i] = run[i - from];
        }
    }

    /** Returns the first bytes as a number of the same order; a string that ends early is filled with zeros, which come first. */
    private static long prefix(byte[] value) {
        long prefix = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            prefix = prefix << Byte.SIZE | (i < value.length ? value[i] & 0xFF : 0);
        }
        return prefix ^ Long.MIN_VALUE;
    }

    @Override
    void fill(WritableColumnVector to, int at, int count, int row) {
        byte[] value = values[row];
        for (int i = 0; i < count; i++) {
            to.putByteArray(at + i, value, 0, value.length);
        }
    }

    @Override
    void copy(WritableColumnVector to, int at, int from, int count) {
        for (int i = 0; i < count; i++) {
            fill(to, at + i, 1, from + i);
        }
    }

    @Override
    long bytes() {
        return bytes;
    }

    @Override
    String text(int row) {
        return new String(values[row], StandardCharsets.UTF_8);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        int[] lengths = new int[size];
        Arrays.setAll(lengths, row -> values[row].length);
        out.writeInt(size);
        Wire.writeInts(out, lengths, size);
        for (int row = 0; row < size; row++) {
            out.write(values[row]);
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        size = in.readInt();
        int[] lengths = Wire.readInts(in, size);
        values = new byte[size][];
        bytes = 0;
        for (int row = 0; row < size; row++) {
            values[row] = new byte[lengths[row]];
            in.readFully(values[row]);
            bytes += lengths[row] + OVERHEAD;
        }
    }
}
