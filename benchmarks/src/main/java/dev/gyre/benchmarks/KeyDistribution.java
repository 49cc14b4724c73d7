package dev.gyre.benchmarks;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How the {@code int} keys of a sort are spread. */
public enum KeyDistribution {
    /** Independent and uniform over all values. */
    RANDOM {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return random.nextInt();
        }
    },
    /** All equal. */
    EQUAL {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return 7;
        }
    },
    /** Ascending, each value once. */
    SORTED {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return row - n / 2;
        }
    },
    /** Descending, each value once. */
    REVERSED {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return n / 2 - row;
        }
    },
    /** Ten different values, apart in every byte. */
    FEW {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return (random.nextInt(10) - 5) * 0x19191919;
        }
    },
    /** Random in the highest byte, equal in the others: all passes of a radix sort but one put all into one bucket. */
    ONE_BYTE {
        @Override
        int key(SplittableRandom random, int row, int n) {
            return random.nextInt() & 0xff000000;
        }
    };

    private static final long SEED = 20261120L;
    private static final int BLOCK = 1 << 16;

    abstract int key(SplittableRandom random, int row, int n);

    /**
     * Keys, made by all threads.
     *
     * @param n number of keys
     * @return the keys, always the same
     */
    public int[] keys(int n) {
        int[] keys = new int[n];
        IntStream.range(0, Math.ceilDiv(n, BLOCK)).parallel().forEach(block -> {
            SplittableRandom random = new SplittableRandom(SEED + block);
            int end = (int) Math.min(n, (block + 1L) * BLOCK);
            for (int row = block * BLOCK; row < end; row++) {
                keys[row] = key(random, row, n);
            }
        });
        return keys;
    }
}
