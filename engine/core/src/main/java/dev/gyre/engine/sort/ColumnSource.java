package dev.gyre.engine.sort;

/**
 * Columns of keys that must still be written, for {@link KeyColumns}.
 *
 * @param first the column that counts most
 * @param firstBits bits that the values of the first column occupy
 * @param writer writes the columns
 */
public record ColumnSource(int count, int first, int firstBits, Writer writer) {

    /** Writes the columns, one after the other, with a stride. */
    public interface Writer {
        void write(int[] values, int stride);
    }

    /** Columns of keys of any value. */
    public static ColumnSource of(int count, int first, Writer writer) {
        return new ColumnSource(count, first, Integer.SIZE, writer);
    }
}
