package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The numbers from 0 on. */
public final class Sequence {

    private Sequence() {}

    /**
     * Sets each value to its position; an item is a value.
     *
     * @param values out: at least {@code end} values
     */
    public static void fillSequence(int begin, int end, int[] values) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            values[begin + t] = begin + t;
        }
    }
}
