package dev.gyre.engine.knn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.common.Norms;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the error bound of the float32 image with every way in which a device may sum a distance. */
class Float32FrameTest {

    private static final Workers WORKERS = new Workers(2);

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static final int SIZE = 36;
    private static final int[] DIMENSIONS = {1, 2, 3, 5, 8, 16};

    private static final List<Norm> OF_DIFFERENCES = List.of(
            Norm.EUCLIDEAN,
            Norm.MANHATTAN,
            Norm.CHEBYSHEV,
            Norm.lp(1.1f),
            Norm.lp(1.5f),
            Norm.lp(3),
            Norm.lp(17),
            Norm.lp(64));

    private static final List<Norm> NORMS = Stream.concat(
                    OF_DIFFERENCES.stream(), Stream.of(Norm.INNER_PRODUCT, Norm.HAMMING))
            .toList();

    private static Stream<Sample> samples() {
        // A plain build has each shape with a few numbers of dimensions.
        int step = EngineContract.isThorough() ? 1 : 4;
        return Arrays.stream(Shape.values())
                .flatMap(shape -> IntStream.iterate(shape.ordinal() % step, i -> i < DIMENSIONS.length, i -> i + step)
                        .map(i -> DIMENSIONS[i])
                        .mapToObj(dims -> new Sample(shape, SIZE, dims, 31L * dims + shape.ordinal())));
    }

    /** The order of the sum, and how a device rounds it. */
    private enum Summation {
        FORWARD,
        FORWARD_FUSED,
        BACKWARD,
        BACKWARD_FUSED,
        FLUSHED_TO_ZERO;

        /** The norm's key for two rows of a column-major image. */
        float key(float[] image, int dims, Norm norm, int row, int other) {
            int stride = image.length / dims;
            float sum = 0;
            for (int i = 0; i < dims; i++) {
                int dim = this == BACKWARD || this == BACKWARD_FUSED ? dims - 1 - i : i;
                float a = image[dim * stride + row];
                float b = image[dim * stride + other];
                sum = switch (norm.code()) {
                    case Norms.EUCLIDEAN -> addSquare(sum, a - b);
                    case Norms.MANHATTAN -> sum + magnitude(a - b);
                    case Norms.CHEBYSHEV -> Math.max(sum, magnitude(a - b));
                    case Norms.INNER_PRODUCT -> subtractProduct(sum, a, b);
                    case Norms.HAMMING -> sum + Integer.bitCount((int) a ^ (int) b);
                    default -> sum + power(norm.code(), magnitude(a - b));
                };
            }
            return sum;
        }

        private float subtractProduct(float sum, float a, float b) {
            return switch (this) {
                case FORWARD_FUSED, BACKWARD_FUSED -> Math.fma(-a, b, sum);
                case FLUSHED_TO_ZERO -> flush(sum - flush(flush(a) * flush(b)));
                case FORWARD, BACKWARD -> sum - a * b;
            };
        }

        /** By squares and roots, as kernels do; roots have the largest error that OpenCL allows. */
        private float power(int code, float magnitude) {
            float result = 1;
            float square = magnitude;
            for (int bits = code / Norms.ONE; bits > 0; bits /= 2) {
                result = bits % 2 == 1 ? round(result * square) : result;
                square = round(square * square);
            }
            float root = magnitude;
            for (int rest = code % Norms.ONE; rest > 0; rest = rest * 2 % Norms.ONE) {
                root = root(root);
                result = rest * 2 >= Norms.ONE ? round(result * root) : result;
            }
            return result;
        }

        private float root(float value) {
            float root = (float) Math.sqrt(value);
            return switch (this) {
                case FORWARD_FUSED -> value == 0 ? 0 : root + 3 * Math.ulp(root);
                case BACKWARD_FUSED -> value == 0 ? 0 : root - 3 * Math.ulp(root);
                case FLUSHED_TO_ZERO, FORWARD, BACKWARD -> round(root);
            };
        }

        private float round(float value) {
            return this == FLUSHED_TO_ZERO ? flush(value) : value;
        }

        private float addSquare(float sum, float difference) {
            return switch (this) {
                case FORWARD_FUSED, BACKWARD_FUSED -> Math.fma(difference, difference, sum);
                case FLUSHED_TO_ZERO -> sum + flush(flush(difference) * flush(difference));
                case FORWARD, BACKWARD -> sum + difference * difference;
            };
        }

        private float magnitude(float difference) {
            return this == FLUSHED_TO_ZERO ? flush(Math.abs(difference)) : Math.abs(difference);
        }

        private static float flush(float value) {
            return Math.abs(value) < Float.MIN_NORMAL ? 0 : value;
        }
    }

    /** An image, and the exact and the float32 keys from one row to all. */
    private static final class Distances {

        private final Float32Frame image;
        private final Norm norm;
        private final double[] exactKeys;
        private final float[] floatKeys;
        private final Points points;
        private final double stretch;

        Distances(
                Points points,
                double[] exactKeys,
                Float32Frame image,
                Norm norm,
                float[] columns,
                Summation summation,
                int query) {
            this.exactKeys = exactKeys;
            this.norm = norm;
            this.image = image;
            this.points = points;
            stretch = image.stretch(points, query);
            floatKeys = new float[points.size()];
            for (int row = 0; row < exactKeys.length; row++) {
                floatKeys[row] = summation.key(columns, points.dims(), norm, query, row);
            }
        }

        void assertWithinBound(String name) {
            for (int row = 0; row < exactKeys.length; row++) {
                double exact = image.scaled(exactKeys[row]);
                double inFloat =
                        norm.isPower() ? Math.pow(floatKeys[row], 1 / norm.exponent()) : norm.distance(floatKeys[row]);
                boolean mayBeCutOff = image.stretch(points, row) == Double.POSITIVE_INFINITY;
                double error = mayBeCutOff ? inFloat - exact : Math.abs(inFloat - exact);
                double bound = image.errorBound(exact, stretch);
                int at = row;
                assertTrue(error <= bound, () -> name + ", row=" + at + ", error=" + error + ", bound=" + bound);
            }
        }

        /** A row must never be called surely nearer than the worst candidate if float32 does not put it nearer. */
        void assertSound(String name) {
            for (int worst = 0; worst < exactKeys.length; worst++) {
                for (int row = 0; row < exactKeys.length; row++) {
                    if (floatKeys[row] >= floatKeys[worst]
                            && image.surelyNearer(exactKeys[row], exactKeys[worst], stretch, false)) {
                        throw new AssertionError(name + ": row " + row + " was left out for row " + worst
                                + " and is called nearer: " + exactKeys[row] + ", " + exactKeys[worst]);
                    }
                }
            }
        }

        void assertSameOrder(String name) {
            for (int row = 0; row < exactKeys.length; row++) {
                for (int other = 0; other < exactKeys.length; other++) {
                    int exact = Double.compare(exactKeys[row], exactKeys[other]);
                    int inFloat = Float.compare(floatKeys[row], floatKeys[other]);
                    if (exact != inFloat) {
                        throw new AssertionError(name + ", rows " + row + " and " + other + ": " + exactKeys[row] + ", "
                                + exactKeys[other] + " in float " + floatKeys[row] + ", " + floatKeys[other]);
                    }
                }
            }
        }
    }

    @FunctionalInterface
    private interface Check {

        void run(Distances distances, String name);
    }

    private static final Check BOUND_AND_SOUND = (distances, name) -> {
        distances.assertWithinBound(name);
        distances.assertSound(name);
    };

    private static void forAllDistances(Sample sample, Points points, Check check) {
        for (Norm norm : NORMS) {
            forAllDistances(sample, taken(norm, points), norm, check);
        }
    }

    private static Points taken(Norm norm, Points points) {
        return norm.equals(Norm.HAMMING) ? MetricCases.in(Metric.HAMMING, points) : points;
    }

    private static void forAllDistances(Sample sample, Points points, Norm norm, Check check) {
        Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
        float[] columns = image.of(points);
        for (int query = 0; query < points.size(); query++) {
            double[] exactKeys = new double[points.size()];
            for (int row = 0; row < exactKeys.length; row++) {
                exactKeys[row] = points.key(query, points, row, norm);
            }
            for (Summation summation : Summation.values()) {
                check.run(
                        new Distances(points, exactKeys, image, norm, columns, summation, query),
                        sample + ", " + norm + ", " + summation + ", query=" + query);
            }
        }
    }

    private static Points points(Sample sample) {
        return Points.of(sample.rows(sample.random()), sample.dims());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldBoundTheErrorAndNeverCallAPointSurelyNearerThatFloatDistancesLeftOut(Sample sample) {
        forAllDistances(sample, points(sample), BOUND_AND_SOUND);
    }

    /** Points that differ from one another by a few steps of float32: a bound that is too small would fail here. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldBeSoundAmongPointsAFewFloatStepsApart(Sample sample) {
        double[] rows = sample.rows(sample.random());
        Random random = sample.random();
        double extent = Math.max(
                1e-3, Math.min(1e3, Arrays.stream(rows).map(Math::abs).max().orElse(0)));
        for (int row = 2; row < SIZE; row++) {
            for (int dim = 0; dim < sample.dims(); dim++) {
                rows[row * sample.dims() + dim] =
                        rows[dim] + extent * 0x1p-23 * (random.nextInt(9) - 4 + random.nextDouble());
            }
        }
        Points points = Points.of(rows, sample.dims());
        forAllDistances(sample, points, BOUND_AND_SOUND);
    }

    /** Near points, and outliers at ever larger distances, each with a few others at distances that float32 can just tell apart. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 20})
    void shouldBeSoundAmongOutliersOfEveryDistance(int dims) {
        for (int seed = 0; seed < 5; seed++) {
            Points points = withOutliers(dims, new Random(seed));
            Sample sample = new Sample(Shape.OUTLIERS, SIZE, dims, seed);
            for (Norm norm : OF_DIFFERENCES) {
                Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
                boolean reaches = !norm.isPower() || norm.exponent() <= 17;
                assertEquals(reaches, image.hasOutliers(), () -> sample + ", " + norm);
                for (float coordinate : image.of(points)) {
                    assertTrue(Math.abs(coordinate) <= 0x1p20, () -> sample + ", " + norm + ", " + coordinate);
                }
                forAllDistances(sample, points, norm, BOUND_AND_SOUND);
            }
        }
    }

    private static Points withOutliers(int dims, Random random) {
        double[] rows = new double[SIZE * dims];
        int near = SIZE * 2 / 3;
        for (int row = 0; row < SIZE; row++) {
            boolean twin = row % 3 > 0;
            double magnitude = row < near ? 1 : Math.scalb(1.0, row == near ? 26 : random.nextInt(27));
            for (int dim = 0; dim < dims; dim++) {
                int at = row * dims + dim;
                rows[at] = twin
                        ? rows[at - dims] + magnitude * 0x1p-25 * random.nextInt(9)
                        : magnitude * (2 * random.nextDouble() - 1);
            }
            rows[row * dims] = row == near ? magnitude : rows[row * dims];
        }
        return Points.of(rows, dims);
    }

    /** Integers, of which few are large: exact up to the same number of steps as in a frame of all of them. */
    @ParameterizedTest
    @CsvSource({"euclidean, 1023, 4000", "manhattan, 4000000, 9000000", "chebyshev, 4000000, 9000000"})
    void shouldKeepOrderAndTiesOfIntegersAmongOutliers(Metric metric, int exact, int notExact) {
        assertTrue(exact(integers(exact), metric.norm()));
        assertFalse(exact(integers(notExact), metric.norm()));
        forAllDistances(
                new Sample(Shape.OUTLIERS, SIZE, 2, exact), integers(exact), metric.norm(), Distances::assertSameOrder);
        Float32Frame image = new Float32Frame(integers(exact), integers(exact), metric.norm(), WORKERS);
        assertTrue(image.hasOutliers());
    }

    private static Points integers(int outlier) {
        Random random = new Random(outlier);
        double[] rows = new double[2 * SIZE];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i < 4 ? (i % 2 == 0 ? outlier : -outlier) : random.nextInt(5) - 2;
        }
        return Points.of(rows, 2);
    }

    /** A third of all rows are outliers, at regular intervals, among points and queries. */
    @Test
    void shouldHaveTheFrameOfTheBulkWhereverOutliersAre() {
        double[] rows = Shape.UNIFORM.rows(9000, 2, new Random(5));
        Points uniform = Points.of(rows, 2);
        assertFalse(new Float32Frame(uniform, uniform, Norm.EUCLIDEAN, WORKERS).hasOutliers());
        for (int row = 0; row < 9000; row += 3) {
            rows[2 * row] = -999999;
        }
        Points filled = Points.of(rows, 2);
        for (Float32Frame image : List.of(
                new Float32Frame(filled, filled, Norm.EUCLIDEAN, WORKERS),
                new Float32Frame(uniform, filled, Norm.EUCLIDEAN, WORKERS),
                new Float32Frame(filled, uniform, Norm.EUCLIDEAN, WORKERS))) {
            assertTrue(image.hasOutliers());
            assertEquals(Double.POSITIVE_INFINITY, image.stretch(filled, 0));
            assertEquals(1, image.stretch(filled, 1));
            assertTrue(image.surelyNearer(0.01, 0.0100004, 1, false));
            assertFalse(image.surelyNearer(0.01, 0.0100004, 10, false));
            assertFalse(image.surelyNearer(0.01, 0.010000001, 1, false));
            assertFalse(image.surelyNearer(1e13, 1e15, 1, false), "both are beyond what is cut off");
            assertFalse(image.surelyNearer(0.01, 1e13, Double.POSITIVE_INFINITY, false));
        }
        Points one = Points.of(new double[2 * 9000], 2);
        assertFalse(new Float32Frame(one, one, Norm.EUCLIDEAN, WORKERS).hasOutliers());
        assertFalse(new Float32Frame(filled, filled, Norm.INNER_PRODUCT, WORKERS).hasOutliers());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldKeepOrderAndTiesWhereItCallsItselfExact(Sample sample) {
        for (Norm norm : NORMS) {
            Points points = taken(norm, points(sample));
            if (exact(points, norm)) {
                forAllDistances(sample, points, norm, Distances::assertSameOrder);
            } else {
                boolean few =
                        sample.shape() == Shape.GRID || (sample.shape() == Shape.ALL_EQUAL && norm.isOfDifferences());
                assertFalse(few && !norm.isPower(), () -> sample + ", " + norm + " is not exact");
                assertNotEquals(Norm.HAMMING, norm);
            }
        }
    }

    /** Ever finer grids, from those whose keys fit 24 bits to those whose do not. */
    @ParameterizedTest
    @CsvSource({"euclidean, 7, 10", "manhattan, 17, 22", "chebyshev, 22, 22", "inner-product, 8, 11"})
    void shouldKeepOrderAndTiesOnEveryGridThatItCallsExact(Metric metric, int from, int to) {
        Norm norm = metric.norm();
        for (int dims : new int[] {1, 2, 3, 4, 5, 8, 16, 17}) {
            int finest = finestExactGrid(dims, norm);
            assertTrue(finest >= from && finest <= to, "dims=" + dims + ": the finest exact grid has 2^-" + finest);
        }
    }

    private static int finestExactGrid(int dims, Norm norm) {
        int finest = 0;
        for (int bits = 1; bits < 26; bits++) {
            Random random = new Random(bits);
            double[] rows = new double[SIZE * dims];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = random.nextInt(4) == 0 ? 1 : random.nextInt((2 << bits) + 1) - (1 << bits);
                rows[i] = i < 2 * dims ? (i < dims ? 1 << bits : -(1 << bits)) : rows[i];
            }
            Points points = Points.of(rows, dims);
            if (exact(points, norm)) {
                finest = bits;
                forAllDistances(new Sample(Shape.GRID, SIZE, dims, bits), points, norm, Distances::assertSameOrder);
            }
        }
        return finest;
    }

    @ParameterizedTest
    @EnumSource(names = {"GRID", "ALL_EQUAL", "SIGNED_ZEROS", "SORTED"})
    void shouldBeExactOnFewIntegersAndOnOnePlace(Shape shape) {
        assertTrue(exact(points(new Sample(shape, 300, 3, 1))));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "EXPONENTIAL", "CLUSTERED", "DUPLICATES", "OFFSET"})
    void shouldNotBeExactWhereFloatsCannotHoldTheCoordinates(Shape shape) {
        assertFalse(exact(points(new Sample(shape, 300, 3, 1))));
    }

    private static boolean exact(Points points) {
        return exact(points, Norm.EUCLIDEAN);
    }

    private static boolean exact(Points points, Norm norm) {
        Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
        image.of(points);
        return image.isExact();
    }

    @Test
    void shouldNotBeExactWhereOneOfTwoSetsIsNot() {
        Points integers = Points.of(new double[] {0, 1, 2, 4}, 1);
        Points thirds = Points.of(new double[] {1 / 3.0}, 1);
        Float32Frame image = new Float32Frame(thirds, integers, Norm.EUCLIDEAN, WORKERS);
        image.of(integers);
        assertTrue(image.isExact());
        image.of(thirds);
        assertFalse(image.isExact());
    }

    @Test
    void shouldNotBeExactWhereCenteringRounds() {
        // The center is 2^52; 2^53 - 1 and 2^-1 are exact as doubles, their distances to the center are not as floats.
        assertFalse(exact(Points.of(new double[] {0.5, 0x1p53 - 1, 0, 0x1p53}, 1)));
    }

    @Test
    void shouldTellFarFromNear() {
        Points points = points(new Sample(Shape.UNIFORM, 100, 3, 1));
        Float32Frame image = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS);
        assertTrue(image.surelyNearer(0.01, 0.0100001, 1, false));
        assertFalse(image.surelyNearer(0.01, 0.01, 1, false));
        assertFalse(image.surelyNearer(0.01, 0.010000001, 1, false));
        assertFalse(image.surelyNearer(0.0100001, 0.01, 1, false));
    }

    /** A relative margin of a distance is twice that margin of its square. */
    @ParameterizedTest
    @ValueSource(strings = {"manhattan", "chebyshev", "lp:3", "lp:1.5"})
    void shouldTellFarFromNearByTheDistanceOfTheNorm(Metric metric) {
        Norm norm = metric.norm();
        Points points = points(new Sample(Shape.UNIFORM, 100, 3, 1));
        Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
        assertTrue(image.surelyNearer(0.1, 0.1000006, 1, false));
        assertFalse(image.surelyNearer(0.1, 0.1, 1, false));
        assertFalse(image.surelyNearer(0.1, 0.100000005, 1, false));
        assertFalse(image.surelyNearer(0.1000006, 0.1, 1, false));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldStayWithinOneAndPadWithZeros(Sample sample) {
        Points points = Points.of(
                new Sample(sample.shape(), 13, sample.dims(), sample.seed()).rows(sample.random()), sample.dims());
        Float32Frame image = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS);
        float[] columns = image.of(points);
        int stride = Float32Frame.stride(13);
        assertEquals(16, stride);
        for (int i = 0; i < columns.length; i++) {
            if (i % stride < 13) {
                float max = image.hasOutliers() ? 0x1p20f : 1;
                assertTrue(Math.abs(columns[i]) <= max, sample + ", " + columns[i]);
                assertFalse(Float.floatToRawIntBits(columns[i]) == Integer.MIN_VALUE, () -> sample + ": -0");
            } else {
                assertEquals(0f, columns[i], () -> sample.toString());
            }
        }
    }

    /** Many dimensions, with values that add up and with values that do not. */
    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "CLUSTERED", "GRID", "EXTREMES", "OUTLIERS"})
    void shouldBoundTheErrorInManyDimensions(Shape shape) {
        Sample sample = new Sample(shape, 12, 900, 3);
        forAllDistances(sample, points(sample), BOUND_AND_SOUND);
    }

    @Test
    void shouldTellInnerProductsApartOnBothSidesOfZero() {
        Points points = Points.of(new double[] {3, -1, 0.5, 7, 7.5, -8}, 1);
        Float32Frame image = new Float32Frame(points, points, Norm.INNER_PRODUCT, WORKERS);
        assertTrue(image.surelyNearer(-40, -39, 1, false));
        assertTrue(image.surelyNearer(-1, 1, 1, false));
        assertTrue(image.surelyNearer(39, 40, 1, false));
        assertFalse(image.surelyNearer(-39, -40, 1, false));
        assertFalse(image.surelyNearer(-39, -39, 1, false));
        assertFalse(image.surelyNearer(39, 39.000001, 1, false));
        assertFalse(image.surelyNearer(-39.000001, -39, 1, false));
    }

    @Test
    void shouldLeaveWordsAsTheyAre() {
        Points points = Points.of(new double[] {0, 1, 0xffffff, 0xabcdef}, 1);
        Float32Frame image = new Float32Frame(points, points, Norm.HAMMING, WORKERS);
        assertArrayEquals(new float[] {0, 1, 0xffffff, 0xabcdef}, Arrays.copyOf(image.of(points), 4));
        assertTrue(image.isExact());
        Points halves = Points.of(new double[] {1, 0.5}, 1);
        assertThrows(IllegalArgumentException.class, () -> new Float32Frame(points, halves, Norm.HAMMING, WORKERS));
    }
}
