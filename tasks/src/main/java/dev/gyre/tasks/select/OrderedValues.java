package dev.gyre.tasks.select;

/** Values of any form (see {@link SelectionParameters}) as keys whose ascending order is the one asked for. */
final class OrderedValues {

    private OrderedValues() {}

    /** The key at a position of the array that the form names; for the largest first the order of keys is turned. */
    static int key(float[] floats, int[] integers, int at, int form) {
        if ((form & SelectionParameters.FLOATS) != 0) {
            return FloatOrder.key((form & SelectionParameters.LARGEST) != 0 ? -floats[at] : floats[at]);
        }
        return (form & SelectionParameters.LARGEST) != 0 ? ~integers[at] : integers[at];
    }

    /** A float in the order of the keys, or equal where the keys differ: the zeros, and ints that round to one float. */
    static float image(float[] floats, int[] integers, int at, int form) {
        if ((form & SelectionParameters.FLOATS) != 0) {
            return (form & SelectionParameters.LARGEST) != 0 ? -floats[at] : floats[at];
        }
        return (form & SelectionParameters.LARGEST) != 0 ? (float) ~integers[at] : (float) integers[at];
    }

    /** The image of the value that has the key. */
    static float imageOfKey(int key, int form) {
        return (form & SelectionParameters.FLOATS) != 0 ? FloatOrder.value(key) : (float) key;
    }

    /** Tells whether only one value has this image: false for zeros, and for ints that round to one float. */
    static boolean isExact(float image, int form) {
        return (form & SelectionParameters.FLOATS) != 0 && image != 0f;
    }

    /** The least key that a value can have. */
    static int leastKey(int form) {
        return (form & SelectionParameters.FLOATS) != 0 ? FloatOrder.LEAST_KEY : Integer.MIN_VALUE;
    }
}
