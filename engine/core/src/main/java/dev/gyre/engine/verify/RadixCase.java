package dev.gyre.engine.verify;

import dev.gyre.engine.select.RadixStages;
import java.util.Arrays;
import java.util.Random;

/** Rows of keys, and a k-th key for each. */
public final class RadixCase {

    /** Keys per tile. */
    public static final int TILE = 4096;

    private static final int[] FACTORS = {1, 1, 5, 11};

    final int rows;
    final int columns;
    final int[] keys;

    /** Of each row, how many keys are searched: mostly all, sometimes some or none. */
    final int[] lengths;

    final int k;
    final int[] kth;
    final Random random;

    RadixCase(Sample sample) {
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

    int[] parameters() {
        return RadixStages.parameters(columns, k, TILE, Byte.SIZE * random.nextInt(4));
    }

    /** Two splitters for each row: keys of it, or the ends of all keys. */
    int[] bracket() {
        int[] bracket = new int[2 * rows];
        for (int row = 0; row < rows; row++) {
            int one = keys[row * columns + random.nextInt(columns)];
            int other = keys[row * columns + random.nextInt(columns)];
            bracket[2 * row] = random.nextInt(4) == 0 ? Integer.MIN_VALUE : Math.min(one, other);
            bracket[2 * row + 1] = random.nextInt(4) == 0 ? Integer.MAX_VALUE : Math.max(one, other);
        }
        return bracket;
    }

    int tiles() {
        return Math.ceilDiv(columns, TILE);
    }
}
