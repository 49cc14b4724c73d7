package dev.gyre.tasks;

/**
 * {@link PartSelection} for a CPU: the same arguments, the same result.
 *
 * <p>Values become keys block by block and are compared with the worst pair kept, in loops without branches that the JIT
 * compiler vectorizes; only a block with an improvement is looked at value by value. A first limit comes from a sample of
 * the part at equal distances, so that reversed rows are no worse than others; where fewer than k values keep to it, the
 * part is read again without one.
 *
 * <p>The scratch arrays make this variant one for the JVM alone.
 */
public final class PartSelectionBlocks {

    private static final int BLOCK = 512;
    private static final int SAMPLE = 1024;

    /** Parts of fewer values per sampled one than this are not worth a sample. */
    private static final int MIN_STRIDE = 8;

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private PartSelectionBlocks() {}

    /**
     * Shapes and result as {@link PartSelection#keepBest}.
     *
     * @param begin first item
     * @param end after the last item
     * @param floats values
     * @param integers values
     * @param sources ids of the values
     * @param parameters sizes
     * @param form bits of {@link SelectionParameters}
     * @param capacity without effect
     * @param slots without effect
     * @param keys keys of the best
     * @param ids ids of the best
     */
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
        int[] block = new int[BLOCK];
        long[] heap = new long[k];
        for (int item = begin; item < end; item++) {
            int part = item % parts;
            int start = SelectionParameters.partStart(columns, parts, part);
            int stop = SelectionParameters.partStart(columns, parts, part + 1);
            int row = item / parts * columns;
            int limit = sampledLimit(floats, integers, row + start, stop - start, form, k, block, heap);
            int kept = keepBest(floats, integers, row, start, stop, form, k, limit, block, heap);
            if (kept < k && limit != NO_LIMIT) {
                kept = keepBest(floats, integers, row, start, stop, form, k, NO_LIMIT, block, heap);
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

    /** The key that k keys of the part are very likely not to exceed, or no limit where the part is short. */
    private static int sampledLimit(
            float[] floats, int[] integers, int first, int length, int form, int k, int[] one, long[] heap) {
        int stride = length / SAMPLE;
        double expected = (double) k / Math.max(1, stride);
        int rank = (int) (expected + 4 * Math.sqrt(expected)) + 4;
        if (stride < MIN_STRIDE || rank > k) {
            return NO_LIMIT;
        }
        PackedHeap.clear(heap, rank);
        for (int i = 0; i < SAMPLE; i++) {
            OrderedKeysBits.copy(floats, integers, first + i * stride, 1, form, one, 0);
            offer(heap, rank, PackedHeap.pack(one[0], i));
        }
        return PackedHeap.key(heap[0]);
    }

    /** Fills the heap with the best pairs whose key does not exceed the limit, and counts them. */
    private static int keepBest(
            float[] floats,
            int[] integers,
            int row,
            int start,
            int stop,
            int form,
            int k,
            int limit,
            int[] block,
            long[] heap) {
        PackedHeap.clear(heap, k);
        int bound = limit;
        int kept = 0;
        for (int column = start; column < stop; column += BLOCK) {
            int length = Math.min(BLOCK, stop - column);
            OrderedKeysBits.copy(floats, integers, row + column, length, form, block, 0);
            if (least(block, length) <= bound) {
                for (int i = 0; i < length; i++) {
                    if (block[i] <= bound && offer(heap, k, PackedHeap.pack(block[i], column + i))) {
                        kept = Math.min(kept + 1, k);
                        int worst = PackedHeap.key(heap[0]);
                        if (kept == k && worst == Integer.MIN_VALUE) {
                            return kept;
                        }
                        // What comes later has a greater id, so that only a smaller key is better.
                        bound = kept == k ? worst - 1 : bound;
                    }
                }
            }
        }
        return kept;
    }

    private static boolean offer(long[] heap, int capacity, long pair) {
        if (pair < heap[0]) {
            PackedHeap.replaceWorst(heap, capacity, pair);
            return true;
        }
        return false;
    }

    private static int least(int[] block, int length) {
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < length; i++) {
            least = Math.min(least, block[i]);
        }
        return least;
    }
}
