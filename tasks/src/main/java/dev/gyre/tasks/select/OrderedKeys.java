package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Converts values of any form to keys. */
public final class OrderedKeys {

    private OrderedKeys() {}

    /**
     * Writes the key of each value; an item is a value.
     *
     * @param floats in: items; of any length if the values are ints
     * @param integers in: items; of any length if the values are floats
     * @param keys out: items: ints whose ascending order is the requested one
     * @param form bits of {@link SelectionParameters}
     */
    public static void toKeys(int begin, int end, float[] floats, int[] integers, int form, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            keys[item] = OrderedValues.key(floats, integers, item, form);
        }
    }
}
