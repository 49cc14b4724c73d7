package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves keys and payload to their positions in the order of a digit: the last step of a stable partition by that digit. */
public final class DigitScatter {

    private DigitScatter() {}

    /**
     * Moves the elements of each tile; an item is a tile.
     *
     * @param keys in: n keys
     * @param payload in: n values that move with the keys
     * @param offsets in: digits x tiles, digit-major: the number of elements with this digit in the tiles before
     * @param totals in: for each digit the number of elements
     * @param parameters in: see {@link DigitParameters}
     * @param keysOut out: n keys in the order of the digit; keys with equal digits keep their order
     * @param payloadOut out: n values
     */
    public static void scatterDigits(
            int begin,
            int end,
            int[] keys,
            int[] payload,
            int[] offsets,
            int[] totals,
            int[] parameters,
            int[] keysOut,
            int[] payloadOut) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int tiles = parameters[DigitParameters.TILES];
            int shift = parameters[DigitParameters.SHIFT];
            int flip = parameters[DigitParameters.FLIP];
            int first = tile * parameters[DigitParameters.TILE];
            int length = Math.min(parameters[DigitParameters.TILE], parameters[DigitParameters.SIZE] - first);
            int[] next = new int[DigitParameters.DIGITS];
            int before = 0;
            for (int digit = 0; digit < DigitParameters.DIGITS; digit++) {
                next[digit] = before + offsets[digit * tiles + tile];
                before += totals[digit];
            }
            for (int i = 0; i < length; i++) {
                int key = keys[first + i];
                int digit = ((key >> shift) & 255) ^ flip;
                int to = next[digit];
                next[digit] = to + 1;
                keysOut[to] = key;
                payloadOut[to] = payload[first + i];
            }
        }
    }
}
