package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Normalizes keys to the whole range of {@code int}, so that the highest bits of as many keys as possible differ. */
public final class KeyNormalize {

    private KeyNormalize() {}

    /**
     * Normalizes the key of each row and preserves the order of keys; an item is a row. If there are labels, a normalized key holds the
     * label in its highest bits and loses as many of its lowest bits.
     *
     * @param columns in: the columns
     * @param parameters in: see {@link BlockParameters}; items beyond the size do nothing
     * @param span in: see {@link KeySpan}
     * @param keys out: the normalized keys
     * @param rows out: the row of each key
     */
    public static void normalizeKeys(
            int begin, int end, int[] columns, int[] parameters, int[] span, int[] keys, int[] rows) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            if (row < parameters[BlockParameters.SIZE]) {
                int key = columns[parameters[BlockParameters.KEY_START] + row] - span[KeySpan.LEAST];
                int bits = parameters[BlockParameters.LABEL_BITS];
                key = (key << span[KeySpan.FREE_BITS] >> bits) & parameters[BlockParameters.KEY_MASK];
                if (bits > 0) {
                    key |= columns[parameters[BlockParameters.LABEL_START] + row] << (Integer.SIZE - bits);
                }
                keys[row] = key ^ Integer.MIN_VALUE;
                rows[row] = row;
            }
        }
    }
}
