package dev.gyre.tasks.sort;

/** {@link SegmentSort} for the JVM: copies runs of one key, which most are, all at once, and sorts the others. */
public final class SegmentSortJvm {

    private SegmentSortJvm() {}

    /** Shapes and result are as in {@link SegmentSort#sortSegments}. */
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
        if (parameters[SegmentParameters.SEGMENTS] != SegmentParameters.RUNS) {
            SegmentSort.sortSegments(
                    begin,
                    end,
                    offsets,
                    keys,
                    ids,
                    columns,
                    parameters,
                    keysOut,
                    idsOut,
                    keysScratch,
                    idsScratch,
                    skipped);
            return;
        }
        int n = parameters[SegmentParameters.SIZE];
        int limit = parameters[SegmentParameters.LIMIT];
        for (int window = begin; window < end; window++) {
            int low = window * parameters[SegmentParameters.WINDOW];
            int stop = n - low < parameters[SegmentParameters.WINDOW] ? n : low + parameters[SegmentParameters.WINDOW];
            while (low > 0 && low < stop && keys[low] == keys[low - 1]) {
                low++;
            }
            if (low < stop) {
                System.arraycopy(keys, low, keysOut, low, stop - low);
                System.arraycopy(ids, low, idsOut, low, stop - low);
            }
            int beyond = 0;
            while ((low = firstOfRun(keys, low, stop, n)) < stop) {
                int high = low + 2;
                while (high < n && high - low <= limit && keys[high] == keys[low]) {
                    high++;
                }
                if (high - low > limit) {
                    beyond++;
                    while (high < stop && keys[high] == keys[low]) {
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

    /** Returns the first index from {@code low} on whose key is followed by an equal one; {@code stop} or more if there is none before. */
    private static int firstOfRun(int[] keys, int low, int stop, int n) {
        int first = low;
        int last = Math.min(stop, n - 1);
        while (first < last && keys[first] != keys[first + 1]) {
            first++;
        }
        return first < last ? first : Math.max(first, stop);
    }
}
