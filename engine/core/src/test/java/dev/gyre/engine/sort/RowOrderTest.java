package dev.gyre.engine.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.engine.jvm.Workers;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the order with a stable sort by all columns. */
class RowOrderTest {

    private static final int[] SIZES = {
        1, 2, 127, 128, 129, 513, 8191, 8192, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000
    };

    private enum Values {
        ANY,
        FEW,
        EQUAL,
        /** Runs of ties that span tiles, but are not too long for one thread. */
        RUNS,
        /** A run that is too long. */
        LONG_RUN,
        DESCENDING,
        EXTREMES,
        SMALL,
        NEGATIVE,
        /** As dense as the logarithms of values. */
        SKEWED,
        /** Nearly all rows share the first bits, more than one thread takes at once, but for a few outliers. */
        DENSE;

        int value(int row, int column, Random random) {
            return switch (this) {
                case ANY -> random.nextInt();
                case FEW -> random.nextInt(3) - 1;
                case EQUAL -> 7;
                case RUNS -> column == 0 ? row / 3000 : random.nextInt(100) - 50;
                case LONG_RUN -> column == 0 ? Math.min(row, 1000) : random.nextInt();
                case DESCENDING -> -row;
                case EXTREMES -> random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
                case SMALL -> random.nextInt(300);
                case NEGATIVE -> -1 - random.nextInt(1 << 20);
                case SKEWED -> random.nextInt() >> random.nextInt(Integer.SIZE);
                case DENSE -> random.nextInt(1000) == 0 ? random.nextInt() : random.nextInt(1 << 9);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldOrderRows(Values shape) {
        for (int n : SIZES) {
            Random random = new Random(n + shape.ordinal());
            int columns = 1 + random.nextInt(4);
            int first = random.nextInt(columns);
            int threads = 1 + random.nextInt(3);
            int[] values = new int[n * columns];
            for (int i = 0; i < values.length; i++) {
                int column = (i / n - first + columns) % columns;
                values[i] = shape.value(i % n, column, random);
            }
            ColumnSource source = ColumnSource.of(columns, first, (to, stride, also) -> {
                System.arraycopy(values, 0, to, 0, values.length);
                also.run(0, n);
            });
            try (Workers workers = new Workers(threads)) {
                assertArrayEquals(
                        expected(n, values, columns, first),
                        RowOrder.of(n, source, workers),
                        shape + ", n=" + n + ", columns=" + columns + ", first=" + first + ", threads=" + threads);
            }
        }
    }

    private static int[] expected(int n, int[] values, int columns, int first) {
        return IntStream.range(0, n)
                .boxed()
                .sorted((row, other) -> compare(row, other, n, values, columns, first))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int compare(int row, int other, int n, int[] values, int columns, int first) {
        for (int i = 0; i < columns; i++) {
            int start = (first + i) % columns * n;
            int order = Integer.compare(values[start + row], values[start + other]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
