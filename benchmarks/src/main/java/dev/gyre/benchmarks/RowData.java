package dev.gyre.benchmarks;

import java.util.SplittableRandom;

/** How the values of a matrix are spread over its rows. */
enum RowData {
    /** Independent and uniform in [0, 1). */
    UNIFORM((random, column, columns) -> random.nextInt(1 << 24) * 0x1p-24f),
    /** Ascending. */
    SORTED((random, column, columns) -> column),
    /** Descending. */
    REVERSED((random, column, columns) -> columns - column),
    /** All equal. */
    EQUAL((random, column, columns) -> 1),
    /** All zero, of either sign. */
    ZEROS((random, column, columns) -> random.nextBoolean() ? -0f : 0f),
    /** Ten different values. */
    FEW((random, column, columns) -> random.nextInt(10));

    /** Gives a value of a row. */
    private interface Value {
        float of(SplittableRandom random, int column, int columns);
    }

    private final Value value;

    RowData(Value value) {
        this.value = value;
    }

    /** A matrix, filled by all threads. */
    float[] rows(int rows, int columns) {
        float[] values = new float[Math.multiplyExact(rows, columns)];
        BenchmarkData.forEach(values.length, (random, i) -> values[i] = value.of(random, i % columns, columns));
        return values;
    }
}
