package dev.gyre.engine.select;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/**
 * Puts rows of (key, id) pairs in ascending order on the host.
 *
 * <p>Memory: 8 bytes per pair of a row, for each thread that sorts one. A single row is sorted by all threads.
 */
public final class ResultOrder {

    private final Workers workers;

    public ResultOrder(Workers workers) {
        this.workers = workers;
    }

    /** Sorts the first rows of {@code rows x k} pairs. */
    public void arrange(int[] keys, int[] ids, int rows, int k) {
        boolean together = rows == 1 && workers.threads() > 1;
        workers.forEachSlice(rows, 1, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                long[] pairs = pack(keys, ids, row * k, k);
                if (together) {
                    // A parallel sort runs in the pool of the thread that calls it.
                    Arrays.parallelSort(pairs);
                } else {
                    Arrays.sort(pairs);
                }
                unpack(pairs, keys, ids, row * k);
            }
        });
    }

    private static long[] pack(int[] keys, int[] ids, int first, int k) {
        long[] pairs = new long[k];
        for (int i = 0; i < k; i++) {
            pairs[i] = (long) keys[first + i] << Integer.SIZE | ids[first + i];
        }
        return pairs;
    }

    private static void unpack(long[] pairs, int[] keys, int[] ids, int first) {
        for (int i = 0; i < pairs.length; i++) {
            keys[first + i] = (int) (pairs[i] >> Integer.SIZE);
            ids[first + i] = (int) pairs[i];
        }
    }
}
