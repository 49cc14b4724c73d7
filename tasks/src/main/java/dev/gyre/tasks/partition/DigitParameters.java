package dev.gyre.tasks.partition;

import dev.gyre.tasks.scan.RowScan;

/** What the parameter array of {@link DigitCount} and {@link DigitScatter} holds. */
public final class DigitParameters {

    /** Number of tiles, also those after the last element: the first, because that is where {@link RowScan} looks. */
    public static final int TILES = 0;

    /** Number of elements. */
    public static final int SIZE = 1;

    /** Elements per tile, at most {@link DigitCountWorkGroup#MAX_TILE} where work-groups take tiles. */
    public static final int TILE = 2;

    /** Position of the digit's lowest bit. */
    public static final int SHIFT = 3;

    /** Bits of the digit to turn over: 128 for the highest digit of signed keys. */
    public static final int FLIP = 4;

    /** Length of the array. */
    public static final int LENGTH = 5;

    /** Values that a digit can take. */
    public static final int DIGITS = 256;

    private DigitParameters() {}
}
