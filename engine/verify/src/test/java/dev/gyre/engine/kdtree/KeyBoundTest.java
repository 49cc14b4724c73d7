package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.common.Norms;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyBoundTest {

    private static final int SIZE = 36;
    private static final float[] EXPONENTS = {1.25f, 1.5f, 3, 4.75f, 16, 64};
    private static final Workers WORKERS = new Workers(2);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    @Test
    void shouldTakeKeysOfOtherNormsForWhatTheyAre() {
        Points points = Points.of(new double[] {1, 2}, 1);
        for (Norm norm : new Norm[] {Norm.EUCLIDEAN, Norm.MANHATTAN, Norm.CHEBYSHEV}) {
            KeyBound bound = KeyBound.of(norm, points, points, WORKERS);
            assertTrue(bound.isExact());
            assertEquals(0.3, bound.limit(0.3));
            assertEquals(Double.MAX_VALUE, bound.limit(Double.POSITIVE_INFINITY));
            assertTrue(bound.surelyNearer(0.3, Math.nextUp(0.3)));
            assertFalse(bound.surelyNearer(0.3, 0.3));
        }
    }

    /** Sums as the kernels do. */
    private static double sum(Points a, int row, Points b, int other, double scale, Norm norm) {
        double sum = 0;
        for (int dim = 0; dim < a.dims(); dim++) {
            sum = Norms.add(norm.code(), sum, b.coordinate(other, dim) - a.coordinate(row, dim), scale);
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverCallAPointNearerThatTheSumsLeftOut(Shape shape) {
        for (int seed = 0; seed < 4; seed++) {
            int dims = 1 + seed * 5;
            Points points = Points.of(shape.rows(SIZE, dims, new Random(seed)), dims);
            for (float exponent : EXPONENTS) {
                Norm norm = Norm.lp(exponent);
                KeyBound bound = KeyBound.of(norm, points, points, WORKERS);
                String name = shape + ", " + norm + ", seed=" + seed;
                for (int row = 0; row < SIZE; row += 7) {
                    for (int other = 0; other < SIZE; other++) {
                        double key = points.key(row, points, other, norm);
                        double sum = sum(points, row, points, other, bound.scale(), norm);
                        assertTrue(sum <= bound.limit(key), () -> name + ": a limit leaves out what is within");
                        assertTrue(sum < Double.MAX_VALUE, () -> name + ": no sum may be infinite");
                        for (int third = 0; third < SIZE; third += 5) {
                            // The search leaves the third point out if the other one is the worst that it found.
                            boolean leftOut = sum(points, row, points, third, bound.scale(), norm) >= sum;
                            double thirdKey = points.key(row, points, third, norm);
                            assertFalse(
                                    leftOut && bound.surelyNearer(thirdKey, key),
                                    () -> name + ": a point that was left out is as near as one surely nearer");
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {1.25f, 3, 16})
    void shouldDecideWhatIsNotTooClose(float exponent) {
        Points points = Points.of(Shape.UNIFORM.rows(100, 3, new Random(1)), 3);
        KeyBound bound = KeyBound.of(Norm.lp(exponent), points, points, WORKERS);
        assertTrue(bound.surelyNearer(0.1, 0.1 + 1e-12));
        assertFalse(bound.surelyNearer(0.1, 0.1));
        assertTrue(bound.limit(0.1) < bound.limit(0.1 + 1e-10));
    }
}
