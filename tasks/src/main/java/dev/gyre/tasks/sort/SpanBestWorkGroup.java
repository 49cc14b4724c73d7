package dev.gyre.tasks.sort;

import uk.ac.manchester.tornado.api.KernelContext;

/** {@link SpanBest} with a work-group for each span. */
public final class SpanBestWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 128;

    private SpanBestWorkGroup() {}

    /** Shapes and result are as in {@link SpanBest#bestOfSpans}. */
    public static void bestOfSpans(
            KernelContext context,
            int items,
            int[] bounds,
            int[] keys,
            int[] rows,
            int[] columns,
            int[] parameters,
            int[] best) {
        int span = context.groupIdx;
        int thread = context.localIdx;
        int[] bestKeys = context.allocateIntLocalArray(THREADS);
        int[] bestPlaces = context.allocateIntLocalArray(THREADS);
        int spans = parameters[SegmentParameters.SEGMENTS];
        if (span < spans) {
            int stop = bounds[2 * span + 1];
            int found = Math.min(bounds[2 * span] + thread, stop - 1);
            int key = keys[found];
            int row = rows[found];
            for (int slot = found + THREADS; slot < stop; slot += THREADS) {
                int otherKey = keys[slot];
                int otherRow = rows[slot];
                if (RangeSort.inverted(key, row, otherKey, otherRow, columns, parameters) > 0) {
                    found = slot;
                    key = otherKey;
                    row = otherRow;
                }
            }
            bestKeys[thread] = key;
            bestPlaces[thread] = found;
        }
        for (int gap = THREADS / 2; gap > 0; gap /= 2) {
            context.localBarrier();
            if (thread < gap && span < spans) {
                int key = bestKeys[thread];
                int slot = bestPlaces[thread];
                int otherKey = bestKeys[thread + gap];
                int otherPlace = bestPlaces[thread + gap];
                int row = rows[slot];
                int otherRow = rows[otherPlace];
                // Equal rows ascend, so that the earlier position has the first of them.
                int earlier = otherPlace < slot ? 1 : 0;
                int better = RangeSort.inverted(key, row, otherKey, otherRow, columns, parameters)
                        | earlier & (1 - RangeSort.inverted(otherKey, otherRow, key, row, columns, parameters));
                if (better > 0) {
                    bestKeys[thread] = otherKey;
                    bestPlaces[thread] = otherPlace;
                }
            }
        }
        if (thread == 0 && span < spans) {
            best[span] = bestPlaces[0];
        }
    }
}
