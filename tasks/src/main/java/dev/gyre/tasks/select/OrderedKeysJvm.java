package dev.gyre.tasks.select;

/** {@link OrderedKeys} for the JVM, which can read the bits of a float. */
public final class OrderedKeysJvm {

    private static final int INFINITY_BITS = 0x7f800000;

    private OrderedKeysJvm() {}

    /** Shapes and result are as in {@link OrderedKeys#toKeys}. */
    public static void toKeys(int begin, int end, float[] floats, int[] integers, int form, int[] keys) {
        for (int item = begin; item < end; item++) {
            keys[item] = key(floats, integers, item, form);
        }
    }

    static int key(float[] floats, int[] integers, int at, int form) {
        int turn = (form & SelectionParameters.LARGEST) != 0 ? -1 : 0;
        if ((form & SelectionParameters.FLOATS) != 0) {
            // For numbers, negation and inversion of the key have the same result.
            return ofBits(Float.floatToRawIntBits(floats[at])) ^ turn;
        }
        return ((form & SelectionParameters.BITS) != 0 ? ofBits(integers[at]) : integers[at]) ^ turn;
    }

    private static int ofBits(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** Returns the float with a key; an infinity if the key is beyond the keys of all numbers. */
    static float value(int key) {
        int within = Math.max(~INFINITY_BITS, Math.min(INFINITY_BITS, key));
        return Float.intBitsToFloat(within ^ ((within >> 31) & Integer.MAX_VALUE));
    }
}
