package dev.gyre.engine.knn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** Holds the error bound of the float32 image against every way in which a device may add up a distance. */
class Float32FrameTest {

    private static final Workers WORKERS = new Workers(2);

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static final int SIZE = 36;

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
        return Arrays.stream(Shape.values())
                .flatMap(shape -> IntStream.of(1, 2, 3, 5, 8, 16)
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

        /** By squares and roots, as kernels do, the roots as bad as OpenCL lets them be. */
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
                double error = Math.abs(inFloat - exact);
                double bound = image.errorBound(exact);
                int at = row;
                assertTrue(error <= bound, () -> name + ", row=" + at + ", error=" + error + ", bound=" + bound);
            }
        }

        /** A row that float32 puts no nearer than the worst candidate must never be called surely nearer than it. */
        void assertSound(String name) {
            for (int worst = 0; worst < exactKeys.length; worst++) {
                for (int row = 0; row < exactKeys.length; row++) {
                    if (floatKeys[row] >= floatKeys[worst] && image.surelyNearer(exactKeys[row], exactKeys[worst])) {
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
    void shouldBoundTheErrorOfFloatDistances(Sample sample) {
        forAllDistances(sample, points(sample), Distances::assertWithinBound);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldNeverCallAPointSurelyNearerThatFloatDistancesLeftOut(Sample sample) {
        forAllDistances(sample, points(sample), Distances::assertSound);
    }

    /** Points that differ from one another by a few steps of float32: where a rule that is too bold would fail. */
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
        forAllDistances(sample, points, Distances::assertWithinBound);
        forAllDistances(sample, points, Distances::assertSound);
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
        assertTrue(image.surelyNearer(0.01, 0.0100001));
        assertFalse(image.surelyNearer(0.01, 0.01));
        assertFalse(image.surelyNearer(0.01, 0.010000001));
        assertFalse(image.surelyNearer(0.0100001, 0.01));
    }

    /** The same margin as a distance is twice that as a square. */
    @ParameterizedTest
    @ValueSource(strings = {"manhattan", "chebyshev", "lp:3", "lp:1.5"})
    void shouldTellFarFromNearByTheDistanceOfTheNorm(Metric metric) {
        Norm norm = metric.norm();
        Points points = points(new Sample(Shape.UNIFORM, 100, 3, 1));
        Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
        assertTrue(image.surelyNearer(0.1, 0.1000006));
        assertFalse(image.surelyNearer(0.1, 0.1));
        assertFalse(image.surelyNearer(0.1, 0.100000005));
        assertFalse(image.surelyNearer(0.1000006, 0.1));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldStayWithinOneAndPadWithZeros(Sample sample) {
        Points points = Points.of(
                new Sample(sample.shape(), 13, sample.dims(), sample.seed()).rows(sample.random()), sample.dims());
        float[] columns = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS).of(points);
        int stride = Float32Frame.stride(13);
        assertEquals(16, stride);
        for (int i = 0; i < columns.length; i++) {
            if (i % stride < 13) {
                assertTrue(Math.abs(columns[i]) <= 1, sample + ", " + columns[i]);
            } else {
                assertEquals(0f, columns[i], () -> sample.toString());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldMakeTheSameRowsAsColumns(Sample sample) {
        Points points = points(sample);
        Float32Frame image = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS);
        float[] columns = image.of(points);
        int stride = Float32Frame.stride(SIZE);
        int from = 5;
        float[] rows = new float[(SIZE - from) * sample.dims()];
        Float32Frame same = image.inSameFrame();
        same.rows(points, from, SIZE - from, rows);
        for (int row = from; row < SIZE; row++) {
            for (int dim = 0; dim < sample.dims(); dim++) {
                float expected = columns[dim * stride + row];
                assertEquals(expected, rows[(row - from) * sample.dims() + dim], sample + ", row=" + row);
                assertFalse(Float.floatToRawIntBits(expected) == Integer.MIN_VALUE, () -> sample + ": -0");
            }
        }
        if (image.isExact()) {
            assertTrue(same.isExact(), sample::toString);
        }
    }

    /** Whatever a device makes of a distance: if the exact key is within, the float one is not beyond the limit. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldNeverHaveALimitThatLeavesOutWhatIsWithin(Sample sample) {
        Points points = points(sample);
        int dims = sample.dims();
        for (Norm norm : OF_DIFFERENCES) {
            Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
            float[] columns = image.of(points);
            for (double factor : new double[] {1, 1.7, 37, 0x1p10, 0x1p18}) {
                Points queries = far(sample, factor);
                float[] rows = new float[SIZE * dims];
                image.inSameFrame().rows(queries, 0, SIZE, rows);
                float[] both = beside(columns, rows, dims);
                for (int query = 0; query < SIZE; query += 5) {
                    double stretch = image.stretch(rows, query, dims);
                    if (stretch < Double.POSITIVE_INFINITY) {
                        for (int row = 0; row < SIZE; row++) {
                            double key = queries.key(query, points, row, norm);
                            float limit = image.limit(key, stretch);
                            for (Summation summation : Summation.values()) {
                                float inFloat = summation.key(both, dims, norm, SIZE + query, row);
                                if (inFloat > limit) {
                                    throw new AssertionError(sample + ", " + norm + ", " + summation + ", factor="
                                            + factor + ", query=" + query + ", row=" + row + ": " + inFloat
                                            + " is beyond " + limit);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static Points far(Sample sample, double factor) {
        double[] rows = sample.rows(new Random(sample.seed() + 1));
        for (int i = 0; i < rows.length; i++) {
            double scaled = i % 2 == 0 ? rows[i] * factor : rows[i];
            rows[i] = Math.max(-Points.MAX_MAGNITUDE, Math.min(Points.MAX_MAGNITUDE, scaled));
        }
        return Points.of(rows, sample.dims());
    }

    /** Columns of the points, then of the queries. */
    private static float[] beside(float[] columns, float[] rows, int dims) {
        int stride = columns.length / dims;
        float[] both = new float[2 * SIZE * dims];
        for (int dim = 0; dim < dims; dim++) {
            for (int row = 0; row < SIZE; row++) {
                both[dim * 2 * SIZE + row] = columns[dim * stride + row];
                both[dim * 2 * SIZE + SIZE + row] = rows[row * dims + dim];
            }
        }
        return both;
    }

    @ParameterizedTest
    @ValueSource(strings = {"euclidean", "manhattan", "chebyshev", "lp:3", "lp:1.5"})
    void shouldHaveALimitThatLeavesOutWhatIsFarBeyond(Metric metric) {
        Norm norm = metric.norm();
        Points points = points(new Sample(Shape.UNIFORM, 100, 3, 1));
        Float32Frame image = new Float32Frame(points, points, norm, WORKERS);
        double key = norm.key(0.25);
        double scaled = norm.isPower() ? Math.pow(image.scaled(key), norm.exponent()) : norm.key(image.scaled(key));
        assertTrue(image.limit(key, 1) < scaled * 1.00001);
        assertTrue(image.limit(key, 1) >= scaled);
        assertTrue(image.limit(0, 1) > 0);
        assertTrue(image.limit(0, 1) < 1e-5);
        assertTrue(image.limit(key, 1000) > image.limit(key, 1));
        assertEquals(Float.MAX_VALUE, image.limit(Double.POSITIVE_INFINITY, 1));
        assertEquals(Float.MAX_VALUE, image.limit(Double.MAX_VALUE, 1));
    }

    @Test
    void shouldStretchByTheLargestCoordinate() {
        Points points = Points.of(new double[] {0, 1}, 2);
        Float32Frame image = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS);
        float[] rows = {0.5f, -1, 3, -17.5f, 0x1p19f, 0, 0x1p20f, 1, Float.POSITIVE_INFINITY, 0, 1e30f, -1e30f};
        double[] expected = {
            1, 17.5, 0x1p19, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY
        };
        for (int row = 0; row < expected.length; row++) {
            assertEquals(expected[row], image.stretch(rows, row, 2), "row=" + row);
        }
        float[] noNumber = {Float.NaN, 0, Float.NEGATIVE_INFINITY, 2, 3, Float.NaN};
        for (int row = 0; row < 3; row++) {
            assertEquals(Double.POSITIVE_INFINITY, image.stretch(noNumber, row, 2), "row=" + row);
        }
    }

    /** Sums of powers that no float holds would be infinite, and all alike. */
    @ParameterizedTest
    @CsvSource({"lp:1.5, 16, 1048576", "lp:3, 1, 4e12", "lp:17, 16, 144", "lp:64, 1, 2.92", "lp:64, 16, 2.75"})
    void shouldCallQueriesFarWhosePowersAreTooLarge(Metric metric, int dims, double above) {
        Points points = Points.of(new double[dims], dims);
        Float32Frame image = new Float32Frame(points, points, metric.norm(), WORKERS);
        float[] row = new float[dims];
        float near = 1;
        for (float far = 1; far < 0x1p21f; far += Math.ulp(far) * 0x1p12f) {
            Arrays.fill(row, far);
            near = image.stretch(row, 0, dims) < Double.POSITIVE_INFINITY ? far : near;
        }
        assertTrue(near > 0.98 * Math.min(above, 0x1p20) && near <= above, "near=" + near);
        float largest = Summation.FORWARD.power(metric.norm().code(), near + 1) * dims;
        assertTrue(largest < Float.POSITIVE_INFINITY, "largest=" + largest);
    }

    /** Many dimensions, of values that add up and of such that do not. */
    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "CLUSTERED", "GRID", "EXTREMES"})
    void shouldBoundTheErrorInManyDimensions(Shape shape) {
        Sample sample = new Sample(shape, 12, 900, 3);
        forAllDistances(sample, points(sample), Distances::assertWithinBound);
        forAllDistances(sample, points(sample), Distances::assertSound);
    }

    @Test
    void shouldTellInnerProductsApartOnBothSidesOfZero() {
        Points points = Points.of(new double[] {3, -1, 0.5, 7, 7.5, -8}, 1);
        Float32Frame image = new Float32Frame(points, points, Norm.INNER_PRODUCT, WORKERS);
        assertTrue(image.surelyNearer(-40, -39));
        assertTrue(image.surelyNearer(-1, 1));
        assertTrue(image.surelyNearer(39, 40));
        assertFalse(image.surelyNearer(-39, -40));
        assertFalse(image.surelyNearer(-39, -39));
        assertFalse(image.surelyNearer(39, 39.000001));
        assertFalse(image.surelyNearer(-39.000001, -39));
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

    /** Exact within the frame, on the points' grid; not outside, not between. */
    @Test
    void shouldKnowWhetherQueriesAreExactToo() {
        Points points = Points.of(new double[] {0, 0, 16, 16, 3, 5}, 2);
        Float32Frame image = new Float32Frame(points, points, Norm.EUCLIDEAN, WORKERS);
        image.of(points);
        assertTrue(isExactWith(image, 4, 9));
        assertTrue(isExactWith(image, 0, 16));
        assertFalse(isExactWith(image, 4, 25));
        assertFalse(isExactWith(image, -9, 4));
        assertFalse(isExactWith(image, 4, 1 / 3.0));
        assertFalse(isExactWith(image, 4, 1e-30));
        assertFalse(isExactWith(image, 0x1p500, 4));
        assertTrue(image.isExact(), "queries are not the frame's");
    }

    private static boolean isExactWith(Float32Frame image, double x, double y) {
        Float32Frame queries = image.inSameFrame();
        queries.rows(Points.of(new double[] {x, y}, 2), 0, 1, new float[2]);
        return queries.isExact();
    }

    /** A margin that is enough for a query in the frame is not for one far outside. */
    @Test
    void shouldTellFarFromNearByTheStretchOfTheQuery() {
        Points points = points(new Sample(Shape.UNIFORM, 100, 1, 1));
        Float32Frame image = new Float32Frame(points, points, Norm.MANHATTAN, WORKERS);
        assertTrue(image.surelyNearer(0.1, 0.11, 1));
        assertTrue(image.surelyNearer(0.1, 0.11, 1000));
        assertFalse(image.surelyNearer(0.1, 0.11, 400_000));
        assertFalse(image.surelyNearer(0.1, 0.11, Double.POSITIVE_INFINITY));
    }
}
