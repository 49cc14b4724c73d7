package dev.gyre.tasks;

/** {@link OrderedKeys} for the JVM, which knows the bits of a float: loops that the JIT compiler vectorizes. */
public final class OrderedKeysBits {

    private OrderedKeysBits() {}

    /**
     * Shapes and result as {@link OrderedKeys#toKeys}.
     *
     * @param begin first item
     * @param end after the last item
     * @param floats values
     * @param integers values
     * @param form bits of {@link SelectionParameters}
     * @param keys keys of the values
     */
    public static void toKeys(int begin, int end, float[] floats, int[] integers, int form, int[] keys) {
        copy(floats, integers, begin, end - begin, form, keys, begin);
    }

    /** Writes the keys of some values to the places from {@code to} on. */
    static void copy(float[] floats, int[] integers, int from, int length, int form, int[] keys, int to) {
        boolean largest = (form & SelectionParameters.LARGEST) != 0;
        if ((form & SelectionParameters.FLOATS) != 0) {
            int turn = largest ? Integer.MIN_VALUE : 0;
            for (int i = 0; i < length; i++) {
                int bits = Float.floatToRawIntBits(floats[from + i]) ^ turn;
                keys[to + i] = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
            }
        } else {
            int turn = largest ? -1 : 0;
            for (int i = 0; i < length; i++) {
                keys[to + i] = integers[from + i] ^ turn;
            }
        }
    }
}
