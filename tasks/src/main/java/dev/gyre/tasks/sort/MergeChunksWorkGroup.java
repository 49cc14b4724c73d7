package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link MergeChunks} with a work-group for each chunk. The group reads the chunk's elements into local memory, and each thread merges a
 * few of them. Then neighboring threads write neighboring elements of the result.
 *
 * <p>Local memory: 32 KiB.
 */
public final class MergeChunksWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    /** Elements of a chunk. */
    public static final int CHUNK = 2048;

    private static final int PER_THREAD = CHUNK / THREADS;

    private MergeChunksWorkGroup() {}

    /** Shapes and result are as in {@link MergeChunks#mergeChunks}, for chunks of {@link #CHUNK}. */
    public static void mergeChunks(
            KernelContext context,
            int items,
            int[] keys,
            int[] ids,
            int[] columns,
            int[] parameters,
            int[] splits,
            int[] keysOut,
            int[] idsOut,
            int width) {
        int chunk = context.groupIdx;
        int thread = context.localIdx;
        // The chunk's elements before the merge, then those after the merge.
        int[] localKeys = context.allocateIntLocalArray(2 * CHUNK);
        int[] localIds = context.allocateIntLocalArray(2 * CHUNK);
        int n = parameters[SegmentParameters.SIZE];
        int start = chunk * CHUNK;
        int length = Math.min(CHUNK, n - start);
        int pair = start / width / 2 * 2 * width;
        int middle = n - pair < width ? n : pair + width;
        int stop = n - middle < width ? n : middle + width;
        int firstA = 0;
        int lengthA = 0;
        if (length > 0) {
            firstA = splits[chunk];
            int endA = middle - pair;
            if (start + length < stop) {
                endA = splits[chunk + 1];
            }
            lengthA = endA - firstA;
        }
        int firstB = middle + (start - pair) - firstA;
        for (int i = thread; i < length; i += THREADS) {
            int from = i < lengthA ? pair + firstA + i : firstB + i - lengthA;
            localKeys[i] = keys[from];
            localIds[i] = ids[from];
        }
        context.localBarrier();
        int before = Math.min(thread * PER_THREAD, length);
        int last = Math.min(before + PER_THREAD, length);
        int low = Math.max(0, before - (length - lengthA));
        int high = Math.min(before, lengthA);
        while (low < high) {
            int a = low + (high - low) / 2;
            int b = lengthA + before - 1 - a;
            int takesB = RangeSort.inverted(localKeys[a], localIds[a], localKeys[b], localIds[b], columns, parameters);
            low += (a + 1 - low) * (1 - takesB);
            high += (a - high) * takesB;
        }
        int a = low;
        int b = lengthA + before - low;
        for (int to = before; to < last; to++) {
            int someA = Math.max(0, Math.min(a, lengthA - 1));
            int someB = Math.min(b, length - 1);
            int isA = a < lengthA ? 1 : 0;
            int isB = b < length ? 1 : 0;
            int takesB = RangeSort.inverted(
                    localKeys[someA], localIds[someA], localKeys[someB], localIds[someB], columns, parameters);
            takesB = (1 - isA) | (isB & takesB);
            int from = a + (b - a) * takesB;
            localKeys[CHUNK + to] = localKeys[from];
            localIds[CHUNK + to] = localIds[from];
            a += 1 - takesB;
            b += takesB;
        }
        context.localBarrier();
        for (int i = thread; i < length; i += THREADS) {
            keysOut[start + i] = localKeys[CHUNK + i];
            idsOut[start + i] = localIds[CHUNK + i];
        }
    }
}
