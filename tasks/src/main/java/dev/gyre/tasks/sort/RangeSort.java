package dev.gyre.tasks.sort;

/** A stable sort of a range of keys and ids by one thread: runs by insertion, then bottom-up merging. */
final class RangeSort {

    private static final int RUN = 16;

    private RangeSort() {}

    /**
     * Sorts {@code low .. high-1} by super key.
     *
     * @param keys in: keys
     * @param ids in: rows of the keys
     * @param low first index
     * @param high index after the last one
     * @param columns the columns
     * @param parameters see {@link SegmentParameters}
     * @param keysOut out: the keys in order, at the same indices
     * @param idsOut out: their rows
     * @param keysScratch scratch space at the same indices
     * @param idsScratch scratch space at the same indices
     */
    static void sortRange(
            int[] keys,
            int[] ids,
            int low,
            int high,
            int[] columns,
            int[] parameters,
            int[] keysOut,
            int[] idsOut,
            int[] keysScratch,
            int[] idsScratch) {
        int passes = 0;
        for (int width = RUN; width < high - low; width += width) {
            passes++;
        }
        boolean inScratch = (passes & 1) == 1;
        insertRuns(
                keys,
                ids,
                low,
                high,
                columns,
                parameters,
                inScratch ? keysScratch : keysOut,
                inScratch ? idsScratch : idsOut);
        for (int width = RUN; width < high - low; width += width) {
            for (int start = low; start < high; start += 2 * width) {
                int middle = Math.min(start + width, high);
                int stop = Math.min(middle + width, high);
                if (inScratch) {
                    merge(keysScratch, idsScratch, start, middle, stop, columns, parameters, keysOut, idsOut);
                } else {
                    merge(keysOut, idsOut, start, middle, stop, columns, parameters, keysScratch, idsScratch);
                }
            }
            inScratch = !inScratch;
        }
    }

    private static void insertRuns(
            int[] keys, int[] ids, int low, int high, int[] columns, int[] parameters, int[] keysOut, int[] idsOut) {
        for (int start = low; start < high; start += RUN) {
            int stop = Math.min(start + RUN, high);
            for (int i = start; i < stop; i++) {
                int key = keys[i];
                int id = ids[i];
                int to = i;
                while (to > start && inverted(keysOut[to - 1], idsOut[to - 1], key, id, columns, parameters) > 0) {
                    keysOut[to] = keysOut[to - 1];
                    idsOut[to] = idsOut[to - 1];
                    to--;
                }
                keysOut[to] = key;
                idsOut[to] = id;
            }
        }
    }

    private static void merge(
            int[] keys,
            int[] ids,
            int start,
            int middle,
            int stop,
            int[] columns,
            int[] parameters,
            int[] keysOut,
            int[] idsOut) {
        int a = start;
        int b = middle;
        for (int to = start; to < stop; to++) {
            boolean fromB =
                    a >= middle || (b < stop && inverted(keys[a], ids[a], keys[b], ids[b], columns, parameters) > 0);
            int from = fromB ? b : a;
            keysOut[to] = keys[from];
            idsOut[to] = ids[from];
            a += fromB ? 0 : 1;
            b += fromB ? 1 : 0;
        }
    }

    /**
     * Returns 1 if a must come after b, else 0; equal elements keep their order. The result is a number for arithmetic, because TornadoVM
     * 5.2 miscompiles a branch that determines the next branch and jumps past it.
     */
    static int inverted(int keyA, int idA, int keyB, int idB, int[] columns, int[] parameters) {
        int after = keyA > keyB ? 1 : 0;
        if (keyA == keyB) {
            after = SuperKey.before(
                    idB,
                    idA,
                    columns,
                    parameters[SegmentParameters.STRIDE],
                    parameters[SegmentParameters.COLUMNS],
                    parameters[SegmentParameters.FIRST_COLUMN]);
        }
        return after;
    }
}
