package dev.gyre.engine.sort;

import dev.gyre.engine.jvm.SliceWork;

/**
 * Columns of keys that must still be written, for {@link KeyColumns}.
 *
 * @param first the column that counts most
 * @param firstBits bits that the values of the first column occupy
 * @param writer writes the columns
 * @param keys reads the columns without writing them; null if nothing does
 */
public record ColumnSource(int count, int first, int firstBits, Writer writer, RowKeys keys) {

    /** Writes the columns, one after the other, with a stride. */
    public interface Writer {

        /**
         * Writes the columns by all threads.
         *
         * @param also runs on the thread of a slice of rows that was just written
         */
        void write(int[] values, int stride, SliceWork also);

        /** Writes the columns. */
        default void write(int[] values, int stride) {
            write(values, stride, (begin, end) -> {});
        }
    }

    /** Columns of keys of any value. */
    public static ColumnSource of(int count, int first, Writer writer) {
        return new ColumnSource(count, first, Integer.SIZE, writer, null);
    }

    /** Returns the keys of n rows: those that are read where they are, or columns, which are written now. */
    RowKeys rows(int n) {
        if (keys != null) {
            return keys;
        }
        int[] values = new int[Math.multiplyExact(n, count)];
        writer.write(values, n);
        return new Columns(values, n, count, first);
    }

    /**
     * Columns that were written one after the other, of which the first counts most.
     *
     * @param stride elements from the begin of a column to that of the next
     */
    public static RowKeys columns(int[] values, int stride, int count) {
        return new Columns(values, stride, count, 0);
    }

    /** Columns that were written one after the other. */
    private record Columns(int[] values, int stride, int columns, int first) implements RowKeys {

        private int start(int column) {
            return (first + column) % columns * stride;
        }

        @Override
        public void writeBits(int begin, int end, long[] bits) {
            int start = start(0);
            int second = start(1);
            for (int row = begin; row < end; row++) {
                bits[row - begin] = ((long) values[start + row] ^ Integer.MIN_VALUE) << Integer.SIZE;
                if (columns > 1) {
                    bits[row - begin] |= (values[second + row] ^ Integer.MIN_VALUE) & 0xffff_ffffL;
                }
            }
        }

        @Override
        public int value(int row, int column) {
            return values[start(column) + row];
        }
    }
}
