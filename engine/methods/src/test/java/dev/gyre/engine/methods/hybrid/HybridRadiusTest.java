package dev.gyre.engine.methods.hybrid;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HybridRadiusTest {

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

    /** A far row makes the mean distance large, and the first bin of distances would have all the others. */
    @ParameterizedTest
    @CsvSource({"1, 1e10, false", "3, 1e6, false", "3, 1e150, false", "10, 1e10, false", "2000, 1e9, true"})
    void shouldDrawTheRadiusOfAHybridJoinAsWithoutTheRowsThatAreFar(int far, double distance, boolean isCluster) {
        // A sample of all that is a far row's, too.
        HybridGridOptions options =
                new HybridGridOptions(0.4, 0.4, 0.005, 0.005, 8, 0.25, 1, 0.95, 0.05, 64, 10_000, 1 << 24);
        for (int dims = 1; dims <= 3; dims++) {
            double near = radius(rows(dims, 0, 0, false), dims, options);
            double radius = radius(rows(dims, far, distance, isCluster), dims, options);
            assertTrue(radius >= near / 2 && radius <= 2 * near, dims + " dimensions: " + radius + ", not " + near);
        }
    }

    private static double radius(double[] rows, int dims, HybridGridOptions options) {
        return HybridRadius.of(Points.of(rows, dims), Norm.EUCLIDEAN, 8, options, WORKERS);
    }

    @Test
    void shouldDrawARadiusWhereMostPointsAreAtOnePlace() {
        double[] rows = rows(2, 0, 0, false);
        Arrays.fill(rows, 0, rows.length / 10 * 9, 0.25);
        double radius = radius(rows, 2, HybridGridOptions.DEFAULT);
        assertTrue(radius > 0 && radius < 1, "radius=" + radius);
    }
}
