package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What windows of longitudes and latitudes must do on every device. */
public abstract class SphereWindowsContract extends EngineContract {

    private static final KdTreeOptions ON_SPHERE = KdTreeOptions.DEFAULT.withMetric(Metric.HAVERSINE);
    private static final int WINDOWS = 60;
    private static final BigDecimal TURN = BigDecimal.valueOf(360);

    private static final double[] LONGITUDES = {
        -180,
        180,
        0,
        -0.0,
        90,
        -90,
        Math.nextDown(180.0),
        Math.nextUp(-180.0),
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        179,
        -179,
        1e-12
    };

    private static final double[] LATITUDES = {-90, 90, 0, Math.nextDown(90.0), -89.9999999, 1e-300, 45};

    private static double draw(double[] special, double limit, Random random) {
        return random.nextInt(3) == 0 ? special[random.nextInt(special.length)] : (random.nextDouble() * 2 - 1) * limit;
    }

    /** Draws points; some have longitudes of more turns. */
    private static Points points(int size, Random random) {
        double[] rows = new double[2 * size];
        for (int row = 0; row < size; row++) {
            rows[2 * row] = draw(LONGITUDES, 180, random) + 360 * (random.nextInt(3) == 0 ? random.nextInt(9) - 4 : 0);
            rows[2 * row + 1] = draw(LATITUDES, 90, random);
        }
        return Points.of(rows, 2);
    }

    /** Draws corners, most of whose sides are coordinates of points. */
    private static Points[] corners(Points points, Random random) {
        double[] low = new double[2 * WINDOWS];
        double[] high = new double[2 * WINDOWS];
        for (int at = 0; at < low.length; at += 2) {
            low[at] = longitude(points, random);
            high[at] = longitude(points, random);
            double south = latitude(points, random);
            double north = latitude(points, random);
            low[at + 1] = Math.min(south, north);
            high[at + 1] = Math.max(south, north);
        }
        return new Points[] {Points.of(low, 2), Points.of(high, 2)};
    }

    private static double longitude(Points points, Random random) {
        double of = points.size() == 0 ? 999 : points.coordinate(random.nextInt(points.size()), 0);
        return random.nextBoolean() && Math.abs(of) <= 180 ? of : draw(LONGITUDES, 180, random);
    }

    private static double latitude(Points points, Random random) {
        return random.nextBoolean() && points.size() > 0
                ? points.coordinate(random.nextInt(points.size()), 1)
                : draw(LATITUDES, 90, random);
    }

    /** Returns the place of a longitude eastward from 0, below 360, in decimal numbers without rounding. */
    private static BigDecimal eastward(double longitude) {
        BigDecimal place = new BigDecimal(longitude).remainder(TURN);
        return place.signum() < 0 ? place.add(TURN) : place;
    }

    /** Returns the points in each window; counts eastward from its western side. */
    private static int[][] inside(Points points, Points lower, Points upper) {
        BigDecimal[] places = IntStream.range(0, points.size())
                .mapToObj(row -> eastward(points.coordinate(row, 0)))
                .toArray(BigDecimal[]::new);
        int[][] inside = new int[WINDOWS][];
        for (int window = 0; window < WINDOWS; window++) {
            double south = lower.coordinate(window, 1);
            double north = upper.coordinate(window, 1);
            BigDecimal west = eastward(lower.coordinate(window, 0));
            BigDecimal across =
                    new BigDecimal(upper.coordinate(window, 0)).subtract(new BigDecimal(lower.coordinate(window, 0)));
            BigDecimal width = across.signum() < 0 ? across.add(TURN) : across;
            inside[window] = IntStream.range(0, points.size())
                    .filter(row -> points.coordinate(row, 1) >= south && points.coordinate(row, 1) <= north)
                    .filter(row -> Math.abs(points.coordinate(row, 1)) == 90 || isWithin(places[row], west, width))
                    .toArray();
        }
        return inside;
    }

    private static boolean isWithin(BigDecimal place, BigDecimal west, BigDecimal width) {
        BigDecimal east = place.subtract(west);
        return (east.signum() < 0 ? east.add(TURN) : east).compareTo(width) <= 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 17, 400, 3000})
    void shouldFindPointsInWindowsAsTheOracle(int size) {
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            Points points = points(size, random);
            Points[] corners = corners(points, random);
            String what = "seed=" + seed + ", size=" + size;
            int[][] expected = once(what, () -> inside(points, corners[0], corners[1]));
            try (KdTree tree = engine().kdTree(points, ON_SPHERE)) {
                Matches found = tree.inBox(corners[0], corners[1]);
                for (int window = 0; window < WINDOWS; window++) {
                    assertArrayEquals(
                            expected[window],
                            found.ids(window),
                            what + ", window=" + window + " of " + corners[0].coordinate(window, 0) + " "
                                    + corners[0].coordinate(window, 1) + " to " + corners[1].coordinate(window, 0) + " "
                                    + corners[1].coordinate(window, 1));
                }
                int[] counts = IntStream.range(0, WINDOWS).map(found::count).toArray();
                assertArrayEquals(counts, tree.countInBox(corners[0], corners[1]), what);
                List<Integer> parts = new ArrayList<>();
                tree.inBox(corners[0], corners[1], Monitor.NONE, (first, part) -> parts.add(part.size()));
                assertEquals(
                        found.size(), parts.stream().mapToInt(Integer::intValue).sum(), what);
            }
        }
    }

    @Test
    void shouldCrossThe180thMeridian() {
        Points islands = Points.of(new double[] {178.4, -18.1, -175.2, -21.1, 174.8, -41.3, -180, -16.8}, 2);
        try (KdTree tree = engine().kdTree(islands, ON_SPHERE)) {
            Points west = Points.of(new double[] {175, -30, -180, -30, 170, -30}, 2);
            Points east = Points.of(new double[] {-170, 0, 180, 0, 180, 0}, 2);
            Matches found = tree.inBox(west, east);
            assertArrayEquals(new int[] {0, 1, 3}, found.ids(0));
            assertArrayEquals(new int[] {0, 1, 3}, found.ids(1));
            assertArrayEquals(new int[] {0, 3}, found.ids(2), "-180 is 180");
        }
    }

    @Test
    void shouldLeaveOutDroppedDuplicates() {
        Points points = Points.of(new double[] {10, 20, 30, 40, 10, 20}, 2);
        KdTreeOptions dropping = ON_SPHERE.withDuplicates(Duplicates.DROP);
        Points west = Points.of(new double[] {5, 0}, 2);
        Points east = Points.of(new double[] {15, 30}, 2);
        try (KdTree all = engine().kdTree(points, ON_SPHERE);
                KdTree some = engine().kdTree(points, dropping)) {
            assertArrayEquals(new int[] {0, 2}, all.inBox(west, east).ids(0));
            assertArrayEquals(new int[] {0}, some.inBox(west, east).ids(0));
        }
    }

    @Test
    void shouldRefuseWindowsThatAreNotOnTheSphere() {
        Points points = Points.of(new double[] {1, 2}, 2);
        try (KdTree tree = engine().kdTree(points, ON_SPHERE)) {
            Points at = Points.of(new double[] {0, 0}, 2);
            assertRefused(
                    "a window's southern side must not be north of its northern one: row=0, south=2.0, north=0.0",
                    () -> tree.inBox(points, at));
            assertRefused(
                    "corners of windows on the sphere must be in -180..180 and -90..90: row=0, longitude=190.0, "
                            + "latitude=0.0",
                    () -> tree.inBox(at, Points.of(new double[] {190, 0}, 2)));
            assertRefused(
                    "corners of windows on the sphere must be in -180..180 and -90..90: row=0, longitude=0.0, "
                            + "latitude=90.5",
                    () -> tree.countInBox(at, Points.of(new double[] {0, 90.5}, 2)));
            Points line = Points.of(new double[] {0}, 1);
            assertRefused(
                    "windows and points must have the same dimensions: windows=1, points=2",
                    () -> tree.inBox(line, line));
        }
    }
}
