package dev.gyre.engine.verify;

import java.util.Random;

/** Lists of numbers by {@link Shape}, for operations that do not use points. */
public final class Values {

    private static final int SCALE = 1000;

    private Values() {}

    /**
     * Draws integers of a shape: its coordinates times 1000, clamped to the range of int.
     *
     * @param random source of randomness; the same state gives the same numbers
     */
    public static int[] ints(Shape shape, int n, Random random) {
        double[] rows = shape.rows(n, 1, random);
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = (int) (rows[i] * SCALE);
        }
        return values;
    }

    /**
     * Draws floats of a shape: its coordinates, clamped to the range of float.
     *
     * @param random source of randomness; the same state gives the same numbers
     * @return n finite floats
     */
    public static float[] floats(Shape shape, int n, Random random) {
        double[] rows = shape.rows(n, 1, random);
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = (float) Math.clamp(rows[i], -Float.MAX_VALUE, Float.MAX_VALUE);
        }
        return values;
    }

    /**
     * Draws flags: not 0 for a random share of the elements, from none to all.
     *
     * @param random source of randomness; the same state gives the same flags
     * @return n flags, 0 or any other value
     */
    public static int[] flags(int n, Random random) {
        int[] levels = {0, 1, 4, 7, 8};
        int level = levels[random.nextInt(levels.length)];
        int[] flags = new int[n];
        for (int i = 0; i < n; i++) {
            flags[i] = random.nextInt(8) < level ? random.nextInt() | 1 << random.nextInt(31) : 0;
        }
        return flags;
    }

    /**
     * Draws a permutation.
     *
     * @param random source of randomness; the same state gives the same order
     * @return 0..n-1 in random order
     */
    public static int[] permutation(int n, Random random) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }
}
