package dev.gyre.tasks.partition;

import dev.gyre.tasks.common.BlockScan;
import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link DigitScatter} with a work-group for each tile. The group takes {@value #CHUNK} elements at a time, sorts their
 * digits in local memory by two rounds of four bits each, and writes keys and payload in that order, so that neighboring
 * threads write to neighboring places.
 *
 * <p>A round counts the digits of each thread's own elements (packed in two halves of an {@code int}), adds up over all
 * threads, and moves the elements (Merrill and Grimshaw, "High performance and scalable radix sorting", 2011).
 *
 * <p>Local memory: 48 KiB, of which each of the two scans has 2.
 */
public final class DigitScatterWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = BlockScan.THREADS;

    private static final int PER_THREAD = 16;
    private static final int CHUNK = THREADS * PER_THREAD;
    private static final int PADDED_CHUNK = CHUNK + CHUNK / PER_THREAD;
    private static final int COUNTERS = 8 * THREADS;
    private static final int SOURCE_BITS = 12;
    private static final int SOURCE_MASK = CHUNK - 1;

    private DigitScatterWorkGroup() {}

    /**
     * Shapes and result as {@link DigitScatter#scatterDigits}.
     *
     * @param context the work-group
     * @param items number of tiles
     * @param keys n keys
     * @param payload n values
     * @param offsets digits x tiles
     * @param totals elements of each digit
     * @param parameters see {@link DigitParameters}
     * @param keysOut n keys
     * @param payloadOut n values
     */
    public static void scatterDigits(
            KernelContext context,
            int items,
            int[] keys,
            int[] payload,
            int[] offsets,
            int[] totals,
            int[] parameters,
            int[] keysOut,
            int[] payloadOut) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] elements = context.allocateIntLocalArray(2 * PADDED_CHUNK);
        int[] counters = context.allocateIntLocalArray(COUNTERS + COUNTERS / 32);
        int[] next = context.allocateIntLocalArray(DigitParameters.DIGITS);
        int tiles = parameters[DigitParameters.TILES];
        int shift = parameters[DigitParameters.SHIFT];
        int flip = parameters[DigitParameters.FLIP];
        int first = tile * parameters[DigitParameters.TILE];
        int length = Math.min(parameters[DigitParameters.TILE], parameters[DigitParameters.SIZE] - first);

        // Where the digits begin: the sum of the totals of those before.
        int total = totals[thread];
        int[] upTo = BlockScan.sums(context, thread, total);
        next[thread] = upTo[thread] - total + offsets[thread * tiles + tile];
        context.localBarrier();

        for (int start = 0; start < length; start += CHUNK) {
            int chunk = Math.min(CHUNK, length - start);
            // Four values a step, so that four reads are under way: 1.2 times faster on PTX and CUDA, the same on
            // OpenCL.
            int i = thread;
            for (; i < chunk - 3 * THREADS; i += 4 * THREADS) {
                int at = first + start + i;
                int key0 = keys[at];
                int key1 = keys[at + THREADS];
                int key2 = keys[at + 2 * THREADS];
                int key3 = keys[at + 3 * THREADS];
                int i1 = i + THREADS;
                int i2 = i + 2 * THREADS;
                int i3 = i + 3 * THREADS;
                elements[i + (i >> 4)] = (((key0 >> shift) & 255) ^ flip) << SOURCE_BITS | i;
                elements[i1 + (i1 >> 4)] = (((key1 >> shift) & 255) ^ flip) << SOURCE_BITS | i1;
                elements[i2 + (i2 >> 4)] = (((key2 >> shift) & 255) ^ flip) << SOURCE_BITS | i2;
                elements[i3 + (i3 >> 4)] = (((key3 >> shift) & 255) ^ flip) << SOURCE_BITS | i3;
            }
            for (; i < CHUNK; i += THREADS) {
                int digit = 255;
                if (i < chunk) {
                    digit = ((keys[first + start + i] >> shift) & 255) ^ flip;
                }
                elements[i + (i >> 4)] = digit << SOURCE_BITS | i;
            }
            for (int round = 0; round < 2; round++) {
                int bits = SOURCE_BITS + 4 * round;
                int from = round * PADDED_CHUNK;
                int to = PADDED_CHUNK - from;
                for (i = thread; i < COUNTERS; i += THREADS) {
                    counters[i + (i >> 5)] = 0;
                }
                context.localBarrier();
                int own = from + thread * (PER_THREAD + 1);
                for (int j = 0; j < PER_THREAD; j++) {
                    int digit = (elements[own + j] >> bits) & 15;
                    int at = (digit & 7) * THREADS + thread;
                    counters[at + (at >> 5)] += 1 << ((digit >> 3) << 4);
                }
                context.localBarrier();
                int begin = thread * 8;
                int sum = 0;
                for (int j = 0; j < 8; j++) {
                    int at = begin + j;
                    int count = counters[at + (at >> 5)];
                    counters[at + (at >> 5)] = sum;
                    sum += count;
                }
                int[] sums = BlockScan.sums(context, thread, sum);
                // The digits from 8 on come after all the others: the low half of the sum of all goes onto the high
                // halves.
                int before = sums[thread] - sum + (sums[THREADS - 1] << 16);
                for (int j = 0; j < 8; j++) {
                    int at = begin + j;
                    counters[at + (at >> 5)] += before;
                }
                context.localBarrier();
                for (int j = 0; j < PER_THREAD; j++) {
                    int element = elements[own + j];
                    int digit = (element >> bits) & 15;
                    int at = (digit & 7) * THREADS + thread;
                    at += at >> 5;
                    int shiftOfHalf = (digit >> 3) << 4;
                    int count = counters[at];
                    counters[at] = count + (1 << shiftOfHalf);
                    int rank = (count >> shiftOfHalf) & 0xffff;
                    elements[to + rank + (rank >> 4)] = element;
                }
                context.localBarrier();
            }
            // Place in the output less place in the chunk, for each digit; both halves of the elements are padded
            // alike.
            for (i = thread; i < chunk; i += THREADS) {
                int digit = (elements[i + (i >> 4)] >> SOURCE_BITS) & 255;
                if (i == 0) {
                    next[digit] -= i;
                } else if (digit != ((elements[i - 1 + ((i - 1) >> 4)] >> SOURCE_BITS) & 255)) {
                    next[digit] -= i;
                }
            }
            for (i = thread; i < chunk - 3 * THREADS; i += 4 * THREADS) {
                int at = first + start + i;
                int value0 = keys[at];
                int value1 = keys[at + THREADS];
                int value2 = keys[at + 2 * THREADS];
                int value3 = keys[at + 3 * THREADS];
                int i1 = i + THREADS;
                int i2 = i + 2 * THREADS;
                int i3 = i + 3 * THREADS;
                elements[PADDED_CHUNK + i + (i >> 4)] = value0;
                elements[PADDED_CHUNK + i1 + (i1 >> 4)] = value1;
                elements[PADDED_CHUNK + i2 + (i2 >> 4)] = value2;
                elements[PADDED_CHUNK + i3 + (i3 >> 4)] = value3;
            }
            for (; i < chunk; i += THREADS) {
                elements[PADDED_CHUNK + i + (i >> 4)] = keys[first + start + i];
            }
            context.localBarrier();
            for (i = thread; i < chunk; i += THREADS) {
                int element = elements[i + (i >> 4)];
                int source = element & SOURCE_MASK;
                keysOut[next[(element >> SOURCE_BITS) & 255] + i] = elements[PADDED_CHUNK + source + (source >> 4)];
            }
            context.localBarrier();
            for (i = thread; i < chunk - 3 * THREADS; i += 4 * THREADS) {
                int at = first + start + i;
                int value0 = payload[at];
                int value1 = payload[at + THREADS];
                int value2 = payload[at + 2 * THREADS];
                int value3 = payload[at + 3 * THREADS];
                int i1 = i + THREADS;
                int i2 = i + 2 * THREADS;
                int i3 = i + 3 * THREADS;
                elements[PADDED_CHUNK + i + (i >> 4)] = value0;
                elements[PADDED_CHUNK + i1 + (i1 >> 4)] = value1;
                elements[PADDED_CHUNK + i2 + (i2 >> 4)] = value2;
                elements[PADDED_CHUNK + i3 + (i3 >> 4)] = value3;
            }
            for (; i < chunk; i += THREADS) {
                elements[PADDED_CHUNK + i + (i >> 4)] = payload[first + start + i];
            }
            context.localBarrier();
            for (i = thread; i < chunk; i += THREADS) {
                int element = elements[i + (i >> 4)];
                int source = element & SOURCE_MASK;
                payloadOut[next[(element >> SOURCE_BITS) & 255] + i] = elements[PADDED_CHUNK + source + (source >> 4)];
            }
            context.localBarrier();
            for (i = thread; i < chunk; i += THREADS) {
                int digit = (elements[i + (i >> 4)] >> SOURCE_BITS) & 255;
                if (i == chunk - 1) {
                    next[digit] += chunk;
                } else if (digit != ((elements[i + 1 + ((i + 1) >> 4)] >> SOURCE_BITS) & 255)) {
                    next[digit] += i + 1;
                }
            }
            context.localBarrier();
        }
    }
}
