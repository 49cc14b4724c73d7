package dev.gyre.benchmarks;

import java.util.SplittableRandom;

/** How the {@code int} keys of a sort are spread. */
enum KeyDistribution {
    /** Independent and uniform over all values. */
    RANDOM((random, row, n) -> random.nextInt()),
    /** All equal. */
    EQUAL((random, row, n) -> 7),
    /** Ascending, each value once. */
    SORTED((random, row, n) -> row - n / 2),
    /** Descending, each value once. */
    REVERSED((random, row, n) -> n / 2 - row),
    /** Ten different values, apart in every byte. */
    FEW((random, row, n) -> (random.nextInt(10) - 5) * 0x19191919),
    /** Random in the highest byte, equal in the others: all passes of a radix sort but one put all into one bucket. */
    ONE_BYTE((random, row, n) -> random.nextInt() & 0xff000000);

    /** Gives a key. */
    private interface Key {
        int of(SplittableRandom random, int row, int n);
    }

    private final Key key;

    KeyDistribution(Key key) {
        this.key = key;
    }

    /** Keys, made by all threads. */
    int[] keys(int n) {
        int[] keys = new int[n];
        BenchmarkData.forEach(n, (random, row) -> keys[row] = key.of(random, row, n));
        return keys;
    }
}
