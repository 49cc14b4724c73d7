package dev.gyre.tasks.select;

/** Positions in the {@code int[]} of parameters of the radix selection kernels. */
public final class RadixParameters {

    /** Keys per row. */
    public static final int COLUMNS = 0;

    /** Keys to select per row, from 1 to the number of columns; 0 if each row has its own rank. */
    public static final int K = 1;

    /** Keys per tile, a multiple of 4096 and at most {@link #MAX_TILE} if work-groups count digits. */
    public static final int TILE = 2;

    /** Tiles per row: columns by keys per tile, rounded up. */
    public static final int TILES = 3;

    /** Lowest bit of the digit: 24, 16, 8 or 0. */
    public static final int SHIFT = 4;

    /** Mask of the bits above the digit, in which a key must agree with the known bits of the k-th key. */
    public static final int KNOWN = 5;

    /** Rows that there is room for. */
    public static final int ROWS = 6;

    /** Length of the parameter array. */
    public static final int LENGTH = 7;

    /** The largest number of keys per tile if work-groups count digits. */
    public static final int MAX_TILE = 1 << 14;

    /** Number of different digits. */
    public static final int DIGITS = 256;

    private static final int SIGN_SHIFT = 24;

    private RadixParameters() {}

    /** Returns a digit of a key. The sign bit of the highest digit is inverted, so that digits are in the order of keys. */
    static int digit(int key, int shift) {
        return ((key >> shift) & (DIGITS - 1)) ^ turn(shift);
    }

    /** Returns the bits of a key that represent a digit. */
    static int bits(int digit, int shift) {
        return (digit ^ turn(shift)) << shift;
    }

    private static int turn(int shift) {
        return shift == SIGN_SHIFT ? DIGITS / 2 : 0;
    }
}
