package dev.gyre.tasks.select;

/** Positions in the {@code int[]} of parameters of {@link SampleBracket}, and which keys a sample is of. */
public final class SampleParameters {

    /** Keys per row. */
    public static final int COLUMNS = 0;

    /** Keys in the sample of a row: a power of two, at most the number of columns and {@link #MAX_SIZE}. */
    public static final int SIZE = 1;

    /** Place in the sorted sample, from 0, of the lower splitter; below 0 for the least key there can be. */
    public static final int LOWER = 2;

    /** Place in the sorted sample, not before the lower one, of the upper splitter; beyond it for the greatest key. */
    public static final int UPPER = 3;

    /** Length of the parameter array. */
    public static final int LENGTH = 4;

    /** Most keys in a sample. */
    public static final int MAX_SIZE = 2048;

    private static final int MASK = 0xffff;

    private SampleParameters() {}

    /**
     * The column of a key of the sample. Each is anywhere in a stratum of its own, so that no regular pattern in a row
     * can meet all of them. The arithmetic does not overflow.
     */
    static int column(int place, int stratum) {
        int mixed = (place + 1) * 40503 & MASK;
        mixed = (mixed ^ (mixed >> 7)) * 25173 + 13849;
        return place * stratum + ((mixed >> 4) & 0xffffff) % stratum;
    }
}
