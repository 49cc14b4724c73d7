package dev.gyre.tasks.select;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link PartSelection} with a work-group for each part, which reads every value once: the "bits" selection of Hanák
 * ("Meeting the challenges of k-nearest neighbour search implementation for GPU accelerators", 2023), with a first limit
 * from a sample.
 *
 * <pre>
 * sample    each thread reads some columns at equal distances; they are sorted, and the first limit is the value
 *           that k others most likely beat
 * stream    each thread compares {@value #UNROLL} values with the limit and notes the columns of hits in its own slots,
 *           until the next values might overflow the slots of a thread
 * merge     the hits of all threads, packed as (key, column), are sorted together with the best so far; the k-th
 *           is the new limit
 * </pre>
 *
 * <p>If in the end fewer than k values beat the sampled limit, the part is read again without a limit. This is rare and never wrong. Sorted
 * and reversed rows are not slower than others, because the sample comes from the whole part.
 *
 * <p>The limit is compared in float first. If different keys may be equal floats (the zeros, large ints), the keys decide. No branch here
 * depends on an {@code ||} of conditions: in OpenCL code of TornadoVM 5.2, such a branch runs on into the other branch.
 *
 * <p>Local memory: {@code 8 capacity + 4 slots} {@value #THREADS}{@code  + 8} {@value #THREADS}{@code  + 8} bytes. The
 * sizes are scalars, which TornadoVM compiles in.
 */
public final class PartSelectionWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    /** Values that a thread reads before it compares; a thread must have more slots. */
    public static final int UNROLL = 8;

    private static final int BATCH = UNROLL * THREADS;

    /** Columns of the sample that a thread reads. */
    private static final int SAMPLED = 8;

    /** Parts with fewer values per sampled column than this are not sampled. */
    private static final int MIN_STRIDE = 4;

    private static final long ID_MASK = 0x7fffffffL;
    private static final long KEY_MASK = 0xffffffffL;

    private PartSelectionWorkGroup() {}

    /** Shapes and result are as in {@link PartSelection#keepBest}. */
    public static void keepBest(
            KernelContext context,
            int items,
            float[] floats,
            int[] integers,
            int[] sources,
            int[] parameters,
            int form,
            int capacity,
            int slots,
            int[] keys,
            int[] ids) {
        int item = context.groupIdx;
        int thread = context.localIdx;
        long[] pairs = context.allocateLongLocalArray(capacity);
        int[] hits = context.allocateIntLocalArray(slots * THREADS);
        int[] flags = context.allocateIntLocalArray(2);
        int columns = parameters[SelectionParameters.COLUMNS];
        int k = parameters[SelectionParameters.K];
        int parts = parameters[SelectionParameters.PARTS];
        int part = item % parts;
        int start = SelectionParameters.partStart(columns, parts, part);
        int length = SelectionParameters.partStart(columns, parts, part + 1) - start;
        int row = item / parts * columns;
        int first = row + start;
        int last = length - 1;

        int wanted = k;
        int kept = 0;
        int mine = 0;
        int at = 0;
        int batch = 0;
        int limitKey = Integer.MAX_VALUE;
        float limit = Float.POSITIVE_INFINITY;
        boolean exact = OrderedValues.isExact(limit, form);
        int stride = length / (SAMPLED * THREADS);
        boolean sampling = stride >= MIN_STRIDE;
        if (sampling) {
            wanted = rankInSample(k, stride);
            for (int i = 0; i < SAMPLED; i++) {
                hits[i * THREADS + thread] = start + (i * THREADS + thread) * stride;
            }
            mine = SAMPLED;
        }
        if (thread < 2) {
            flags[thread] = 0;
        }
        context.localBarrier();

        boolean more = true;
        while (more) {
            int pause = sampling ? 0 : length;
            while (at < pause) {
                int i = at + thread;
                float x0 = OrderedValues.image(floats, integers, first + Math.min(i, last), form);
                float x1 = OrderedValues.image(floats, integers, first + Math.min(i + THREADS, last), form);
                float x2 = OrderedValues.image(floats, integers, first + Math.min(i + 2 * THREADS, last), form);
                float x3 = OrderedValues.image(floats, integers, first + Math.min(i + 3 * THREADS, last), form);
                float x4 = OrderedValues.image(floats, integers, first + Math.min(i + 4 * THREADS, last), form);
                float x5 = OrderedValues.image(floats, integers, first + Math.min(i + 5 * THREADS, last), form);
                float x6 = OrderedValues.image(floats, integers, first + Math.min(i + 6 * THREADS, last), form);
                float x7 = OrderedValues.image(floats, integers, first + Math.min(i + 7 * THREADS, last), form);
                float least = Math.min(
                        Math.min(Math.min(x0, x1), Math.min(x2, x3)), Math.min(Math.min(x4, x5), Math.min(x6, x7)));
                if (least <= limit) {
                    int stop = Math.min(at + BATCH, length);
                    int lane = 0;
                    for (int j = i; j < stop; j += THREADS) {
                        if (pick(lane, x0, x1, x2, x3, x4, x5, x6, x7) <= limit) {
                            int accepted = 1;
                            if (!exact) {
                                accepted = OrderedValues.key(floats, integers, first + j, form) <= limitKey ? 1 : 0;
                            }
                            // There is room; the next hit overwrites a value that is not accepted.
                            hits[mine * THREADS + thread] = start + j;
                            mine += accepted;
                        }
                        lane++;
                    }
                }
                at += BATCH;
                batch++;
                // A flag is set to the number of its batch, so that no flag must be cleared.
                if (mine > slots - UNROLL) {
                    flags[batch & 1] = batch;
                }
                context.localBarrier();
                if (flags[batch & 1] == batch) {
                    pause = at;
                }
            }

            int[] sums = BlockScan.sums(context, thread, mine);
            int before = sums[thread] - mine;
            int total = sums[THREADS - 1];
            int done = 0;
            while (done < total) {
                int taken = Math.min(capacity - kept, total - done);
                for (int i = 0; i < mine; i++) {
                    int rank = before + i - done;
                    if (rank >= 0 && rank < taken) {
                        int column = hits[i * THREADS + thread];
                        long key = OrderedValues.key(floats, integers, row + column, form);
                        pairs[kept + rank] = (key << 32) | column;
                    }
                }
                int filled = kept + taken;
                int size = 1;
                while (size < filled) {
                    size += size;
                }
                for (int i = filled + thread; i < size; i += THREADS) {
                    pairs[i] = Long.MAX_VALUE;
                }
                context.localBarrier();
                for (int block = 2; block <= size; block += block) {
                    for (int gap = block >> 1; gap > 0; gap = gap >> 1) {
                        for (int i = thread; i < size >> 1; i += THREADS) {
                            int low = 2 * i - (i & (gap - 1));
                            int high = gap + gap == block ? low ^ (block - 1) : low + gap;
                            long a = pairs[low];
                            long b = pairs[high];
                            if (a > b) {
                                pairs[low] = b;
                                pairs[high] = a;
                            }
                        }
                        context.localBarrier();
                    }
                }
                kept = Math.min(wanted, filled);
                done += taken;
            }
            mine = 0;
            if (kept == wanted) {
                int worst = (int) ((pairs[kept - 1] >> 32) & KEY_MASK);
                limitKey = worst;
                if (!sampling) {
                    // Later values have greater ids than the k-th best, so that only a smaller key is better.
                    if (worst == OrderedValues.leastKey(form)) {
                        at = length;
                    } else {
                        limitKey = worst - 1;
                    }
                }
                limit = OrderedValues.imageOfKey(limitKey, form);
                exact = OrderedValues.isExact(limit, form);
            }
            if (sampling) {
                sampling = false;
                wanted = k;
                kept = 0;
            } else if (at >= length) {
                more = kept < Math.min(k, length);
                if (more) {
                    limitKey = Integer.MAX_VALUE;
                    limit = Float.POSITIVE_INFINITY;
                    exact = OrderedValues.isExact(limit, form);
                    kept = 0;
                    at = 0;
                }
            }
        }

        for (int slot = thread; slot < k; slot += THREADS) {
            int key = Integer.MAX_VALUE;
            int id = PartSelection.NONE;
            if (slot < kept) {
                int column = (int) (pairs[slot] & ID_MASK);
                key = (int) ((pairs[slot] >> 32) & KEY_MASK);
                id = (form & SelectionParameters.MAPPED) != 0 ? sources[row + column] : column;
            }
            keys[item * k + slot] = key;
            ids[item * k + slot] = id;
        }
    }

    /**
     * Returns the rank of a sampled value that at least k values of the part do not exceed, in all but about one of a thousand parts: the
     * expected number of the k best in the sample, plus three standard deviations.
     */
    private static int rankInSample(int k, int stride) {
        int deviations = 0;
        while (deviations * deviations * stride < 9 * k) {
            deviations++;
        }
        return k / stride + deviations + 2;
    }

    private static float pick(
            int lane, float x0, float x1, float x2, float x3, float x4, float x5, float x6, float x7) {
        float low = lane < 2 ? (lane == 0 ? x0 : x1) : (lane == 2 ? x2 : x3);
        float high = lane < 6 ? (lane == 4 ? x4 : x5) : (lane == 6 ? x6 : x7);
        return lane < 4 ? low : high;
    }
}
