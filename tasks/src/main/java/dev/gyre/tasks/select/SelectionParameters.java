package dev.gyre.tasks.select;

/** Positions in the {@code int[]} of parameters of the selection kernels, and the forms of their input. */
public final class SelectionParameters {

    /** Values per row. */
    public static final int COLUMNS = 0;

    /** Values to keep per part, from 1 to the length of the shortest part. */
    public static final int K = 1;

    /** Number of parts of each row, from 1 to the number of columns. */
    public static final int PARTS = 2;

    /** Length of the parameter array. */
    public static final int LENGTH = 3;

    /** Bit of a form: the values are floats, else ints. */
    public static final int FLOATS = 1;

    /** Bit of a form: the largest values are kept, else the smallest. */
    public static final int LARGEST = 2;

    /** Bit of a form: the id of a value is read from an array, else it is its column. */
    public static final int MAPPED = 4;

    /** Bit of a form: the ints are the bits of floats, else numbers. */
    public static final int BITS = 8;

    private SelectionParameters() {}

    /** Returns the first column of a part. Parts of a row differ in length by at most one; longer parts come first. */
    static int partStart(int columns, int parts, int part) {
        return part * (columns / parts) + Math.min(part, columns % parts);
    }
}
