package dev.gyre.tasks.select;

import dev.gyre.tasks.common.PackedHeap;

/**
 * {@link PartSelection} for a CPU: same arguments, same result.
 *
 * <p>The loop over the values has a load, a comparison and a rarely taken branch: less than a third of a nanosecond per value. Values
 * within the limit go into a heap, whose worst pair is the next limit. The first limit comes from a sample of the part at equal distances,
 * so that reversed rows are not slower than others. If fewer than k values are within it, the part is read again without a limit.
 *
 * <p>This variant is only for the JVM, because it allocates scratch arrays.
 */
public final class PartSelectionJvm {

    private static final int SAMPLE = 4096;

    /** Parts with fewer values per sampled value than this are not sampled. */
    private static final int MIN_STRIDE = 8;

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private PartSelectionJvm() {}

    /** Shapes and result are as in {@link PartSelection#keepBest}. */
    public static void keepBest(
            int begin,
            int end,
            float[] floats,
            int[] integers,
            int[] sources,
            int[] parameters,
            int form,
            int capacity,
            int slots,
            int[] keys,
            int[] ids) {
        int columns = parameters[SelectionParameters.COLUMNS];
        int k = parameters[SelectionParameters.K];
        int parts = parameters[SelectionParameters.PARTS];
        long[] heap = new long[k];
        for (int item = begin; item < end; item++) {
            int part = item % parts;
            int start = SelectionParameters.partStart(columns, parts, part);
            int stop = SelectionParameters.partStart(columns, parts, part + 1);
            int row = item / parts * columns;
            int limit = sampledLimit(floats, integers, row + start, stop - start, form, k, heap);
            int kept = keepBest(floats, integers, row, start, stop, form, k, limit, heap);
            if (kept < k && limit != NO_LIMIT) {
                kept = keepBest(floats, integers, row, start, stop, form, k, NO_LIMIT, heap);
            }
            PackedHeap.arrange(heap, k);
            for (int slot = 0; slot < k; slot++) {
                int id = PackedHeap.id(heap[slot]);
                boolean mapped = (form & SelectionParameters.MAPPED) != 0;
                keys[item * k + slot] = slot < kept ? PackedHeap.key(heap[slot]) : Integer.MAX_VALUE;
                ids[item * k + slot] = slot < kept ? (mapped ? sources[row + id] : id) : PartSelection.NONE;
            }
        }
    }

    /** Returns a key that k keys of the part very likely do not exceed, or no limit if the part is short. */
    private static int sampledLimit(
            float[] floats, int[] integers, int first, int length, int form, int k, long[] heap) {
        int stride = length / SAMPLE;
        double expected = (double) k / Math.max(1, stride);
        int rank = (int) (expected + 4 * Math.sqrt(expected)) + 4;
        if (stride < MIN_STRIDE || rank > k) {
            return NO_LIMIT;
        }
        PackedHeap.clear(heap, rank);
        for (int i = 0; i < SAMPLE; i++) {
            offer(heap, rank, PackedHeap.pack(OrderedKeysJvm.key(floats, integers, first + i * stride, form), i));
        }
        return PackedHeap.key(heap[0]);
    }

    /** Fills the heap with the best pairs whose key does not exceed the limit. Returns their number. */
    private static int keepBest(
            float[] floats, int[] integers, int row, int start, int stop, int form, int k, int limit, long[] heap) {
        PackedHeap.clear(heap, k);
        int bound = limit;
        int kept = 0;
        int column = next(floats, integers, row, start, stop, form, bound);
        while (column < stop) {
            int key = OrderedKeysJvm.key(floats, integers, row + column, form);
            if (key <= bound && offer(heap, k, PackedHeap.pack(key, column))) {
                kept = Math.min(kept + 1, k);
                if (kept == k) {
                    int worst = PackedHeap.key(heap[0]);
                    if (worst == Integer.MIN_VALUE) {
                        return kept;
                    }
                    // Later values have greater ids, so that only a smaller key is better.
                    bound = worst - 1;
                }
            }
            column = next(floats, integers, row, column + 1, stop, form, bound);
        }
        return kept;
    }

    /** Returns the first column from {@code start} on whose key may be within the bound; {@code stop} if there is none. */
    private static int next(float[] floats, int[] integers, int row, int start, int stop, int form, int bound) {
        boolean largest = (form & SelectionParameters.LARGEST) != 0;
        int at = row + start;
        if ((form & SelectionParameters.FLOATS) != 0) {
            float limit = OrderedKeysJvm.value(bound);
            float sign = largest ? -1f : 1f;
            while (at < row + stop && sign * floats[at] > limit) {
                at++;
            }
        } else if ((form & SelectionParameters.BITS) != 0) {
            while (at < row + stop && OrderedKeysJvm.key(floats, integers, at, form) > bound) {
                at++;
            }
        } else {
            int turn = largest ? -1 : 0;
            while (at < row + stop && (integers[at] ^ turn) > bound) {
                at++;
            }
        }
        return at - row;
    }

    private static boolean offer(long[] heap, int capacity, long pair) {
        if (pair < heap[0]) {
            PackedHeap.replaceWorst(heap, capacity, pair);
            return true;
        }
        return false;
    }
}
