package dev.gyre.tasks.select;

import java.util.Random;

/** Distributions of the values of a row that can break selection. */
enum KeyShape {
    UNIFORM {
        @Override
        float value(int i, int n, Random random) {
            return random.nextFloat() * 2 - 1;
        }
    },
    ALL_EQUAL {
        @Override
        float value(int i, int n, Random random) {
            return 3;
        }
    },
    SORTED {
        @Override
        float value(int i, int n, Random random) {
            return i;
        }
    },
    REVERSED {
        @Override
        float value(int i, int n, Random random) {
            return n - i;
        }
    },
    FEW {
        @Override
        float value(int i, int n, Random random) {
            return random.nextInt(4) - 1;
        }
    },
    ZEROS {
        @Override
        float value(int i, int n, Random random) {
            return random.nextBoolean() ? 0f : -0f;
        }
    },
    EXTREMES {
        @Override
        float value(int i, int n, Random random) {
            float[] magnitudes = {0f, Float.MIN_VALUE, Float.MIN_NORMAL, 1f, Float.MAX_VALUE, Float.POSITIVE_INFINITY};
            float magnitude = magnitudes[random.nextInt(magnitudes.length)];
            return random.nextBoolean() ? magnitude : -magnitude;
        }
    },
    /** Values at equal distances are the smallest, so that too few values are within a limit from a sample. */
    MISLEADING {
        @Override
        float value(int i, int n, Random random) {
            return i % 8 == 0 ? -1 : random.nextFloat();
        }
    };

    abstract float value(int i, int n, Random random);

    float[] floats(int n, Random random) {
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = value(i, n, random);
        }
        return values;
    }

    /** Returns values of this shape as ints; uniform values cover the whole range of ints. */
    int[] ints(int n, Random random) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = (int) (value(i, n, random) * (this == UNIFORM ? 0x1p31f : 1));
        }
        return values;
    }
}
