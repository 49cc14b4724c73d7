package dev.gyre.tasks;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link DigitScatter} with a work-group for each tile. The group takes {@value #CHUNK} elements at a time, sorts their
 * digits in local memory by two rounds of four bits each, and writes keys and payload in that order, so that neighboring
 * threads write to neighboring places.
 *
 * <p>A round counts the digits of each thread's own elements (packed in two halves of an {@code int}), adds up over all
 * threads, and moves the elements (Merrill and Grimshaw, "High performance and scalable radix sorting", 2011).
 *
 * <p>Local memory: 46 KiB.
 */
public final class DigitScatterGroups {

    /** Threads of a work-group. */
    public static final int THREADS = 256;

    private static final int PER_THREAD = 16;
    private static final int CHUNK = THREADS * PER_THREAD;
    private static final int PADDED_CHUNK = CHUNK + CHUNK / PER_THREAD;
    private static final int COUNTERS = 8 * THREADS;
    private static final int SOURCE_BITS = 12;
    private static final int SOURCE_MASK = CHUNK - 1;

    private DigitScatterGroups() {}

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
     * @param shift position of the digit
     * @param flip bits to turn over
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
            int[] payloadOut,
            int shift,
            int flip) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] elements = context.allocateIntLocalArray(2 * PADDED_CHUNK);
        int[] counters = context.allocateIntLocalArray(COUNTERS + COUNTERS / 32);
        int[] sums = context.allocateIntLocalArray(2 * THREADS);
        int[] next = context.allocateIntLocalArray(DigitParameters.DIGITS);
        int tiles = parameters[DigitParameters.TILES];
        int first = tile * parameters[DigitParameters.TILE];
        int length = Math.min(parameters[DigitParameters.TILE], parameters[DigitParameters.SIZE] - first);

        // Where the digits begin: the sum of the totals of those before.
        int total = totals[thread];
        int half = 0;
        sums[thread] = total;
        context.localBarrier();
        for (int offset = 1; offset < THREADS; offset += offset) {
            int sum = sums[half + thread];
            if (thread >= offset) {
                sum += sums[half + thread - offset];
            }
            half = THREADS - half;
            sums[half + thread] = sum;
            context.localBarrier();
        }
        next[thread] = sums[half + thread] - total + offsets[thread * tiles + tile];
        context.localBarrier();

        for (int start = 0; start < length; start += CHUNK) {
            int chunk = Math.min(CHUNK, length - start);
            for (int i = thread; i < CHUNK; i += THREADS) {
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
                for (int i = thread; i < COUNTERS; i += THREADS) {
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
                half = 0;
                sums[thread] = sum;
                context.localBarrier();
                for (int offset = 1; offset < THREADS; offset += offset) {
                    int s = sums[half + thread];
                    if (thread >= offset) {
                        s += sums[half + thread - offset];
                    }
                    half = THREADS - half;
                    sums[half + thread] = s;
                    context.localBarrier();
                }
                // The digits from 8 on come after all the others: the low half of the sum of all goes onto the high
                // halves.
                int before = sums[half + thread] - sum + (sums[half + THREADS - 1] << 16);
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
            for (int i = thread; i < chunk; i += THREADS) {
                int digit = (elements[i + (i >> 4)] >> SOURCE_BITS) & 255;
                if (i == 0) {
                    next[digit] -= i;
                } else if (digit != ((elements[i - 1 + ((i - 1) >> 4)] >> SOURCE_BITS) & 255)) {
                    next[digit] -= i;
                }
                elements[PADDED_CHUNK + i + (i >> 4)] = keys[first + start + i];
            }
            context.localBarrier();
            for (int i = thread; i < chunk; i += THREADS) {
                int element = elements[i + (i >> 4)];
                int source = element & SOURCE_MASK;
                keysOut[next[(element >> SOURCE_BITS) & 255] + i] = elements[PADDED_CHUNK + source + (source >> 4)];
            }
            context.localBarrier();
            for (int i = thread; i < chunk; i += THREADS) {
                elements[PADDED_CHUNK + i + (i >> 4)] = payload[first + start + i];
            }
            context.localBarrier();
            for (int i = thread; i < chunk; i += THREADS) {
                int element = elements[i + (i >> 4)];
                int source = element & SOURCE_MASK;
                payloadOut[next[(element >> SOURCE_BITS) & 255] + i] = elements[PADDED_CHUNK + source + (source >> 4)];
            }
            context.localBarrier();
            for (int i = thread; i < chunk; i += THREADS) {
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
