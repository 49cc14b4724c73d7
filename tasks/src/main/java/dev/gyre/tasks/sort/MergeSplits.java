package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Cuts the merging of neighboring sorted blocks into chunks of equal length: the merge path (Green, McColl and Bader, "GPU
 * Merge Path", 2012).
 */
public final class MergeSplits {

    private MergeSplits() {}

    /**
     * Finds how many of the elements before each chunk come from the first block of its pair; an item is a chunk.
     *
     * @param keys in: n keys, in sorted blocks of {@code width}
     * @param ids in: their rows
     * @param columns in: the columns; read only if rows are ordered by several columns
     * @param parameters in: see {@link SegmentParameters}; a chunk is a window
     * @param splits out: for each chunk the number of elements of the first block before it
     * @param width elements of a block, a multiple of the chunk
     */
    public static void findSplits(
            int begin, int end, int[] keys, int[] ids, int[] columns, int[] parameters, int[] splits, int width) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int chunk = begin + t;
            int n = parameters[SegmentParameters.SIZE];
            int start = chunk * parameters[SegmentParameters.WINDOW];
            if (start < n) {
                int pair = start / width / 2 * 2 * width;
                int middle = n - pair < width ? n : pair + width;
                int stop = n - middle < width ? n : middle + width;
                int before = start - pair;
                int low = Math.max(0, before - (stop - middle));
                int high = Math.min(before, middle - pair);
                while (low < high) {
                    int a = low + (high - low) / 2;
                    int b = before - 1 - a;
                    int takesB = RangeSort.inverted(
                            keys[pair + a], ids[pair + a], keys[middle + b], ids[middle + b], columns, parameters);
                    low += (a + 1 - low) * (1 - takesB);
                    high += (a - high) * takesB;
                }
                splits[chunk] = low;
            }
        }
    }
}
