package dev.gyre.tasks.sort;

import dev.gyre.tasks.common.Bisection;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link SegmentSort} with a work-group for each window, in local memory. If all segments of a window are short, each element counts the
 * elements of its segment that come before it. Otherwise, one bitonic sort (Batcher, 1968) orders the whole window by segment, super key
 * and position, so that equal elements keep their order.
 *
 * <p>Local memory: 34 KiB.
 */
public final class SegmentSortWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    /** Elements of a window. */
    public static final int WINDOW = 2048;

    /** The largest number of elements in a segment. */
    public static final int LIMIT = 2048;

    private static final int CAPACITY = WINDOW + LIMIT;
    private static final int PLACE_BITS = 12;
    private static final int NOWHERE = CAPACITY;

    /** Up to this length, counting costs less than the bitonic sort. */
    private static final int SHORT = 64;

    private SegmentSortWorkGroup() {}

    /**
     * Shapes and result are as in {@link SegmentSort#sortSegments}, for windows of {@link #WINDOW} and segments up to
     * {@link #LIMIT}.
     */
    public static void sortSegments(
            KernelContext context,
            int items,
            int[] offsets,
            int[] keys,
            int[] ids,
            int[] columns,
            int[] parameters,
            int[] keysOut,
            int[] idsOut,
            int[] keysScratch,
            int[] idsScratch,
            int[] skipped) {
        int window = context.groupIdx;
        int thread = context.localIdx;
        int[] localKeys = context.allocateIntLocalArray(CAPACITY);
        int[] places = context.allocateIntLocalArray(CAPACITY);
        int[] shared = context.allocateIntLocalArray(4);
        int n = parameters[SegmentParameters.SIZE];
        int segments = parameters[SegmentParameters.SEGMENTS];
        boolean runs = segments == SegmentParameters.RUNS;
        int low = window * WINDOW;
        int high = n - low < CAPACITY ? n : low + CAPACITY;
        int firstSegment = 0;
        int lastSegment = 0;
        int beyond = 0;
        if (!runs) {
            if (thread < 2) {
                int slot = low + thread * WINDOW;
                if (n - low < thread * WINDOW) {
                    slot = n;
                }
                shared[thread] = Bisection.firstNotBelow(slot, offsets, 0, segments);
            }
            context.localBarrier();
            firstSegment = shared[0];
            lastSegment = shared[1];
            low = offsets[firstSegment];
            high = offsets[lastSegment];
            if (lastSegment > firstSegment && high - offsets[lastSegment - 1] > LIMIT) {
                lastSegment--;
                high = offsets[lastSegment];
                beyond = 1;
            }
            context.localBarrier();
        }
        int count = high - low;
        if (thread < 2) {
            shared[thread] = 0;
        }
        for (int i = thread; i < count; i += THREADS) {
            localKeys[i] = keys[low + i];
            places[i] = NOWHERE;
        }
        context.localBarrier();
        // Notes the segment of each element by the segment's first index.
        if (runs) {
            for (int i = thread; i < count && i < WINDOW; i += THREADS) {
                int key = localKeys[i];
                boolean head = low + i == 0;
                if (!head) {
                    int before = i == 0 ? keys[low - 1] : localKeys[i - 1];
                    head = before != key;
                }
                if (head) {
                    int stop = i + 1;
                    while (stop < count && stop - i <= LIMIT && localKeys[stop] == key) {
                        stop++;
                    }
                    if (stop - i > LIMIT) {
                        shared[1] = 1;
                    } else {
                        for (int j = i; j < stop; j++) {
                            places[j] = i;
                        }
                        if (stop - i > SHORT) {
                            shared[0] = 1;
                        }
                    }
                }
            }
        } else if (lastSegment - firstSegment == 1) {
            for (int i = thread; i < count; i += THREADS) {
                places[i] = 0;
            }
            if (thread == 0 && count > SHORT) {
                shared[0] = 1;
            }
        } else {
            for (int segment = firstSegment + thread; segment < lastSegment; segment += THREADS) {
                int start = offsets[segment] - low;
                int stop = offsets[segment + 1] - low;
                for (int j = start; j < stop; j++) {
                    places[j] = start;
                }
                if (stop - start > SHORT) {
                    shared[0] = 1;
                }
            }
        }
        context.localBarrier();
        if (thread == 0) {
            skipped[window] = beyond + shared[1];
        }
        int stride = parameters[SegmentParameters.STRIDE];
        int dims = parameters[SegmentParameters.COLUMNS];
        int firstColumn = parameters[SegmentParameters.FIRST_COLUMN];
        if (shared[0] == 0) {
            for (int i = thread; i < count; i += THREADS) {
                int start = places[i];
                if (start < NOWHERE) {
                    int key = localKeys[i];
                    int id = ids[low + i];
                    int to = low + start;
                    int j = start;
                    while (j < count && places[j] == start) {
                        int other = localKeys[j];
                        int before = other < key ? 1 : 0;
                        if (other == key) {
                            int earlier = j < i ? 1 : 0;
                            int otherId = ids[low + j];
                            before = SuperKey.before(otherId, id, columns, stride, dims, firstColumn)
                                    | earlier & (1 - SuperKey.before(id, otherId, columns, stride, dims, firstColumn));
                        }
                        to += before;
                        j++;
                    }
                    keysOut[to] = key;
                    idsOut[to] = id;
                }
            }
        } else {
            int size = 2;
            while (size < count) {
                size += size;
            }
            for (int i = thread; i < size; i += THREADS) {
                int slot = NOWHERE;
                if (i < count) {
                    slot = places[i];
                }
                places[i] = slot << PLACE_BITS | i;
            }
            for (int block = 2; block <= size; block += block) {
                for (int gap = block / 2; gap > 0; gap /= 2) {
                    context.localBarrier();
                    for (int pair = thread; pair < size / 2; pair += THREADS) {
                        int i = 2 * pair - (pair & (gap - 1));
                        int j = i + gap;
                        int keyI = localKeys[i];
                        int keyJ = localKeys[j];
                        int placeI = places[i];
                        int placeJ = places[j];
                        int after = placeI > placeJ ? 1 : 0;
                        if (((placeI ^ placeJ) >> PLACE_BITS & 0xffff) == 0 && placeI < NOWHERE << PLACE_BITS) {
                            int byKey = keyI > keyJ ? 1 : 0;
                            if (keyI == keyJ) {
                                int idI = ids[low + (placeI & CAPACITY - 1)];
                                int idJ = ids[low + (placeJ & CAPACITY - 1)];
                                byKey = SuperKey.before(idJ, idI, columns, stride, dims, firstColumn)
                                        | after & (1 - SuperKey.before(idI, idJ, columns, stride, dims, firstColumn));
                            }
                            after = byKey;
                        }
                        int ascending = (i & block) == 0 ? 1 : 0;
                        if (after == ascending) {
                            localKeys[i] = keyJ;
                            localKeys[j] = keyI;
                            places[i] = placeJ;
                            places[j] = placeI;
                        }
                    }
                }
            }
            context.localBarrier();
            int first = low + (places[0] >> PLACE_BITS & 0xffff);
            for (int i = thread; i < count; i += THREADS) {
                int slot = places[i];
                if (slot < NOWHERE << PLACE_BITS) {
                    keysOut[first + i] = localKeys[i];
                    idsOut[first + i] = ids[low + (slot & CAPACITY - 1)];
                }
            }
        }
    }
}
