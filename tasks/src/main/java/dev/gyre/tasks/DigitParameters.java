package dev.gyre.tasks;

/** What the parameter array of {@link DigitCount} and {@link DigitScatter} holds. */
public final class DigitParameters {

    /** Number of elements: the first, because that is where {@link ColumnGather} looks for it. */
    public static final int SIZE = 0;

    /** Elements per tile, at most {@link DigitCountGroups#MAX_TILE} where work-groups take tiles. */
    public static final int TILE = 1;

    /** Number of tiles, also those after the last element. */
    public static final int TILES = 2;

    /** Length of the array. */
    public static final int LENGTH = 3;

    /** Values that a digit can take. */
    public static final int DIGITS = 256;

    private DigitParameters() {}
}
