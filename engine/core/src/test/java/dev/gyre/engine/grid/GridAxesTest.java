package dev.gyre.engine.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time of a grid follows from its numbers: of its cells on each axis, and of its pieces. So these are checked, not the time. */
class GridAxesTest {

    private static final int SIZE = 20_000;
    private static final Workers WORKERS = new Workers(2);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    /** Draws uniform rows, and puts some of them far away. */
    private static double[] rows(int dims, int far, double distance, boolean isCluster) {
        Random random = new Random(3);
        double[] rows = random.doubles((long) SIZE * dims).toArray();
        for (int i = 0; i < far; i++) {
            int at = (int) (((long) i * SIZE + SIZE / 2) / far) * dims;
            for (int dim = 0; dim < dims; dim++) {
                rows[at + dim] = isCluster
                        ? distance + rows[at + dim]
                        : distance * (random.nextBoolean() ? 1 : -1) * (1 - random.nextDouble() / 2);
            }
        }
        return rows;
    }

    private static double width(int dims) {
        return Math.pow(4.0 / SIZE, 1.0 / dims);
    }

    private static GridAxes axes(double[] rows, int dims) {
        return GridAxes.of(Points.of(rows, dims), width(dims), WORKERS);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1e4, false",
        "1, 1e10, false",
        "1, 1e150, false",
        "3, 1e6, false",
        "3, 1e10, false",
        "10, 1e10, false",
        "10, 1e150, false",
        "200, 1e20, false",
        "40, 1e9, true",
        "2000, 1e9, true"
    })
    void shouldNumberCellsAsWithoutTheRowsThatAreFar(int far, double distance, boolean isCluster) {
        for (int dims = 1; dims <= 3; dims++) {
            GridAxes near = axes(rows(dims, 0, 0, false), dims);
            GridAxes axes = axes(rows(dims, far, distance, isCluster), dims);
            String name = dims + " dimensions: " + Arrays.toString(axes.last()) + " instead of "
                    + Arrays.toString(near.last());
            for (int axis = 0; axis < dims; axis++) {
                // A cluster has as many cells as all others; a gap has a few.
                assertTrue(axes.last()[axis] <= 4 * near.last()[axis] + 100, name);
                assertTrue(axes.last()[axis] >= near.last()[axis], name);
            }
            assertEquals(1, axes.columns(), name);
            assertTrue(far > 100 || axes.pieces() <= GridAxes.FEW_PIECES, name);
            assertEquals(1, near.pieces(), name);
        }
    }

    @Test
    void shouldKeepOnePieceWhereNoGapIsLong() {
        Random random = new Random(4);
        for (double rate : new double[] {1, 40}) {
            double[] rows =
                    random.doubles(3 * SIZE).map(x -> -Math.log1p(-x) / rate).toArray();
            assertEquals(1, GridAxes.of(Points.of(rows, 3), 1e-4, WORKERS).pieces());
        }
        assertEquals(
                1,
                GridAxes.of(Points.of(new double[] {0, -0.0, 3, 3}, 1), 1, WORKERS)
                        .pieces());
        assertEquals(
                1,
                GridAxes.of(Points.of(new double[] {5, 5, 5}, 1), 1e-9, WORKERS).pieces());
    }
}
