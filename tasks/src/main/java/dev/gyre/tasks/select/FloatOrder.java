package dev.gyre.tasks.select;

/**
 * Maps floats to ints in the same order: -infinity, negative floats, -0.0, 0.0, positive floats, +infinity.
 *
 * <p>The int is {@code b ^ ((b >> 31) & 0x7fffffff)} for the bits b of the float. TornadoVM cannot read a float's bits, so exact
 * multiplications by powers of two compute them. A device that treats denormal floats as zero would give them the key of zero.
 */
final class FloatOrder {

    private static final int INFINITY_BITS = 0x7f800000;

    /** The key of -infinity. */
    static final int MIN_KEY = ~INFINITY_BITS;

    private static final int MIN_NORMAL_EXPONENT = -126;
    private static final int MANTISSA_BITS = 23;
    private static final float UP = 0x1p64f;

    private FloatOrder() {}

    /** Returns the key of a float, which must not be NaN. */
    static int key(float x) {
        int bits = bits(x < 0f ? -x : x);
        // Only division distinguishes the two zeros. No || here: TornadoVM 5.2 complements a || of floats wrongly.
        float sign = x == 0f ? 1f / x : x;
        return sign < 0f ? ~bits : bits;
    }

    /** Returns the float with a key; an infinity if the key is beyond the keys of all numbers. */
    static float value(int key) {
        int bits = key < 0 ? ~key : key;
        int exponent = Math.max(1, bits >> MANTISSA_BITS);
        float x = bits - ((exponent - 1) << MANTISSA_BITS);
        int left = exponent + MIN_NORMAL_EXPONENT - MANTISSA_BITS - 1;
        float far = left < 0 ? 0x1p-32f : 0x1p32f;
        float near = left < 0 ? 0x1p-1f : 0x1p1f;
        left = left < 0 ? -left : left;
        while (left >= 32) {
            x *= far;
            left -= 32;
        }
        while (left > 0) {
            x *= near;
            left--;
        }
        if (bits >= INFINITY_BITS) {
            x = Float.POSITIVE_INFINITY;
        }
        return key < 0 ? -x : x;
    }

    /** Returns the bits of a float of 0 or more. */
    private static int bits(float magnitude) {
        if (magnitude == 0f) {
            return 0;
        }
        if (magnitude > Float.MAX_VALUE) {
            return INFINITY_BITS;
        }
        float x = magnitude;
        int exponent = 0;
        if (x < 1f) {
            x *= UP;
            exponent -= 64;
        }
        if (x < 1f) {
            x *= UP;
            exponent -= 64;
        }
        // Only denormal floats need the third multiplication.
        if (x < 1f) {
            x *= UP;
            exponent -= 64;
        }
        if (x >= 0x1p64f) {
            x *= 0x1p-64f;
            exponent += 64;
        }
        if (x >= 0x1p32f) {
            x *= 0x1p-32f;
            exponent += 32;
        }
        if (x >= 0x1p16f) {
            x *= 0x1p-16f;
            exponent += 16;
        }
        if (x >= 0x1p8f) {
            x *= 0x1p-8f;
            exponent += 8;
        }
        if (x >= 0x1p4f) {
            x *= 0x1p-4f;
            exponent += 4;
        }
        if (x >= 0x1p2f) {
            x *= 0x1p-2f;
            exponent += 2;
        }
        if (x >= 2f) {
            x *= 0.5f;
            exponent += 1;
        }
        // If a compiler drops the test for infinity, this limit produces its bits.
        int mantissa = Math.min((int) (x * 0x1p23f), 1 << (MANTISSA_BITS + 1));
        return exponent < MIN_NORMAL_EXPONENT
                ? mantissa >> (MIN_NORMAL_EXPONENT - exponent)
                : ((exponent - MIN_NORMAL_EXPONENT) << MANTISSA_BITS) + mantissa;
    }
}
