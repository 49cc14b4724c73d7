package dev.gyre.engine.sort;

/** Keys of rows, read where they are: columns of ints, of which the first counts most. Safe for use by several threads. */
public interface RowKeys {

    /** The number of columns. */
    int columns();

    /**
     * Writes the first two columns of some rows as one number without a sign; a second column that is missing is 0.
     *
     * @param end the row after the last
     * @param bits receives the numbers from index 0 on
     */
    void writeBits(int begin, int end, long[] bits);

    /** The value of a row in a column; 0 is the column that counts most. */
    int value(int row, int column);

    /** Returns the array whose elements are the one column, as it is; null if there is none. */
    default int[] column() {
        return null;
    }
}
