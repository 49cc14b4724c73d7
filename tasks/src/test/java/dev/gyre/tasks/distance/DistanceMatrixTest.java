package dev.gyre.tasks.distance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.common.FloatHeap;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares all kernels that fill a matrix of keys with the keys themselves. */
class DistanceMatrixTest {

    private static final float UNTOUCHED = -77f;

    @FunctionalInterface
    private interface Filler {
        void fill(
                int begin,
                int end,
                float[] points,
                float[] queries,
                int[] parameters,
                float[] matrix,
                int norm,
                int dims);
    }

    static Stream<KnnCase> cases() {
        return IntStream.rangeClosed(1, 60).boxed().flatMap(seed -> {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(700);
            int queries = 1 + random.nextInt(150);
            KnnCase input = KnnCase.exact(n, queries, 1 + random.nextInt(20), 1, seed)
                    .from(random.nextInt(queries))
                    .withMatrix(1 + random.nextInt(queries + 5), random.nextInt(4), n + random.nextInt(30));
            return KnnCases.ofEveryNorm(input);
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFillByRows(KnnCase input) {
        assertFilled(input, DistanceRows::fill, columns(input));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFillByRowsInTiles(KnnCase input) {
        assertFilled(input, DistanceRowsJvm::fill, columns(input));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFillTiles(KnnCase input) {
        int across = Math.ceilDiv(columns(input), DistanceTiles.TILE);
        int down = Math.ceilDiv(input.parameters()[KnnParameters.ROWS], DistanceTiles.TILE);
        assertFilled(input, DistanceTiles::fill, across * down);
    }

    private static int columns(KnnCase input) {
        return input.parameters()[KnnParameters.COLUMNS] - input.parameters()[KnnParameters.KEPT];
    }

    /** Fills in two slices, the later slice first, and asserts the result. */
    private static void assertFilled(KnnCase input, Filler filler, int items) {
        int[] parameters = input.parameters();
        int rows = parameters[KnnParameters.ROWS];
        int columns = parameters[KnnParameters.COLUMNS];
        int kept = parameters[KnnParameters.KEPT];
        float[] matrix = new float[rows * columns];
        Arrays.fill(matrix, UNTOUCHED);
        int middle = items / 3;
        for (int[] slice : new int[][] {{middle, items}, {0, middle}}) {
            filler.fill(
                    slice[0],
                    slice[1],
                    input.points(),
                    input.queries(),
                    parameters,
                    matrix,
                    input.norm(),
                    input.dims());
        }
        for (int row = 0; row < rows; row++) {
            int item = Math.min(row, input.queriesLeft() - 1);
            for (int column = 0; column < columns; column++) {
                float expected = column < kept
                        ? UNTOUCHED
                        : column - kept < input.n() ? input.key(item, column - kept) : FloatHeap.EMPTY_KEY;
                String where = input + ", row=" + row + ", column=" + column;
                assertEquals(expected, matrix[row * columns + column], where);
            }
        }
    }
}
