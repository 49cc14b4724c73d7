package dev.gyre.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/** Growing rows of Spark, with columns of any type, in pages of bytes. Not safe for use by several threads while it grows. */
final class Rows implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int MIN_PAGE = 1 << 10;
    private static final int MAX_PAGE = 1 << 20;
    private static final int MAX_ROWS = Integer.MAX_VALUE - 8;

    private final int fields;
    private byte[][] pages = new byte[1][];
    private int lastPage = -1;

    /** Bytes of the last page that are in use. */
    private int end;

    /** For each row its page in the upper 32 bits, and where it begins there, with its length, in the lower ones. */
    private long[] slots = new long[0];

    private int size;
    private long bytes;

    /**
     * Makes no rows.
     *
     * @param fields columns of a row
     */
    Rows(int fields) {
        this.fields = fields;
    }

    int size() {
        return size;
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
        long inner = row.getLong(column);
        add(row.getBaseObject(), row.getBaseOffset() + (inner >>> 32), (int) inner);
    }

    /** Appends the rows of an object that does not grow any more; both share its pages. */
    void addAll(Rows other) {
        if (other.size == 0) {
            return;
        }
        long shift = lastPage + 1L;
        pages = Arrays.copyOf(pages, (int) shift + other.pages.length);
        System.arraycopy(other.pages, 0, pages, (int) shift, other.lastPage + 1);
        lastPage += other.lastPage + 1;
        end = other.end;
        slots = Arrays.copyOf(slots, Math.addExact(size, other.size));
        for (int i = 0; i < other.size; i++) {
            slots[size++] = other.slots[i] + (shift << 32);
        }
        bytes += other.bytes;
    }

    private void add(Object base, long offset, int length) {
        int needed = Math.addExact(length, Long.BYTES);
        if (lastPage < 0 || pages[lastPage].length - end < needed) {
            if (++lastPage == pages.length) {
                pages = Arrays.copyOf(pages, 2 * pages.length);
            }
            pages[lastPage] = new byte[Math.max(needed, Math.clamp(bytes, MIN_PAGE, MAX_PAGE))];
            end = 0;
        }
        if (size == slots.length) {
            if (size == MAX_ROWS) {
                throw new IllegalStateException(
                        "a partition has more rows than an array holds: set spark.gyre.partitions to more partitions");
            }
            slots = Arrays.copyOf(slots, (int) Math.min(MAX_ROWS, Math.max(16, size + (long) (size >> 1))));
        }
        byte[] page = pages[lastPage];
        Platform.putLong(page, Platform.BYTE_ARRAY_OFFSET + end, length);
        Platform.copyMemory(base, offset, page, Platform.BYTE_ARRAY_OFFSET + end + Long.BYTES, length);
        slots[size++] = (long) lastPage << 32 | end;
        end += needed;
        bytes += needed;
    }

    /** Returns a row for {@link #get}. */
    UnsafeRow newRow() {
        return new UnsafeRow(fields);
    }

    /** Lets an object show a row, as long as it shows no other one. */
    UnsafeRow get(int row, UnsafeRow to) {
        byte[] page = pages[(int) (slots[row] >>> 32)];
        long at = Platform.BYTE_ARRAY_OFFSET + (int) slots[row];
        to.pointTo(page, at + Long.BYTES, (int) Platform.getLong(page, at));
        return to;
    }

    /** Puts the rows into another order. */
    void order(int[] order) {
        slots = Arrays.stream(order).mapToLong(row -> slots[row]).toArray();
    }

    /**
     * Returns some columns of all rows one after the other, row by row, so that those of a row are near to each other.
     *
     * @param columns columns of fixed width
     * @return their words, or null if one of them has a null
     */
    long[] words(int[] columns) {
        long[] words = new long[Math.multiplyExact(size, columns.length)];
        UnsafeRow row = newRow();
        int at = 0;
        for (int i = 0; i < size; i++) {
            get(i, row);
            for (int column : columns) {
                if (row.isNullAt(column)) {
                    return null;
                }
                words[at++] = row.getLong(column);
            }
        }
        return words;
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
}
