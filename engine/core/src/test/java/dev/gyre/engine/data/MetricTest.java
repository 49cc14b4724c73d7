package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricTest {

    private static final double TOLERANCE_KM = 1e-8;
    private static final double NEAR_ANTIPODE_KM = 5e-4;
    private static final double HALF_CIRCLE_KM = Math.PI * Metric.EARTH_RADIUS_KM;

    @Test
    void shouldLeavePointsAsTheyAreForEuclidean() {
        Points points = Points.of(new double[] {1, 2, 3}, 3);
        assertSame(points, Metric.EUCLIDEAN.toSpace(points));
        assertEquals(5, Metric.EUCLIDEAN.distance(25));
        assertEquals(Double.POSITIVE_INFINITY, Metric.EUCLIDEAN.distance(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @CsvSource({
        // Paris - London, New York - Tokyo, Sydney - Auckland: lon, lat, lon, lat, km from and to
        "2.3522, 48.8566, -0.1276, 51.5072, 343, 344",
        "-74.0060, 40.7128, 139.6917, 35.6895, 10840, 10860",
        "151.2093, -33.8688, 174.7633, -36.8485, 2150, 2165"
    })
    void shouldGiveKnownDistancesBetweenCities(
            double lon1, double lat1, double lon2, double lat2, double from, double to) {
        double distance = haversine(lon1, lat1, lon2, lat2);
        assertEquals((from + to) / 2, distance, (to - from) / 2);
        assertEquals(distance, haversine(lon2, lat2, lon1, lat1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithTheTextbookFormulaOnRandomPairs(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            double lon1 = random.nextDouble() * 720 - 360;
            double lat1 = random.nextDouble() * 180 - 90;
            double reach = Math.scalb(1, -random.nextInt(30));
            double lon2 = lon1 + (random.nextDouble() * 360 - 180) * reach;
            double lat2 = Math.max(-90, Math.min(90, lat1 + (random.nextDouble() * 180 - 90) * reach));
            double expected = textbook(lon1, lat1, lon2, lat2);
            if (expected < 0.99 * HALF_CIRCLE_KM) {
                assertEquals(
                        expected,
                        haversine(lon1, lat1, lon2, lat2),
                        TOLERANCE_KM,
                        () -> "seed=" + seed + ": " + lon1 + " " + lat1 + " " + lon2 + " " + lat2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // across the date line, the same point on both sides of it, and longitudes beyond it
        "179.5, 10, -179.5, 10",
        "180, 45, -180, 45",
        "190, 20, -170, 20",
        "540, -30, 180, -30",
        "-725.25, 33, -5.25, 33",
        "1000000000, 5, -80, 5",
        // poles: the longitude does not matter
        "0, 90, 123, 90",
        "17, -90, -99, -90",
        "0, 90, 55, 89.999",
        "0, 0, 90, 0",
        "0, 0, 0, 90"
    })
    void shouldAgreeWithTheTextbookFormulaOnSpecialPairs(double lon1, double lat1, double lon2, double lat2) {
        assertEquals(textbook(lon1 % 360, lat1, lon2 % 360, lat2), haversine(lon1, lat1, lon2, lat2), TOLERANCE_KM);
    }

    @Test
    void shouldGiveExactlyZeroForEqualPoints() {
        Random random = new Random(4);
        for (int i = 0; i < 1000; i++) {
            double lon = random.nextDouble() * 360 - 180;
            double lat = random.nextDouble() * 180 - 90;
            assertEquals(0, haversine(lon, lat, lon, lat), () -> lon + " " + lat);
        }
    }

    @Test
    void shouldStayWithinHalfAMeterNearTheAntipode() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            double lon = random.nextDouble() * 360 - 180;
            double lat = random.nextDouble() * 180 - 90;
            double off = i % 2 == 0 ? 0 : Math.scalb(random.nextDouble(), -random.nextInt(40));
            double offLat = Math.max(-90, Math.min(90, -lat + off));
            double expected = HALF_CIRCLE_KM - textbook(lon + 180, -lat, lon + 180 + off, offLat);
            double actual = haversine(lon, lat, lon + 180 + off, offLat);
            assertEquals(expected, actual, NEAR_ANTIPODE_KM, () -> lon + " " + lat + " " + off);
        }
    }

    @Test
    void shouldRefuseLatitudesBeyondThePoles() {
        Points points = Points.of(new double[] {0, 90, 0, -90, 0, 90.5}, 2);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Metric.HAVERSINE.toSpace(points));
        assertEquals("latitude must be in -90..90: row=2, column=1, value=90.5", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldRefuseOtherThanTwoDimensions(int dims) {
        Points points = Points.of(new double[dims], dims);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Metric.HAVERSINE.toSpace(points));
        assertEquals(
                "haversine needs points of 2 dimensions, longitude and latitude in degrees: dims=" + dims,
                e.getMessage());
    }

    @Test
    void shouldTakeNoPoints() {
        assertEquals(0, Metric.HAVERSINE.toSpace(Points.of(new double[0], 2)).size());
        assertEquals(Double.POSITIVE_INFINITY, Metric.HAVERSINE.distance(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @CsvSource({
        "euclidean, 0",
        "squared-euclidean, 0",
        "manhattan, 1",
        "chebyshev, 2",
        "haversine, 0",
        "cosine, 0",
        "inner-product, 3",
        "hamming, 4",
        "lp:3, 50331648"
    })
    void shouldOrderByItsNorm(Metric metric, int code) {
        assertEquals(code, metric.norm().code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"euclidean", "manhattan", "chebyshev", "hamming", "lp:3"})
    void shouldMeasureInTheCoordinatesOwnUnit(Metric metric) {
        Points points = Points.of(new double[] {1, 2, 3}, 3);
        assertSame(points, metric.toSpace(points));
        assertEquals(7, metric.distance(metric.key(7)));
        assertEquals(metric.norm().key(7), metric.key(7));
    }

    @Test
    void shouldTurnKilometersIntoSquaredChords() {
        assertEquals(0, Metric.HAVERSINE.key(0));
        assertEquals(1, Metric.HAVERSINE.key(HALF_CIRCLE_KM / 3), 1e-15);
        assertEquals(2, Metric.HAVERSINE.key(HALF_CIRCLE_KM / 2), 1e-15);
        assertEquals(4, Metric.HAVERSINE.key(HALF_CIRCLE_KM * (1 - 1e-9)), 1e-15);
    }

    @Test
    void shouldTurnKeysOnTheSphereBackIntoTheDistance() {
        Random random = new Random(6);
        for (int i = 0; i < 100_000; i++) {
            double distance = HALF_CIRCLE_KM * Math.scalb(random.nextDouble(), -random.nextInt(50));
            double tolerance = distance < 0.99 * HALF_CIRCLE_KM ? TOLERANCE_KM : NEAR_ANTIPODE_KM;
            assertEquals(distance, Metric.HAVERSINE.distance(Metric.HAVERSINE.key(distance)), tolerance);
        }
    }

    @Test
    void shouldGiveKeysOnTheSphereThatNeverDecrease() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            double distance = HALF_CIRCLE_KM * (i % 2 == 0 ? random.nextDouble() : 1 - random.nextDouble() * 1e-7);
            double next = Math.nextUp(distance);
            assertTrue(Metric.HAVERSINE.key(distance) <= Metric.HAVERSINE.key(next), () -> "at " + distance);
        }
    }

    /** Keys of many magnitudes and the next larger ones, and the smallest keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "euclidean",
                "squared-euclidean",
                "manhattan",
                "chebyshev",
                "haversine",
                "cosine",
                "hamming",
                "lp:3"
            })
    void shouldHaveEveryDistanceWithinItselfAndNotWithinTheNumberBelow(Metric metric) {
        Random random = new Random(10);
        for (int i = 0; i < 20_000; i++) {
            double key = i < 4 ? i * Double.MIN_VALUE : (1 + random.nextDouble()) * Math.scalb(2, -random.nextInt(60));
            double distance = metric.distance(key);
            double next = metric.distance(Math.nextUp(key));
            String what = "seed=10, i=" + i + ", key=" + key;
            assertTrue(distance <= next, what);
            assertTrue(key <= metric.largestKey(distance), what);
            assertTrue(distance == 0 || key > metric.largestKey(Math.nextDown(distance)), what);
        }
        assertEquals(Double.POSITIVE_INFINITY, metric.largestKey(Double.POSITIVE_INFINITY));
        assertEquals(metric.largestKey(0), metric.largestKey(-0.0));
        assertThrows(IllegalArgumentException.class, () -> metric.largestKey(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> metric.largestKey(-1));
    }

    @Test
    void shouldHaveEveryPairWithinTheLargestDistance() {
        assertEquals(Double.POSITIVE_INFINITY, Metric.COSINE.largestKey(2));
        assertEquals(Double.POSITIVE_INFINITY, Metric.HAVERSINE.largestKey(HALF_CIRCLE_KM));
        assertEquals(2, Metric.COSINE.distance(Math.nextUp(4.0)));
        assertEquals(0, Metric.EUCLIDEAN.largestKey(1e-170));
        assertEquals(Double.POSITIVE_INFINITY, Metric.EUCLIDEAN.largestKey(1e170));
        assertThrows(IllegalArgumentException.class, () -> Metric.INNER_PRODUCT.largestKey(3));
    }

    /** Rounding makes some squared chords of antipodes larger than 4. */
    @Test
    void shouldTakeInEveryPairFromHalfTheCircumferenceOn() {
        for (double distance : new double[] {HALF_CIRCLE_KM, 30_000, 1e300, Double.POSITIVE_INFINITY}) {
            assertEquals(Double.POSITIVE_INFINITY, Metric.HAVERSINE.key(distance));
        }
        Random random = new Random(8);
        double largest = 0;
        for (int i = 0; i < 1000; i++) {
            double lon = random.nextDouble() * 180;
            double lat = random.nextDouble() * 180 - 90;
            Points space = Metric.HAVERSINE.toSpace(Points.of(new double[] {lon, lat, lon - 180, -lat}, 2));
            largest = Math.max(largest, space.distanceSq(0, space, 1));
        }
        assertTrue(largest > 4, "the largest is " + largest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "euclidean",
                "squared-euclidean",
                "manhattan",
                "chebyshev",
                "haversine",
                "cosine",
                "hamming",
                "lp:3"
            })
    void shouldRefuseDistancesBelowZeroAndNaN(Metric metric) {
        for (double distance : new double[] {-1, -1e5, Double.NEGATIVE_INFINITY, Double.NaN}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> metric.key(distance));
            assertEquals("distance must be 0 or more: distance=" + distance, e.getMessage());
        }
    }

    @Test
    void shouldBeFoundByItsName() {
        for (Metric metric : Metric.builtIn()) {
            assertSame(metric, Metric.named(metric.name()));
            assertEquals(metric.name(), metric.toString());
        }
        assertEquals(Metric.lp(2.5), Metric.named("lp:2.5"));
        assertEquals("lp:2.5", Metric.lp(2.5).name());
        assertSame(Metric.MANHATTAN, Metric.named("lp:1"));
        assertSame(Metric.EUCLIDEAN, Metric.named("lp:2"));
        assertSame(Metric.CHEBYSHEV, Metric.named("lp:inf"));
        assertEquals(9, Metric.names().size());
        assertTrue(Metric.names().contains("lp:P"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Euclidean", "minkowski", "lp:", "lp:x", "lp"})
    void shouldListTheNamesWhereThereIsNone(String name) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Metric.named(name));
        assertEquals(
                "there is no metric of this name: name=" + name + ", names=euclidean, squared-euclidean, manhattan, "
                        + "chebyshev, haversine, cosine, inner-product, hamming, lp:P with P in 1..64",
                e.getMessage());
    }

    @Test
    void shouldRoundExponentsToFloatsWithinTheRangeOnly() {
        assertEquals(Metric.lp(1.1f), Metric.lp(1.1));
        assertEquals(Metric.lp(1.1).hashCode(), Metric.lp(1.1f).hashCode());
        assertNotEquals(Metric.lp(1.1), Metric.lp(1.2));
        assertNotEquals(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN);
        for (double p : new double[] {Math.nextDown(1), Math.nextUp(64.0), 1e300, -1, Double.NaN}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Metric.lp(p));
            assertTrue(e.getMessage().startsWith("the exponent of a norm must be in 1..64 or infinite: p="));
        }
    }

    @Test
    void shouldSquareTheDistanceWhereAsked() {
        assertEquals(25, Metric.SQUARED_EUCLIDEAN.distance(25));
        assertEquals(25, Metric.SQUARED_EUCLIDEAN.key(25));
    }

    @Test
    void shouldCountTheDimensionsOfItsSpace() {
        assertEquals(3, Metric.HAVERSINE.spaceDims(2));
        for (Metric metric : Metric.builtIn()) {
            Points one = Points.of(new double[] {1, 2}, 2);
            assertEquals(metric.toSpace(one).dims(), metric.spaceDims(2), metric::name);
        }
    }

    @Test
    void shouldMeasureTheCosineOfTheAngle() {
        assertEquals(0, cosine(1, 2, 3, 1, 2, 3));
        assertEquals(0, cosine(1, 2, 3, 0x1p-300, 0x1p-299, 3 * 0x1p-300));
        assertEquals(1, cosine(1, 0, 0, 0, 5, 0), 1e-15);
        assertEquals(2, cosine(1, 1, 0, -3, -3, 0), 1e-15);
        assertEquals(1 - Math.sqrt(0.5), cosine(1, 0, 0, 7, 7, 0), 1e-15);
        // An angle of 1e-9, whose cosine is 1 in double.
        assertEquals(0.5e-18, cosine(1, 0, 0, 1, 1e-9, 0), 1e-24);
        Random random = new Random(9);
        for (int i = 0; i < 10_000; i++) {
            double[] v = random.doubles(6, -1, 1).toArray();
            double dot = v[0] * v[3] + v[1] * v[4] + v[2] * v[5];
            double lengths =
                    Math.sqrt((v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]));
            assertEquals(1 - dot / lengths, cosine(v), 3e-15);
            double tripled = cosine(v[0], v[1], v[2], 3 * v[0], 3 * v[1], 3 * v[2]);
            assertTrue(tripled < 1e-31, () -> "of one direction: " + tripled);
        }
    }

    private static double cosine(double... two) {
        Points space = Metric.COSINE.toSpace(Points.of(two, 3));
        return Metric.COSINE.distance(space.key(0, space, 1, Metric.COSINE.norm()));
    }

    @Test
    void shouldMakeUnitVectorsOfAnyMagnitude() {
        for (double magnitude : new double[] {Points.MAX_MAGNITUDE, 1e100, 1e-100, 1e-300, Double.MIN_VALUE}) {
            Points space = Metric.COSINE.toSpace(Points.of(new double[] {magnitude, -magnitude, 0, 0}, 4));
            assertArrayEquals(new double[] {Math.sqrt(0.5), -Math.sqrt(0.5), 0, 0}, space.point(0), 2e-16);
        }
    }

    @Test
    void shouldRefuseVectorsWithoutADirection() {
        Points points = Points.of(new double[] {1, 0, -0.0, 0, 0, 0}, 2);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Metric.COSINE.toSpace(points));
        assertEquals("a vector of zeros has no direction: row=1", e.getMessage());
    }

    @Test
    void shouldTakeInEveryPairFromOppositeDirectionsOn() {
        assertEquals(1, Metric.COSINE.key(0.5));
        assertEquals(Double.POSITIVE_INFINITY, Metric.COSINE.key(2));
        assertEquals(Double.POSITIVE_INFINITY, Metric.COSINE.distance(Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0.5, 16777216, 1e100, -Double.MIN_VALUE})
    void shouldTakeWordsOfBitsAlone(double value) {
        Points points = Points.of(new double[] {0, -0.0, Norm.MAX_WORD, value}, 2);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Metric.HAMMING.toSpace(points));
        assertEquals("hamming needs whole numbers in 0..16777215: row=1, column=1, value=" + value, e.getMessage());
    }

    @Test
    void shouldHaveNoRadiusOfInnerProducts() {
        assertThrows(IllegalArgumentException.class, () -> Metric.INNER_PRODUCT.key(3));
    }

    private static double haversine(double lon1, double lat1, double lon2, double lat2) {
        Points space = Metric.HAVERSINE.toSpace(Points.of(new double[] {lon1, lat1, lon2, lat2}, 2));
        double sum = 0;
        for (int dim = 0; dim < space.dims(); dim++) {
            double difference = space.coordinate(0, dim) - space.coordinate(1, dim);
            sum += difference * difference;
        }
        return Metric.HAVERSINE.distance(sum);
    }

    /** The haversine formula with angles; computes the arc from both its sine and its cosine. */
    private static double textbook(double lon1, double lat1, double lon2, double lat2) {
        double phi1 = Math.toRadians(lat1);
        double phi2 = Math.toRadians(lat2);
        double sinPhi = Math.sin(Math.toRadians(lat2 - lat1) / 2);
        double sinLambda = Math.sin(Math.toRadians(lon2 - lon1) / 2);
        double h = sinPhi * sinPhi + Math.cos(phi1) * Math.cos(phi2) * sinLambda * sinLambda;
        return 2 * Metric.EARTH_RADIUS_KM * Math.atan2(Math.sqrt(h), Math.sqrt(1 - Math.min(1, h)));
    }
}
