package dev.gyre.tasks.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variant for the JVM, in slices of any size, marks the same heads. */
class RowHeadsTest {

    private static final int ROWS = 1000;

    /** Rows of one to four columns, in and out of order, of which none, some or all tie. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "1, 3, 0", "2, 2, 1", "3, 2, 2", "4, 2, 1", "2, 1000000, 0"})
    void shouldMarkTheSameHeads(int columns, int values, int first) {
        long seed = 31L * columns + values;
        Random random = new Random(seed);
        int stride = ROWS + random.nextInt(30);
        int[] keys = random.ints((long) columns * stride, 0, values).toArray();
        int[] order = random.ints(0, ROWS).distinct().limit(ROWS).toArray();
        int[] parameters = new int[SegmentParameters.LENGTH];
        parameters[SegmentParameters.SIZE] = ROWS - random.nextInt(20);
        parameters[SegmentParameters.STRIDE] = stride;
        parameters[SegmentParameters.COLUMNS] = columns;
        parameters[SegmentParameters.FIRST_COLUMN] = first;
        int[] expected = random.ints(ROWS, 0, 3).toArray();
        int[] found = expected.clone();
        RowHeads.markHeads(0, ROWS, order, keys, parameters, expected);
        for (int begin = 0; begin < ROWS; ) {
            int end = Math.min(ROWS, begin + 1 + random.nextInt(300));
            RowHeadsJvm.markHeads(begin, end, order, keys, parameters, found);
            begin = end;
        }
        assertArrayEquals(expected, found, "seed=" + seed);
    }
}
