package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.TileParameters;
import dev.gyre.tasks.common.TileRange;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves flagged elements to the front, and the others away or behind them; both keep their order. */
public final class FlagScatter {

    /** Mode, by bits: the values of the payload are moved; without it the indices of the elements. */
    public static final int PAYLOAD = 1;

    /** Mode, by bits: the elements that are not flagged follow the flagged ones; without it they are dropped. */
    public static final int OTHERS = 2;

    private static final int BUFFER = 256;

    private FlagScatter() {}

    /**
     * Moves the elements of each tile to their places; an item is a tile.
     *
     * @param flags in: not 0 for the flagged elements
     * @param payload in: what is moved; any array if the mode says that indices are
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
     * Without a branch on the flag, which would be mispredicted for every other element of random flags: an element that is
     * not flagged is overwritten by the next. It goes through a buffer, because behind the last one of this tile is the first
     * one of the next, which another thread may have written.
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

    /** Without a branch on the flag, which would be mispredicted for every other element of random flags. */
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
