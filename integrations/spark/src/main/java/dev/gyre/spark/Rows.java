package dev.gyre.spark;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/** Growing rows of Spark, with columns of any type, in pages of bytes. Not safe for use by several threads while it grows. */
final class Rows implements Externalizable {

    private static final long serialVersionUID = 1;

    private static final int LEAST_PAGE = 1 << 10;
    private static final int MOST_PAGE = 1 << 20;
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    private int fields;
    private byte[][] pages = new byte[1][];
    private int lastPage = -1;

    /** Bytes of the last page that are in use. */
    private int end;

    /** For each row its page in the upper 32 bits, and where it begins there, with its length, in the lower ones. */
    private long[] places = new long[0];

    private int size;
    private long bytes;

    /** For deserialization. */
    public Rows() {}

    /**
     * Makes no rows.
     *
     * @param fields columns of a row
     */
    Rows(int fields) {
        this.fields = fields;
    }

    /** Copies rows. */
    static Rows of(int fields, Iterator<UnsafeRow> rows) {
        Rows copies = new Rows(fields);
        while (rows.hasNext()) {
            copies.add(rows.next());
        }
        return copies;
    }

    int size() {
        return size;
    }

    int fields() {
        return fields;
    }

    /** {@return the approximate bytes on the heap} */
    long bytes() {
        return bytes + (long) size * Long.BYTES;
    }

    void add(UnsafeRow row) {
        add(row.getBaseObject(), row.getBaseOffset(), row.getSizeInBytes());
    }

    /** Appends the row that another one has as the bytes of a column. */
    void addInner(UnsafeRow row, int column) {
        long place = row.getLong(column);
        add(row.getBaseObject(), row.getBaseOffset() + (place >>> 32), (int) place);
    }

    void addAll(Rows other) {
        UnsafeRow row = other.newRow();
        for (int i = 0; i < other.size; i++) {
            add(other.get(i, row));
        }
    }

    private void add(Object base, long offset, int length) {
        int needed = Math.addExact(length, Long.BYTES);
        if (lastPage < 0 || pages[lastPage].length - end < needed) {
            if (++lastPage == pages.length) {
                pages = Arrays.copyOf(pages, 2 * pages.length);
            }
            pages[lastPage] = new byte[Math.max(needed, Math.clamp(bytes, LEAST_PAGE, MOST_PAGE))];
            end = 0;
        }
        if (size == places.length) {
            if (size == MOST_ROWS) {
                throw new IllegalStateException(
                        "a partition has more rows than an array holds: set spark.gyre.partitions to more partitions");
            }
            places = Arrays.copyOf(places, (int) Math.min(MOST_ROWS, Math.max(16, size + (long) (size >> 1))));
        }
        byte[] page = pages[lastPage];
        Platform.putLong(page, Platform.BYTE_ARRAY_OFFSET + end, length);
        Platform.copyMemory(base, offset, page, Platform.BYTE_ARRAY_OFFSET + end + Long.BYTES, length);
        places[size++] = (long) lastPage << 32 | end;
        end += needed;
        bytes += needed;
    }

    /** Returns a row for {@link #get}. */
    UnsafeRow newRow() {
        return new UnsafeRow(fields);
    }

    /** Lets an object show a row, as long as it shows no other one. */
    UnsafeRow get(int row, UnsafeRow to) {
        byte[] page = pages[(int) (places[row] >>> 32)];
        long at = Platform.BYTE_ARRAY_OFFSET + (int) places[row];
        to.pointTo(page, at + Long.BYTES, (int) Platform.getLong(page, at));
        return to;
    }

    /** Puts the rows into another order. */
    void order(int[] order) {
        long[] ordered = new long[size];
        for (int i = 0; i < size; i++) {
            ordered[i] = places[order[i]];
        }
        places = ordered;
    }

    /** Compares rows by their bytes. */
    static int compareBytes(UnsafeRow a, UnsafeRow b) {
        int common = Math.min(a.getSizeInBytes(), b.getSizeInBytes());
        for (int at = 0; at + Long.BYTES <= common; at += Long.BYTES) {
            long left = Platform.getLong(a.getBaseObject(), a.getBaseOffset() + at);
            long right = Platform.getLong(b.getBaseObject(), b.getBaseOffset() + at);
            if (left != right) {
                return Long.compareUnsigned(left, right);
            }
        }
        return Integer.compare(a.getSizeInBytes(), b.getSizeInBytes());
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(fields);
        out.writeInt(size);
        UnsafeRow row = newRow();
        for (int i = 0; i < size; i++) {
            get(i, row);
            out.writeInt(row.getSizeInBytes());
            byte[] page = (byte[]) row.getBaseObject();
            out.write(page, (int) (row.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET), row.getSizeInBytes());
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        fields = in.readInt();
        int count = in.readInt();
        byte[] buffer = new byte[LEAST_PAGE];
        for (int i = 0; i < count; i++) {
            int length = in.readInt();
            if (length > buffer.length) {
                buffer = new byte[length];
            }
            in.readFully(buffer, 0, length);
            add(buffer, Platform.BYTE_ARRAY_OFFSET, length);
        }
    }
}
