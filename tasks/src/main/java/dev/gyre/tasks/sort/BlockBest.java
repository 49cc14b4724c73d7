package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Moves the best row of each block to its front. */
public final class BlockBest {

    private BlockBest() {}

    /**
     * Finds the best row in the spans of each block and swaps it with the block's first row; an item is a block.
     *
     * @param offsets in: for each block its first span, and the number of spans at the end; a block begins where its first span begins
     * @param bounds in: see {@link SpanBest#bestOfSpans}
     * @param best in: for each span the position of its best row
     * @param keys in: keys
     * @param columns in: the columns; read only if rows are ordered by several columns
     * @param parameters in: see {@link SegmentParameters}; the size is the number of blocks; items beyond it do nothing
     * @param rows in, out: the rows
     */
    public static void putBestFirst(
            int begin,
            int end,
            int[] offsets,
            int[] bounds,
            int[] best,
            int[] keys,
            int[] columns,
            int[] parameters,
            int[] rows) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int block = begin + t;
            if (block < parameters[SegmentParameters.SIZE]) {
                int span = offsets[block];
                int stop = offsets[block + 1];
                int first = bounds[2 * span];
                int found = best[span];
                int key = keys[found];
                int row = rows[found];
                for (int other = span + 1; other < stop; other++) {
                    int slot = best[other];
                    if (RangeSort.inverted(key, row, keys[slot], rows[slot], columns, parameters) > 0) {
                        found = slot;
                        key = keys[slot];
                        row = rows[slot];
                    }
                }
                rows[found] = rows[first];
                rows[first] = row;
            }
        }
    }
}
