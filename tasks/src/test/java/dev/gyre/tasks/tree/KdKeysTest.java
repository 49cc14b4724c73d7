package dev.gyre.tasks.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the table of the JVM with the plain loop, on cuts that are bad for a table. */
class KdKeysTest {

    private static final int ROWS = 500;

    /** Where the cuts of a dimension are, from a uniform number of -1 to 1. */
    private enum Cuts {
        EVEN(x -> x),
        CUBED(x -> x * x * x),
        TINY(x -> x * Double.MIN_VALUE * 100),
        HUGE(x -> x * Double.MAX_VALUE),
        POWERS(x -> Math.copySign(Math.scalb(1, (int) (x * 1000)), x)),
        ONE_FAR(x -> x > 0.99 ? 1e300 : x * 1e-6),
        EQUAL(x -> 7),
        TWO(x -> x > 0 ? 1 : -1),
        DENSE_IN_THE_MIDDLE(x -> Math.abs(x) > 0.95 ? x * 1e9 : x * 1e-9);

        private final DoubleUnaryOperator at;

        Cuts(DoubleUnaryOperator at) {
            this.at = at;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeTheSameKeysByATable(Cuts shape) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int dims = 1 + random.nextInt(3);
            int stride = ROWS + random.nextInt(40);
            double[] cuts = new double[dims * CoordinateKeys.CUTS];
            double[] coordinates = new double[ROWS * dims];
            for (int dim = 0; dim < dims; dim++) {
                fillCuts(cuts, dim * CoordinateKeys.CUTS, shape, random);
                for (int row = 0; row < ROWS; row++) {
                    coordinates[row * dims + dim] = coordinate(cuts, dim * CoordinateKeys.CUTS, shape, random);
                }
            }
            int[] parameters = new int[KdParameters.LENGTH];
            parameters[KdParameters.STRIDE] = stride;
            parameters[KdParameters.DIMENSIONS] = dims;
            parameters[KdParameters.ROWS] = ROWS - random.nextInt(20);
            int[] expected = new int[dims * stride];
            int[] found = new int[dims * stride];
            KdKeys.makeKeys(0, expected.length, coordinates, cuts, parameters, expected);
            for (int begin = 0; begin < found.length; ) {
                int end = Math.min(found.length, begin + 1 + random.nextInt(stride));
                KdKeysJvm.makeKeys(begin, end, coordinates, cuts, parameters, found);
                begin = end;
            }
            assertArrayEquals(expected, found, "seed=" + seed);
        }
    }

    private static void fillCuts(double[] cuts, int first, Cuts shape, Random random) {
        double[] bounds = random.doubles(CoordinateKeys.RANGES, -1, 1)
                .map(shape.at)
                .sorted()
                .toArray();
        for (int range = 0; range < CoordinateKeys.RANGES; range++) {
            double width = range + 1 < CoordinateKeys.RANGES ? bounds[range + 1] - bounds[range] : 1;
            cuts[first + range] = bounds[range];
            cuts[first + CoordinateKeys.RANGES + range] =
                    width == 0 ? 0 : Math.min(CoordinateKeys.KEYS / width, 0x1p1000);
        }
    }

    /** A bound, its neighbors, or any number. */
    private static double coordinate(double[] cuts, int first, Cuts shape, Random random) {
        double bound = cuts[first + random.nextInt(CoordinateKeys.RANGES)];
        return switch (random.nextInt(4)) {
            case 0 -> bound;
            case 1 -> Math.max(-Double.MAX_VALUE, Math.nextDown(bound));
            case 2 -> Math.min(Double.MAX_VALUE, Math.nextUp(bound));
            default -> shape.at.applyAsDouble(random.nextDouble(-1, 1));
        };
    }
}
