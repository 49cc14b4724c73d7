package dev.gyre.tasks.select;

/**
 * Floats as ints in the same order: -infinity, the negative ones, -0.0, 0.0, the positive ones, +infinity.
 *
 * <p>The int is {@code b ^ ((b >> 31) & 0x7fffffff)} for the bits b of the float. TornadoVM cannot read a float's bits, so
 * they are computed by multiplications by powers of two, all of them exact. A device that treats denormal floats
 * for zero would give them the key of zero.
 */
final class FloatOrder {

    private static final int INFINITY_BITS = 0x7f800000;

    /** The key of -infinity. */
    static final int LEAST_KEY = ~INFINITY_BITS;

    private static final int LEAST_NORMAL_EXPONENT = -126;
    private static final int MANTISSA_BITS = 23;
    private static final float UP = 0x1p64f;

    private FloatOrder() {}

    /** The place of a float that is a number, or of its negative: NaN has none. */
    static int key(float x) {
        int bits = bits(x < 0f ? -x : x);
        // Only division tells the two zeros apart. No || here: TornadoVM 5.2 forms the wrong complement of one with
        // floats.
        float sign = x == 0f ? 1f / x : x;
        return sign < 0f ? ~bits : bits;
    }

    /** The float with the key; infinite where the key is beyond those of all numbers. */
    static float value(int key) {
        int bits = key < 0 ? ~key : key;
        int exponent = Math.max(1, bits >> MANTISSA_BITS);
        float x = bits - ((exponent - 1) << MANTISSA_BITS);
        int left = exponent + LEAST_NORMAL_EXPONENT - MANTISSA_BITS - 1;
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

    /** The bits of a float of 0 or more. */
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
        // The third time for denormal floats only.
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
        // Where a compiler may leave out what concerns infinity, this is what makes its bits.
        int mantissa = Math.min((int) (x * 0x1p23f), 1 << (MANTISSA_BITS + 1));
        return exponent < LEAST_NORMAL_EXPONENT
                ? mantissa >> (LEAST_NORMAL_EXPONENT - exponent)
                : ((exponent - LEAST_NORMAL_EXPONENT) << MANTISSA_BITS) + mantissa;
    }
}
