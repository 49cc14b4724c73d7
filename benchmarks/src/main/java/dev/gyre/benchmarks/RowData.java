package dev.gyre.benchmarks;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How the values of a matrix are spread over its rows. */
public enum RowData {
    /** Independent and uniform in [0, 1). */
    UNIFORM {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return random.nextInt(1 << 24) * 0x1p-24f;
        }
    },
    /** Ascending. */
    SORTED {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return column;
        }
    },
    /** Descending. */
    REVERSED {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return columns - column;
        }
    },
    /** All equal. */
    EQUAL {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return 1;
        }
    },
    /** All zero, of either sign. */
    ZEROS {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return random.nextBoolean() ? -0f : 0f;
        }
    },
    /** Ten different values. */
    FEW {
        @Override
        float value(SplittableRandom random, int column, int columns) {
            return random.nextInt(10);
        }
    };

    private static final long SEED = 20261120L;
    private static final int BLOCK = 1 << 16;

    abstract float value(SplittableRandom random, int column, int columns);

    /**
     * A matrix, filled by all threads.
     *
     * @param rows number of rows
     * @param columns number of columns
     * @return {@code rows x columns} values, row-major, always the same
     */
    public float[] rows(int rows, int columns) {
        float[] values = new float[Math.multiplyExact(rows, columns)];
        IntStream.range(0, Math.ceilDiv(values.length, BLOCK)).parallel().forEach(block -> {
            SplittableRandom random = new SplittableRandom(SEED + block);
            int start = block * BLOCK;
            int end = start + Math.min(BLOCK, values.length - start);
            for (int i = start; i < end; i++) {
                values[i] = value(random, i % columns, columns);
            }
        });
        return values;
    }
}
