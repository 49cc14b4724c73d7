package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Writes elements by index: {@code out[indices[i]] = values[i]}. No index may occur twice. */
public final class Scatter {

    private Scatter() {}

    /**
     * Scatters ints; an item is an index.
     *
     * @param values in: the elements
     * @param indices in: the index of each element in the output
     * @param count in: 1 element, the number of indices; items from there on do nothing
     * @param out out: the elements that the indices name
     */
    public static void scatterInts(int begin, int end, int[] values, int[] indices, int[] count, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < count[0]) {
                out[indices[item]] = values[item];
            }
        }
    }

    /**
     * Scatters floats; an item is an index.
     *
     * @param values in: the elements
     * @param indices in: the index of each element in the output
     * @param count in: 1 element, the number of indices; items from there on do nothing
     * @param out out: the elements that the indices name
     */
    public static void scatterFloats(int begin, int end, float[] values, int[] indices, int[] count, float[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < count[0]) {
                out[indices[item]] = values[item];
            }
        }
    }

    /**
     * Inverts a permutation: {@code inverse[indices[i]] = i}; an item is an index.
     *
     * @param indices in: the permutation
     * @param count in: 1 element, the number of indices; items from there on do nothing
     * @param inverse out: the inverse permutation
     */
    public static void invert(int begin, int end, int[] indices, int[] count, int[] inverse) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < count[0]) {
                inverse[indices[item]] = item;
            }
        }
    }
}
