package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Looks for NaN among the bits of floats. */
public final class NotNumbers {

    /** Index of the number of values. */
    public static final int VALUES = 0;

    /** Index of the number of items. */
    public static final int ITEMS = 1;

    /** Number of sizes. */
    public static final int LENGTH = 2;

    private static final int INFINITY = 0x7f800000;

    private NotNumbers() {}

    /**
     * Marks the items that find NaN; an item looks at every {@link #ITEMS}th value.
     *
     * @param bits in: the bits of floats
     * @param sizes in: {@link #VALUES} and {@link #ITEMS}
     * @param found out: for each item 1 if a value of it is NaN, else 0
     */
    public static void markNotNumbers(int begin, int end, int[] bits, int[] sizes, int[] found) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int beyond = 0;
            // Not by an index that may pass the largest int.
            int rounds = (sizes[VALUES] - item + sizes[ITEMS] - 1) / sizes[ITEMS];
            for (int round = 0; round < rounds; round++) {
                beyond |= INFINITY - (bits[item + round * sizes[ITEMS]] & Integer.MAX_VALUE);
            }
            found[item] = beyond < 0 ? 1 : 0;
        }
    }
}
