package dev.gyre.engine.sort;

/** Floating-point keys as whole numbers of the same order: -0.0 before 0.0, and NaN above all. */
public final class KeyBits {

    private KeyBits() {}

    /** A float as an int of the same order; NaN is above all. */
    public static int ordered(float key) {
        if (Float.isNaN(key)) {
            return Integer.MAX_VALUE;
        }
        int bits = Float.floatToRawIntBits(key);
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** A double as a long of the same order; NaN is above all. */
    public static long ordered(double key) {
        if (Double.isNaN(key)) {
            return Long.MAX_VALUE;
        }
        long bits = Double.doubleToRawLongBits(key);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** Splits a long over two columns of signed ints. */
    public static void split(long key, int[] values, int stride, int row) {
        values[row] = (int) (key >> 32);
        values[stride + row] = (int) key ^ Integer.MIN_VALUE;
    }
}
