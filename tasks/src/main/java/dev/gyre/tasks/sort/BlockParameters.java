package dev.gyre.tasks.sort;

/**
 * Positions in the parameter array of {@link KeyRange}, {@link KeySpan}, {@link KeyNormalize} and {@link RunBounds}.
 */
public final class BlockParameters {

    /** Number of rows. */
    public static final int SIZE = 0;

    /** Rows per tile of {@link KeyRange}. */
    public static final int TILE = 1;

    /** Number of tiles, including those after the last row. */
    public static final int TILES = 2;

    /** Index of the first value of the key column. */
    public static final int KEY_START = 3;

    /** Index of the first value of the column of labels; read only if there are label bits. */
    public static final int LABEL_START = 4;

    /** Bits of a label, 0 or 2 to 16. Labels take precedence over keys. */
    public static final int LABEL_BITS = 5;

    /** Mask of the bits that remain for the key. */
    public static final int KEY_MASK = 6;

    /** Mask of the lowest bits of a normalized key, which do not distinguish runs. */
    public static final int LOW_MASK = 7;

    /** Number of blocks. */
    public static final int BLOCKS = 8;

    /** Length of the array. */
    public static final int LENGTH = 9;

    private BlockParameters() {}
}
