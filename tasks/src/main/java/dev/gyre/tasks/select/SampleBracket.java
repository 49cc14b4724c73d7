package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Chooses two splitters of each row from a sorted sample of its keys. */
public final class SampleBracket {

    private SampleBracket() {}

    /**
     * Sorts a sample of a row by a bitonic network, and chooses two of its keys; an item is a row.
     *
     * @param keys in: items x columns row-major
     * @param parameters in: see {@link SampleParameters}
     * @param scratch items x size of the sample; not used by work-groups
     * @param bracket out: items x 2: the lower and the upper splitter, which may be equal
     */
    public static void chooseBracket(int begin, int end, int[] keys, int[] parameters, int[] scratch, int[] bracket) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            int columns = parameters[SampleParameters.COLUMNS];
            int size = parameters[SampleParameters.SIZE];
            int lower = parameters[SampleParameters.LOWER];
            int upper = parameters[SampleParameters.UPPER];
            int stratum = columns / size;
            int first = row * size;
            for (int slot = 0; slot < size; slot++) {
                scratch[first + slot] = keys[row * columns + SampleParameters.column(slot, stratum)];
            }
            for (int run = 2; run <= size; run += run) {
                for (int distance = run / 2; distance > 0; distance = distance / 2) {
                    for (int pair = 0; pair < size / 2; pair++) {
                        int slot = 2 * pair - (pair & (distance - 1));
                        int one = scratch[first + slot];
                        int other = scratch[first + slot + distance];
                        int turned = (slot & run) == 0 ? 0 : distance;
                        scratch[first + slot + turned] = Math.min(one, other);
                        scratch[first + slot + distance - turned] = Math.max(one, other);
                    }
                }
            }
            bracket[2 * row] = lower < 0 ? Integer.MIN_VALUE : scratch[first + Math.max(lower, 0)];
            bracket[2 * row + 1] = upper >= size ? Integer.MAX_VALUE : scratch[first + Math.min(upper, size - 1)];
        }
    }
}
