package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Reads elements by index: {@code out[i] = values[indices[i]]}. */
public final class Gather {

    private Gather() {}

    /**
     * Gathers ints; an item is an index.
     *
     * @param values in: the elements
     * @param indices in: which elements
     * @param count in: 1 element, the number of indices; items from there on do nothing
     * @param out out: count elements
     */
    public static void gatherInts(int begin, int end, int[] values, int[] indices, int[] count, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < count[0]) {
                out[item] = values[indices[item]];
            }
        }
    }

    /**
     * Gathers floats; an item is an index.
     *
     * @param values in: the elements
     * @param indices in: which elements
     * @param count in: 1 element, the number of indices; items from there on do nothing
     * @param out out: count elements
     */
    public static void gatherFloats(int begin, int end, float[] values, int[] indices, int[] count, float[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < count[0]) {
                out[item] = values[indices[item]];
            }
        }
    }
}
