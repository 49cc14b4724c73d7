package dev.gyre.tasks.sort;

import dev.gyre.tasks.common.Bisection;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Stable sort of many independent segments, or of runs of equal keys by their further columns. Segments longer than a limit are skipped:
 * they need a sort that many threads share.
 */
public final class SegmentSort {

    private SegmentSort() {}

    /**
     * Sorts the segments that start in each window, by super key; an item is a window.
     *
     * @param offsets in: for each segment its first index, then the end of the last segment, ascending; any array if the segments are runs
     * @param keys in: n keys
     * @param ids in: for each key its row
     * @param columns in: the columns, one after the other; read only if rows are ordered by several columns
     * @param parameters in: see {@link SegmentParameters}
     * @param keysOut out: n keys; keys of segments beyond the limit are unspecified
     * @param idsOut out: n rows, likewise
     * @param keysScratch out: n values, unspecified
     * @param idsScratch out: n values, unspecified
     * @param skipped out: for each window the number of segments beyond the limit that start in it
     */
    public static void sortSegments(
            int begin,
            int end,
            int[] offsets,
            int[] keys,
            int[] ids,
            int[] columns,
            int[] parameters,
            int[] keysOut,
            int[] idsOut,
            int[] keysScratch,
            int[] idsScratch,
            int[] skipped) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int window = begin + t;
            int n = parameters[SegmentParameters.SIZE];
            int limit = parameters[SegmentParameters.LIMIT];
            boolean runs = parameters[SegmentParameters.SEGMENTS] == SegmentParameters.RUNS;
            int low = window * parameters[SegmentParameters.WINDOW];
            int stop = n - low < parameters[SegmentParameters.WINDOW] ? n : low + parameters[SegmentParameters.WINDOW];
            int segment = 0;
            if (runs) {
                while (low > 0 && low < stop && keys[low] == keys[low - 1]) {
                    low++;
                }
            } else if (low < stop) {
                segment = Bisection.firstNotBelow(low, offsets, 0, parameters[SegmentParameters.SEGMENTS]);
                low = offsets[segment];
            }
            int beyond = 0;
            while (low < stop) {
                int high = low + 1;
                if (runs) {
                    while (high < n && high - low <= limit && keys[high] == keys[low]) {
                        high++;
                    }
                } else {
                    segment++;
                    high = offsets[segment];
                }
                if (high - low > limit) {
                    beyond++;
                    // Nothing else starts in the window unless the window is wider than the limit.
                    while (runs && high < stop && keys[high] == keys[low]) {
                        high++;
                    }
                } else {
                    RangeSort.sortRange(
                            keys, ids, low, high, columns, parameters, keysOut, idsOut, keysScratch, idsScratch);
                }
                low = high;
            }
            skipped[window] = beyond;
        }
    }
}
