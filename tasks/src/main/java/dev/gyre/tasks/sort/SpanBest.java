package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the row of each span that comes first in the full order. Spans are parts of an order in which equal rows ascend. */
public final class SpanBest {

    private SpanBest() {}

    /**
     * Finds the best row of each span; an item is a span.
     *
     * @param bounds in: 2 x spans: pairs of the first position and the position after the last; no span is empty
     * @param keys in: keys
     * @param rows in: their rows
     * @param columns in: the columns; read only if rows are ordered by several columns
     * @param parameters in: see {@link SegmentParameters}; a segment is a span; items beyond the number of spans do nothing
     * @param best out: for each span the position of its best row
     */
    public static void bestOfSpans(
            int begin, int end, int[] bounds, int[] keys, int[] rows, int[] columns, int[] parameters, int[] best) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int span = begin + t;
            if (span < parameters[SegmentParameters.SEGMENTS]) {
                int found = bounds[2 * span];
                int key = keys[found];
                int row = rows[found];
                int stop = bounds[2 * span + 1];
                for (int slot = found + 1; slot < stop; slot++) {
                    if (RangeSort.inverted(key, row, keys[slot], rows[slot], columns, parameters) > 0) {
                        found = slot;
                        key = keys[slot];
                        row = rows[slot];
                    }
                }
                best[span] = found;
            }
        }
    }
}
