package dev.gyre.engine.sort;

import dev.gyre.engine.data.Order;

/** Floating-point keys as whole numbers of the same order: -0.0 before 0.0, and NaN above all. */
public final class KeyBits {

    private KeyBits() {}

    /** Returns a float as an int of the same order; NaN is above all. */
    public static int ordered(float key) {
        if (Float.isNaN(key)) {
            return Integer.MAX_VALUE;
        }
        int bits = Float.floatToRawIntBits(key);
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** Returns a double as a long of the same order; NaN is above all. */
    public static long ordered(double key) {
        if (Double.isNaN(key)) {
            return Long.MAX_VALUE;
        }
        long bits = Double.doubleToRawLongBits(key);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** Returns a float as an int that ascends in the given order; NaN is last in both orders. */
    public static int ordered(float key, Order order) {
        int bits = ordered(key);
        return order == Order.DESCENDING && bits != Integer.MAX_VALUE ? ~bits : bits;
    }

    /** Returns a double as a long that ascends in the given order; NaN is last in both orders. */
    public static long ordered(double key, Order order) {
        long bits = ordered(key);
        return order == Order.DESCENDING && bits != Long.MAX_VALUE ? ~bits : bits;
    }

    /** Returns the value of a long in one of two columns of signed ints. */
    public static int column(long key, int column) {
        return column == 0 ? (int) (key >> 32) : (int) key ^ Integer.MIN_VALUE;
    }

    /** Splits a long over two columns of signed ints. */
    public static void split(long key, int[] values, int stride, int row) {
        values[row] = (int) (key >> 32);
        values[stride + row] = (int) key ^ Integer.MIN_VALUE;
    }
}
