package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Adds one to each value. The work is so small that a measurement shows the cost of the path to the device and back. */
public final class Increment {

    private Increment() {}

    /**
     * Adds one, wrapping around at the end of the range.
     *
     * @param values in, out: items or more
     */
    public static void addOne(int begin, int end, int[] values) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            values[item] = values[item] + 1;
        }
    }
}
