package dev.gyre.tasks.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variant for the JVM, in slices of any size, finds the same conflicts. */
class KdConflictsTest {

    private static final int ROWS = 1000;

    /** Points of one to four dimensions, of which none, some or nearly all are equal. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 2", "3, 2", "4, 1", "2, 1000000"})
    void shouldFindTheSameConflicts(int dims, int values) {
        long seed = 31L * dims + values;
        Random random = new Random(seed);
        double[] coordinates =
                random.doubles(ROWS * dims).map(x -> Math.floor(values * x)).toArray();
        int[] order = random.ints(0, ROWS).distinct().limit(ROWS).toArray();
        int[] expectedMarks = random.ints(ROWS, 0, 3).toArray();
        expectedMarks[0] = 1;
        int[] marks = expectedMarks.clone();
        int[] parameters = new int[KdParameters.LENGTH];
        parameters[KdParameters.DIMENSIONS] = dims;
        parameters[KdParameters.ROWS] = ROWS - random.nextInt(20);
        int[] expected = new int[KdConflicts.SHARES];
        int[] found = new int[KdConflicts.SHARES];
        KdConflicts.findConflict(0, ROWS, coordinates, order, expectedMarks, parameters, expected);
        for (int begin = 0; begin < ROWS; ) {
            int end = Math.min(ROWS, begin + 1 + random.nextInt(300));
            KdConflictsJvm.findConflict(begin, end, coordinates, order, marks, parameters, found);
            begin = end;
        }
        assertArrayEquals(expected, found, "seed=" + seed);
        assertArrayEquals(expectedMarks, marks, "seed=" + seed + ", " + Arrays.toString(order));
    }
}
