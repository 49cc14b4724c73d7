package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link KdWindows} with a work-group for each window, in local memory. A level is a bitonic sort of all its windows at once (Batcher,
 * "Sorting networks and their applications", 1968), which ends as soon as the lower half of each window is on its left. Smaller windows
 * have shorter sorts, so that all levels together need little more than twice the steps of the first level.
 */
public final class KdWindowsWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 512;

    private static final int SLOTS = 1 << KdParameters.MAX_WINDOW_BITS;

    /** Comes after every place; no finite coordinate has this key. */
    private static final int NONE = Integer.MAX_VALUE;

    private KdWindowsWorkGroup() {}

    /** Shapes and result are as in {@link KdWindows#orderWindows}. */
    public static void orderWindows(
            KernelContext context,
            int items,
            int[] orders,
            int[] columns,
            int[] splits,
            int[] parameters,
            int[] tree,
            int[] scratch) {
        int thread = context.localIdx;
        int[] keys = context.allocateIntLocalArray(SLOTS);
        int[] places = context.allocateIntLocalArray(SLOTS);
        int slots = 1 << parameters[KdParameters.WINDOW_BITS];
        int from = context.groupIdx * slots;
        int size = Math.min(slots, parameters[KdParameters.SIZE] - from);
        for (int i = thread; i < slots; i += THREADS) {
            places[i] = i < size ? orders[from + i] : NONE;
        }
        // Counts upwards: on PTX, TornadoVM 5.2 loses the exit of a loop that counts down to an end.
        int levels = parameters[KdParameters.WINDOW_BITS] - parameters[KdParameters.LEAF_BITS] + 1;
        for (int level = 0; level < levels; level++) {
            int bits = parameters[KdParameters.WINDOW_BITS] - level;
            // Leaves are sorted by place, windows by the key and then by place.
            int inLeaf = bits == parameters[KdParameters.LEAF_BITS] ? 1 : 0;
            int start = splits[bits] * parameters[KdParameters.STRIDE];
            context.localBarrier();
            for (int i = thread; i < slots; i += THREADS) {
                int slot = places[i];
                int key = slot;
                if (inLeaf == 0) {
                    key = NONE;
                    if (slot < NONE) {
                        key = columns[start + slot];
                    }
                }
                keys[i] = key;
            }
            context.localBarrier();
            int window = 1 << bits;
            for (int run = 2; run <= window; run += run) {
                // The last merge of windows needs only to separate the halves.
                int last = run / 2;
                if (run < window) {
                    last = 1;
                }
                if (inLeaf == 1) {
                    last = 1;
                }
                for (int gap = run / 2; gap >= last; gap = gap / 2) {
                    for (int pair = thread; pair < slots / 2; pair += THREADS) {
                        int i = 2 * pair - (pair & (gap - 1));
                        int j = i + gap;
                        int keyI = keys[i];
                        int keyJ = keys[j];
                        int placeI = places[i];
                        int placeJ = places[j];
                        int after = keyI > keyJ ? 1 : 0;
                        if (keyI == keyJ) {
                            after = placeI > placeJ ? 1 : 0;
                        }
                        int ascending = 1;
                        if (run < window) {
                            ascending = (i & run) == 0 ? 1 : 0;
                        }
                        if (after == ascending) {
                            keys[i] = keyJ;
                            keys[j] = keyI;
                            places[i] = placeJ;
                            places[j] = placeI;
                        }
                    }
                    context.localBarrier();
                }
            }
        }
        for (int i = thread; i < size; i += THREADS) {
            tree[from + i] = places[i];
        }
    }
}
