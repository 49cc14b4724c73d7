package dev.gyre.tasks.select;

/** Positions in the {@code int[]} of parameters of {@link SampleBracket}, and the columns of a sample. */
public final class SampleParameters {

    /** Keys per row. */
    public static final int COLUMNS = 0;

    /** Keys in the sample of a row: a power of two, at most the number of columns and {@link #MAX_SIZE}. */
    public static final int SIZE = 1;

    /** Index of the lower splitter in the sorted sample, from 0; below 0 for the least {@code int}. */
    public static final int LOWER = 2;

    /** Index of the upper splitter in the sorted sample, not below {@link #LOWER}; beyond the sample for the greatest {@code int}. */
    public static final int UPPER = 3;

    /** Length of the parameter array. */
    public static final int LENGTH = 4;

    /** The largest number of keys in a sample. */
    public static final int MAX_SIZE = 2048;

    private static final int MASK = 0xffff;

    private SampleParameters() {}

    /**
     * Returns the column of a key of the sample, anywhere in the key's stratum, so that no regular pattern in a row can meet all sampled
     * columns. The arithmetic does not overflow.
     */
    static int column(int slot, int stratum) {
        int mixed = (slot + 1) * 40503 & MASK;
        mixed = (mixed ^ (mixed >> 7)) * 25173 + 13849;
        return slot * stratum + ((mixed >> 4) & 0xffffff) % stratum;
    }
}
