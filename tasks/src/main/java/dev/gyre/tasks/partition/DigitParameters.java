package dev.gyre.tasks.partition;

import dev.gyre.tasks.scan.RowScan;

/** Positions in the parameter array of {@link DigitCount} and {@link DigitScatter}. */
public final class DigitParameters {

    /** Number of tiles, including those after the last element. It is first because {@link RowScan} reads it as its number of columns. */
    public static final int TILES = 0;

    /** Number of elements. */
    public static final int SIZE = 1;

    /** Elements per tile, at most {@link DigitCountWorkGroup#MAX_TILE} if work-groups handle tiles. */
    public static final int TILE = 2;

    /** Position of the digit's lowest bit. */
    public static final int SHIFT = 3;

    /** Bits of the digit to invert: 128 for the highest digit of signed keys. */
    public static final int FLIP = 4;

    /** Length of the array. */
    public static final int LENGTH = 5;

    /** Values of a digit. */
    public static final int DIGITS = 256;

    private DigitParameters() {}
}
