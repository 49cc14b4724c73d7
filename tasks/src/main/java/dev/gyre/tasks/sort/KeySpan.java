package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the offset and the scale that map keys onto the range of {@code int}. */
public final class KeySpan {

    /** Index of the least key. */
    public static final int LEAST = 0;

    /** Index of the number of bits by which keys minus the least key can be shifted left, at most {@link #MAX_BITS}. */
    public static final int FREE_BITS = 1;

    /** Length of the array. */
    public static final int LENGTH = 2;

    /** One less than the largest shift of an {@code int}, because shifts by 31 are wrong on some devices. */
    public static final int MAX_BITS = 30;

    private KeySpan() {}

    /**
     * Combines the ranges of all tiles; there is one item.
     *
     * @param ranges in: see {@link KeyRange#rangeOfTiles}
     * @param parameters in: see {@link BlockParameters}
     * @param span out: see the constants of this class
     */
    public static void spanOfRanges(int begin, int end, int[] ranges, int[] parameters, int[] span) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tiles = parameters[BlockParameters.TILES];
            int least = Integer.MAX_VALUE;
            int greatest = Integer.MIN_VALUE;
            for (int tile = 0; tile < tiles; tile++) {
                least = Math.min(least, ranges[tile]);
                greatest = Math.max(greatest, ranges[tiles + tile]);
            }
            // Computed in long, because compilers of devices assume that sums of ints do not overflow.
            long spread = (long) greatest - least;
            int free = 0;
            while (free < MAX_BITS && spread < 1L << 31) {
                spread += spread;
                free++;
            }
            span[begin + t + LEAST] = least;
            span[begin + t + FREE_BITS] = free;
        }
    }
}
