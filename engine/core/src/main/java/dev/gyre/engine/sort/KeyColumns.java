package dev.gyre.engine.sort;

import dev.gyre.tasks.sort.SegmentParameters;
import java.util.Objects;

/**
 * Rows to be ordered by one or several columns of {@code int} keys: by the first column, ties by the next one, and so on; column 0 follows
 * the last column. A {@code long} or {@code double} key has two columns, a point one or two for each dimension.
 *
 * @param values the columns, one after the other: {@code stride x count} ints
 * @param stride values of a column, at least the number of rows
 * @param count number of columns, 1 or more
 * @param first the column that counts most
 * @param firstBits bits that the values of the first column occupy: fewer than 32 if they are small and not negative
 */
public record KeyColumns(int[] values, int stride, int count, int first, int firstBits) {

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if there is no such column, or if bits are out of range
     */
    public KeyColumns {
        Objects.requireNonNull(values, "values");
        if (count < 1 || first < 0 || first >= count) {
            throw new IllegalArgumentException("first must be in 0..count-1: first=" + first + ", count=" + count);
        }
        if (firstBits < 1 || firstBits > Integer.SIZE) {
            throw new IllegalArgumentException("bits must be in 1..32: firstBits=" + firstBits);
        }
    }

    /**
     * Returns columns of keys of any value.
     *
     * @param values the columns, one after the other
     * @param first the column that counts most
     */
    public static KeyColumns of(int[] values, int stride, int count, int first) {
        return new KeyColumns(values, stride, count, first, Integer.SIZE);
    }

    /** Writes the layout of the columns for kernels. */
    void write(int[] parameters) {
        parameters[SegmentParameters.COLUMNS] = count;
        parameters[SegmentParameters.FIRST_COLUMN] = first;
        parameters[SegmentParameters.STRIDE] = stride;
    }

    /** Returns the index of a column's first value. Rank 0 is the column that counts most. */
    int start(int rank) {
        return (first + rank) % count * stride;
    }

    /** Returns the bits of the keys of a column. Rank 0 is the column that counts most. */
    int bits(int rank) {
        return rank == 0 ? firstBits : Integer.SIZE;
    }
}
