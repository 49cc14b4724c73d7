package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link TreeRows} with a work-group for {@link #THREADS} queries. Each thread sorts the few matches of a query of its own; then all threads sort longer
 * rows together in local memory, one after the other: by the number of matches that come before each one or, if there are many, by a bitonic sort
 * (Batcher, 1968).
 *
 * <p>Local memory: 8 KiB, with keys 24 KiB.
 */
public final class TreeRowsWorkGroup {

    /** Threads of a work-group, and its queries. */
    public static final int THREADS = 32;

    /** Matches of a query that one thread sorts. */
    private static final int FEW = 16;

    /** Matches of a query up to which those before each one are counted. */
    private static final int COUNTED = 64;

    private TreeRowsWorkGroup() {}

    /** Shapes and result are as in {@link TreeRows#sortRows}. */
    public static void sortRows(
            KernelContext context, int items, int[] starts, int[] found, double[] keys, int[] parameters, int keyed) {
        int lane = context.localIdx;
        int[] localRows = context.allocateIntLocalArray(TreeRows.MOST);
        double[] localKeys = context.allocateDoubleLocalArray(1 + keyed * (TreeRows.MOST - 1));
        int queries = Math.min(items, parameters[TreeParameters.QUERIES]);
        int own = context.groupIdx * THREADS + lane;
        if (own < queries) {
            int from = starts[own];
            int to = starts[own + 1];
            if (to - from <= FEW) {
                for (int i = from + 1; i < to; i++) {
                    int row = found[i];
                    double key = 0.0;
                    if (keyed == 1) {
                        key = keys[i];
                    }
                    int hole = i;
                    int moves = 1;
                    while (moves == 1) {
                        moves = 0;
                        if (hole > from) {
                            int other = found[hole - 1];
                            moves = row < other ? 1 : 0;
                            if (keyed == 1) {
                                double otherKey = keys[hole - 1];
                                if (key != otherKey) {
                                    moves = key < otherKey ? 1 : 0;
                                }
                                if (moves == 1) {
                                    keys[hole] = otherKey;
                                }
                            }
                            if (moves == 1) {
                                found[hole] = other;
                                hole = hole - 1;
                            }
                        }
                    }
                    found[hole] = row;
                    if (keyed == 1) {
                        keys[hole] = key;
                    }
                }
            }
        }
        for (int j = 0; j < THREADS; j++) {
            int query = context.groupIdx * THREADS + j;
            int from = 0;
            int count = 0;
            if (query < queries) {
                from = starts[query];
                count = starts[query + 1] - from;
            }
            if (count > FEW && count <= TreeRows.MOST) {
                int size = 2;
                while (size < count) {
                    size += size;
                }
                for (int i = lane; i < size; i += THREADS) {
                    int row = Integer.MAX_VALUE;
                    if (i < count) {
                        row = found[from + i];
                    }
                    localRows[i] = row;
                    if (keyed == 1) {
                        double key = Double.MAX_VALUE;
                        if (i < count) {
                            key = keys[from + i];
                        }
                        localKeys[i] = key;
                    }
                }
                context.localBarrier();
                if (count <= COUNTED) {
                    for (int i = lane; i < count; i += THREADS) {
                        int row = localRows[i];
                        double key = 0.0;
                        if (keyed == 1) {
                            key = localKeys[i];
                        }
                        int before = 0;
                        for (int k = 0; k < count; k++) {
                            int isBefore = localRows[k] < row ? 1 : 0;
                            if (keyed == 1) {
                                double other = localKeys[k];
                                if (other != key) {
                                    isBefore = other < key ? 1 : 0;
                                }
                            }
                            before += isBefore;
                        }
                        found[from + before] = row;
                        if (keyed == 1) {
                            keys[from + before] = key;
                        }
                    }
                } else {
                    for (int block = 2; block <= size; block += block) {
                        for (int gap = block / 2; gap > 0; gap /= 2) {
                            for (int pair = lane; pair < size / 2; pair += THREADS) {
                                int low = 2 * pair - (pair & (gap - 1));
                                int high = low + gap;
                                int lowRow = localRows[low];
                                int highRow = localRows[high];
                                int after = lowRow > highRow ? 1 : 0;
                                double lowKey = 0.0;
                                double highKey = 0.0;
                                if (keyed == 1) {
                                    lowKey = localKeys[low];
                                    highKey = localKeys[high];
                                    if (lowKey != highKey) {
                                        after = lowKey > highKey ? 1 : 0;
                                    }
                                }
                                int ascending = (low & block) == 0 ? 1 : 0;
                                if (after == ascending) {
                                    localRows[low] = highRow;
                                    localRows[high] = lowRow;
                                    if (keyed == 1) {
                                        localKeys[low] = highKey;
                                        localKeys[high] = lowKey;
                                    }
                                }
                            }
                            context.localBarrier();
                        }
                    }
                    for (int i = lane; i < count; i += THREADS) {
                        found[from + i] = localRows[i];
                        if (keyed == 1) {
                            keys[from + i] = localKeys[i];
                        }
                    }
                }
                context.localBarrier();
            }
        }
    }
}
