package dev.gyre.engine.verify;

import dev.gyre.engine.select.RadixKernels;
import java.util.Arrays;
import java.util.Random;

/** Rows of keys, and a k-th key for each. */
public final class RadixCase {

    /** Keys per tile. */
    public static final int TILE = 4096;

    private static final int[] FACTORS = {1, 1, 5, 11};

    public final int rows;
    public final int columns;
    public final int[] keys;

    /** Of each row, how many keys are searched: mostly all, sometimes some or none. */
    public final int[] lengths;

    public final int k;
    public final int[] kth;
    public final Random random;

    public RadixCase(Sample sample) {
        random = sample.random();
        rows = 1 + random.nextInt(3);
        columns = Math.max(1, sample.size()) * FACTORS[random.nextInt(FACTORS.length)];
        keys = new int[rows * columns];
        double[] values = sample.shape().rows(keys.length, 1, random);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (int) (values[i] * 1000);
        }
        k = 1 + random.nextInt(columns);
        lengths = new int[rows];
        kth = new int[2 * rows];
        for (int row = 0; row < rows; row++) {
            int[] sorted = Arrays.copyOfRange(keys, row * columns, (row + 1) * columns);
            Arrays.sort(sorted);
            int first = 0;
            while (sorted[first] != sorted[k - 1]) {
                first++;
            }
            kth[2 * row] = sorted[k - 1];
            kth[2 * row + 1] = k - first;
            lengths[row] = random.nextInt(4) > 0 ? columns : random.nextInt(2) * random.nextInt(columns);
        }
    }

    public int[] parameters() {
        return RadixKernels.parameters(columns, k, TILE, Byte.SIZE * random.nextInt(4));
    }

    /** Two splitters for each row: keys of it, or the ends of all keys. */
    public int[] bracket() {
        int[] bracket = new int[2 * rows];
        for (int row = 0; row < rows; row++) {
            int one = keys[row * columns + random.nextInt(columns)];
            int other = keys[row * columns + random.nextInt(columns)];
            bracket[2 * row] = random.nextInt(4) == 0 ? Integer.MIN_VALUE : Math.min(one, other);
            bracket[2 * row + 1] = random.nextInt(4) == 0 ? Integer.MAX_VALUE : Math.max(one, other);
        }
        return bracket;
    }

    public int tiles() {
        return Math.ceilDiv(columns, TILE);
    }
}
