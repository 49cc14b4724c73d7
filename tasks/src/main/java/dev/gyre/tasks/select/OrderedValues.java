package dev.gyre.tasks.select;

/** Converts values of any form (see {@link SelectionParameters}) to keys whose ascending order is the requested one. */
final class OrderedValues {

    private OrderedValues() {}

    /** Returns the key at a position of the array that the form selects. For the largest first, the order of keys is reversed. */
    static int key(float[] floats, int[] integers, int at, int form) {
        if ((form & SelectionParameters.FLOATS) != 0) {
            return FloatOrder.key((form & SelectionParameters.LARGEST) != 0 ? -floats[at] : floats[at]);
        }
        return ofInteger(integers[at], form);
    }

    private static int ofInteger(int value, int form) {
        int key = value;
        // Not by a shift of the sign, which TornadoVM's PTX takes for that of a number without one.
        if ((form & SelectionParameters.BITS) != 0 && value < 0) {
            key = value ^ Integer.MAX_VALUE;
        }
        return (form & SelectionParameters.LARGEST) != 0 ? ~key : key;
    }

    /** Returns a float in the order of the keys. Some different keys have equal floats: the zeros, and ints that round to one float. */
    static float image(float[] floats, int[] integers, int at, int form) {
        if ((form & SelectionParameters.FLOATS) != 0) {
            return (form & SelectionParameters.LARGEST) != 0 ? -floats[at] : floats[at];
        }
        return (float) ofInteger(integers[at], form);
    }

    /** Returns the image of the value that has a key. */
    static float imageOfKey(int key, int form) {
        return (form & SelectionParameters.FLOATS) != 0 ? FloatOrder.value(key) : (float) key;
    }

    /** Returns whether only one value has this image: false for zeros, and for ints that round to one float. */
    static boolean isExact(float image, int form) {
        return (form & SelectionParameters.FLOATS) != 0 && image != 0f;
    }

    /** Returns the least key that a value can have. */
    static int leastKey(int form) {
        return (form & SelectionParameters.FLOATS) != 0 ? FloatOrder.MIN_KEY : Integer.MIN_VALUE;
    }
}
