package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Merges neighboring sorted blocks, chunk by chunk of the result. */
public final class MergeChunks {

    private MergeChunks() {}

    /**
     * Merges the elements of each chunk; an item is a chunk.
     *
     * @param keys in: n keys, in sorted blocks of {@code width}
     * @param ids in: their rows
     * @param columns in: the columns; read only if rows are ordered by several columns
     * @param parameters in: see {@link SegmentParameters}; a chunk is a window
     * @param splits in: see {@link MergeSplits#findSplits}
     * @param keysOut out: n keys, in sorted blocks of twice the width
     * @param idsOut out: their rows
     * @param width elements of a block, a multiple of the chunk
     */
    public static void mergeChunks(
            int begin,
            int end,
            int[] keys,
            int[] ids,
            int[] columns,
            int[] parameters,
            int[] splits,
            int[] keysOut,
            int[] idsOut,
            int width) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int chunk = begin + t;
            int n = parameters[SegmentParameters.SIZE];
            int length = parameters[SegmentParameters.WINDOW];
            int start = chunk * length;
            if (start < n) {
                int pair = start / width / 2 * 2 * width;
                int middle = n - pair < width ? n : pair + width;
                int stop = n - middle < width ? n : middle + width;
                int chunkEnd = n - start < length ? n : start + length;
                int a = pair + splits[chunk];
                int b = middle + (start - pair) - splits[chunk];
                for (int to = start; to < chunkEnd; to++) {
                    boolean fromB = a >= middle
                            || (b < stop
                                    && RangeSort.inverted(keys[a], ids[a], keys[b], ids[b], columns, parameters) > 0);
                    int from = fromB ? b : a;
                    keysOut[to] = keys[from];
                    idsOut[to] = ids[from];
                    a += fromB ? 0 : 1;
                    b += fromB ? 1 : 0;
                }
            }
        }
    }
}
