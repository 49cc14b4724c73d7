package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves flagged elements to the front, and drops the others or moves them behind; both keep their order. */
public final class FlagScatter {

    /** Mode bit: moves the values of the payload; without this bit, the indices of the elements. */
    public static final int PAYLOAD = 1;

    /** Mode bit: elements that are not flagged follow the flagged ones; without this bit, they are dropped. */
    public static final int OTHERS = 2;

    private static final int BUFFER = 256;

    private FlagScatter() {}

    /**
     * Moves the elements of each tile to their positions; an item is a tile.
     *
     * @param flags in: not 0 for the flagged elements
     * @param payload in: the values to move; any array if the mode moves indices
     * @param parameters in: {@link TileParameters}; the mode is a sum of {@link #PAYLOAD} and {@link #OTHERS}, or 0
     * @param bases in: for each tile the number of flagged elements before it
     * @param total in: 1 element, the number of all flagged elements
     * @param out out: {@code total} elements, or all of them
     */
    public static void scatterFlagged(
            int begin, int end, int[] flags, int[] payload, int[] parameters, int[] bases, int[] total, int[] out) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int tile = begin + t;
            int from = TileRange.begin(parameters, tile);
            int to = TileRange.end(parameters, from);
            if (from < to) {
                int mode = parameters[TileParameters.MODE];
                boolean moved = (mode & PAYLOAD) != 0;
                if ((mode & OTHERS) != 0) {
                    split(flags, payload, moved, from, to, bases[tile], total[0] + from - bases[tile], out);
                } else {
                    keep(flags, payload, moved, from, to, bases[tile], out);
                }
            }
        }
    }

    /**
     * Keeps flagged elements, without a branch on the flag, which would be mispredicted for half of random flags: the next element
     * overwrites an element that is not flagged. A buffer is needed because the output after this tile's last element belongs to the next
     * tile, which another thread may already have written.
     */
    private static void keep(int[] flags, int[] payload, boolean moved, int from, int to, int first, int[] out) {
        int[] buffer = new int[BUFFER];
        int target = first;
        for (int done = 0; done < to - from; done += BUFFER) {
            int start = from + done;
            int end = start + Math.min(BUFFER, to - start);
            int count = 0;
            for (int i = start; i < end; i++) {
                buffer[count] = moved ? payload[i] : i;
                count += ((flags[i] | -flags[i]) >> 31) & 1;
            }
            for (int k = 0; k < count; k++) {
                out[target + k] = buffer[k];
            }
            target += count;
        }
    }

    /** Moves all elements, without a branch on the flag, which would be mispredicted for half of random flags. */
    private static void split(
            int[] flags, int[] payload, boolean moved, int from, int to, int firstKept, int firstOther, int[] out) {
        int kept = firstKept;
        int other = firstOther;
        for (int i = from; i < to; i++) {
            int flag = ((flags[i] | -flags[i]) >> 31) & 1;
            out[other + (kept - other) * flag] = moved ? payload[i] : i;
            kept += flag;
            other += 1 - flag;
        }
    }
}
