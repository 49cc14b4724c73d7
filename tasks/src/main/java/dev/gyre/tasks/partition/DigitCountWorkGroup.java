package dev.gyre.tasks.partition;

import uk.ac.manchester.tornado.api.KernelContext;

/**
 * {@link DigitCount} with a work-group for each tile. Each thread counts in its own column, in bytes packed four to an {@code int}, so that
 * no atomic operations are needed. Then the columns are added.
 *
 * <p>Local memory: 32 KiB.
 */
public final class DigitCountWorkGroup {

    /** Threads of a work-group. */
    public static final int THREADS = 128;

    /** The largest number of elements in a tile: a thread can count 255. */
    public static final int MAX_TILE = THREADS * 255;

    private static final int LANES = DigitParameters.DIGITS / 4;

    private DigitCountWorkGroup() {}

    /** Shapes and result are as in {@link DigitCount#countDigits}, for tiles of at most {@link #MAX_TILE}. */
    public static void countDigits(KernelContext context, int items, int[] keys, int[] parameters, int[] counts) {
        int tile = context.groupIdx;
        int thread = context.localIdx;
        int[] columns = context.allocateIntLocalArray(LANES * THREADS);
        int tiles = parameters[DigitParameters.TILES];
        int shift = parameters[DigitParameters.SHIFT];
        int flip = parameters[DigitParameters.FLIP];
        int first = tile * parameters[DigitParameters.TILE];
        int length = Math.min(parameters[DigitParameters.TILE], parameters[DigitParameters.SIZE] - first);
        for (int i = thread; i < LANES * THREADS; i += THREADS) {
            columns[i] = 0;
        }
        int i = thread;
        for (; i < length - 3 * THREADS; i += 4 * THREADS) {
            int a = keys[first + i];
            int b = keys[first + i + THREADS];
            int c = keys[first + i + 2 * THREADS];
            int d = keys[first + i + 3 * THREADS];
            a = ((a >> shift) & 255) ^ flip;
            b = ((b >> shift) & 255) ^ flip;
            c = ((c >> shift) & 255) ^ flip;
            d = ((d >> shift) & 255) ^ flip;
            columns[(a & 63) * THREADS + thread] += 1 << ((a >> 6) << 3);
            columns[(b & 63) * THREADS + thread] += 1 << ((b >> 6) << 3);
            columns[(c & 63) * THREADS + thread] += 1 << ((c >> 6) << 3);
            columns[(d & 63) * THREADS + thread] += 1 << ((d >> 6) << 3);
        }
        for (; i < length; i += THREADS) {
            int a = ((keys[first + i] >> shift) & 255) ^ flip;
            columns[(a & 63) * THREADS + thread] += 1 << ((a >> 6) << 3);
        }
        context.localBarrier();
        int lane = thread & 63;
        int half = thread & 64;
        int sum0 = 0;
        int sum1 = 0;
        int sum2 = 0;
        int sum3 = 0;
        for (int j = 0; j < 64; j++) {
            // The lane rotates the index, so that the threads read from different banks.
            int packed = columns[lane * THREADS + half + ((j + lane) & 63)];
            sum0 += packed & 255;
            sum1 += (packed >> 8) & 255;
            sum2 += (packed >> 16) & 255;
            sum3 += (packed >> 24) & 255;
        }
        context.localBarrier();
        if (half > 0) {
            columns[lane] = sum0;
            columns[lane + 64] = sum1;
            columns[lane + 128] = sum2;
            columns[lane + 192] = sum3;
        }
        context.localBarrier();
        if (half == 0) {
            counts[lane * tiles + tile] = sum0 + columns[lane];
            counts[(lane + 64) * tiles + tile] = sum1 + columns[lane + 64];
            counts[(lane + 128) * tiles + tile] = sum2 + columns[lane + 128];
            counts[(lane + 192) * tiles + tile] = sum3 + columns[lane + 192];
        }
    }
}
