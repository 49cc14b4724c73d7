package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The queries of SpatialBench on 6,000 trips and 400 buildings that are large, beside loops over all rows by JTS. */
class SpatialBenchTest extends CommandTest {

    /** Buildings are so much larger than those of SpatialBench, so that they meet, and trips are near. */
    private static final double SIZE = 600;

    private static final double SCALE = 0.001;
    private static final SpatialTables TABLES = new SpatialTables(SCALE, SIZE);
    private static final GeometryFactory GEOMETRIES = new GeometryFactory();

    @TempDir
    private static Path data;

    private static Engine engine;
    private static SpatialQueries queries;
    private static Coordinate center;
    private static List<Object[]> trips;
    private static List<Object[]> buildings;

    @BeforeAll
    static void write() throws IOException {
        engine = Engine.open(Settings.load().withDevice(Settings.JVM));
        trips = LongStream.rangeClosed(1, TABLES.trips()).mapToObj(TABLES::trip).toList();
        // At this scale no trip begins near the center of SpatialBench: another one is where most of some trips begin.
        center = trips.stream()
                .limit(200)
                .map(trip -> pickup(trip).getCoordinate())
                .max(Comparator.comparingLong(place -> trips.stream()
                        .filter(trip -> pickup(trip).getCoordinate().distance(place) < 0.1)
                        .count()))
                .orElseThrow();
        queries = new SpatialQueries(engine, TABLES.write(data), center, false);
        buildings = LongStream.rangeClosed(1, TABLES.buildings())
                .mapToObj(TABLES::building)
                .toList();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static Geometry pickup(Object... trip) {
        return (Geometry) trip[10];
    }

    private static Geometry dropoff(Object... trip) {
        return (Geometry) trip[11];
    }

    private static double number(Object cell) {
        return ((Number) cell).doubleValue();
    }

    private static LocalDate month(Object millis) {
        return LocalDate.ofInstant(Instant.ofEpochMilli((Long) millis), ZoneOffset.UTC)
                .withDayOfMonth(1);
    }

    private static void check(int query, List<List<Object>> expected) {
        SpatialQueries.Answer answer = queries.run(query);
        List<List<Object>> found =
                IntStream.range(0, answer.rows()).mapToObj(answer.row()::of).toList();
        assertEquals(expected.size(), found.size());
        for (int row = 0; row < expected.size(); row++) {
            for (int cell = 0; cell < expected.get(row).size(); cell++) {
                Object wanted = expected.get(row).get(cell);
                Object got = found.get(row).get(cell);
                if (wanted instanceof Double number) {
                    assertEquals(number, (Double) got, Math.abs(number) * 1e-9, "row " + row + ", cell " + cell);
                } else {
                    assertEquals(wanted, got, "row " + row + ", cell " + cell);
                }
            }
        }
    }

    @Test
    void shouldFollowTheDistributions() {
        assertEquals(6_000, trips.size());
        assertEquals(400, buildings.size());
        assertEquals(20_000, new SpatialTables(1).buildings());
        assertEquals(40_000, new SpatialTables(2).buildings());
        assertEquals(60_000_000, new SpatialTables(10).trips());
        double[] distances = trips.stream()
                .mapToDouble(trip -> pickup(trip).distance(dropoff(trip)))
                .sorted()
                .toArray();
        assertEquals(0.0232, distances[3_000], 0.002);
        assertEquals(0.0681, distances[5_400], 0.01);
        long far = trips.stream()
                .filter(trip -> Math.abs(pickup(trip).getCoordinate().x) > 181
                        || Math.abs(pickup(trip).getCoordinate().y) > 78)
                .count();
        assertEquals(0, far);
        // Clusters: half of the trips begin in few of 65,000 cells of a degree.
        Map<List<Long>, Long> cells = trips.stream()
                .collect(Collectors.groupingBy(
                        trip -> List.of((long) Math.floor(pickup(trip).getCoordinate().x), (long)
                                Math.floor(pickup(trip).getCoordinate().y)),
                        Collectors.counting()));
        long inLargest = cells.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(300)
                .mapToLong(Long::longValue)
                .sum();
        assertTrue(inLargest > 3_000, () -> inLargest + " trips in 300 cells");
        for (Object[] building : buildings) {
            Geometry polygon = (Geometry) building[2];
            assertTrue(polygon.getNumPoints() >= 4 && polygon.getNumPoints() <= 8);
        }
        for (Object[] trip : trips) {
            assertTrue((Long) trip[1] % 3 != 0 && (Long) trip[5] >= (Long) trip[4]);
        }
    }

    @Test
    void shouldFindTripsAroundTheCenter() {
        Geometry place = GEOMETRIES.createPoint(center);
        assertTrue(queries.run(1).rows() > 10);
        check(
                1,
                trips.stream()
                        .filter(trip -> pickup(trip).distance(place) <= SpatialQueries.CENTER_RADIUS)
                        .sorted(Comparator.comparingDouble(
                                        (Object[] trip) -> pickup(trip).distance(place))
                                .thenComparing(trip -> (Long) trip[0]))
                        .map(trip -> List.<Object>of(
                                trip[0],
                                pickup(trip).getCoordinate().x,
                                pickup(trip).getCoordinate().y,
                                trip[4],
                                pickup(trip).distance(place)))
                        .toList());
    }

    @Test
    void shouldAverageTripsByMonths() {
        Geometry box = SpatialQueries.box(center);
        assertTrue(queries.run(3).rows() > 2);
        TreeMap<LocalDate, List<Object[]>> months = trips.stream()
                .filter(trip -> pickup(trip).distance(box) <= SpatialQueries.BOX_DISTANCE)
                .collect(Collectors.groupingBy(trip -> month(trip[4]), TreeMap::new, Collectors.toList()));
        check(
                3,
                months.entrySet().stream()
                        .map(month -> List.<Object>of(
                                month.getKey(),
                                month.getValue().size(),
                                average(month.getValue(), trip -> number(trip[9])),
                                average(month.getValue(), trip -> number(trip[5]) - number(trip[4])),
                                average(month.getValue(), trip -> number(trip[6]))))
                        .toList());
    }

    private static double average(List<Object[]> some, ToDoubleFunction<Object[]> number) {
        return some.stream().mapToDouble(number).average().orElseThrow();
    }

    @Test
    void shouldFindHullsOfCustomers() {
        record Group(long customer, LocalDate month) {}
        Map<Group, List<Object[]>> groups =
                trips.stream().collect(Collectors.groupingBy(trip -> new Group((Long) trip[1], month(trip[4]))));
        List<List<Object>> expected = groups.entrySet().stream()
                .filter(group -> group.getValue().size() > 5)
                .sorted(Comparator.comparingInt((Map.Entry<Group, List<Object[]>> group) ->
                                -group.getValue().size())
                        .thenComparing(group -> group.getKey().customer)
                        .thenComparing(group -> group.getKey().month))
                .map(group -> List.<Object>of(
                        group.getKey().customer,
                        "Customer#%09d".formatted(group.getKey().customer),
                        group.getKey().month,
                        GEOMETRIES
                                .createMultiPointFromCoords(group.getValue().stream()
                                        .map(trip -> dropoff(trip).getCoordinate())
                                        .toArray(Coordinate[]::new))
                                .convexHull()
                                .getArea()))
                .toList();
        assertTrue(expected.size() > 100);
        check(5, expected);
    }

    @Test
    void shouldFindDetours() {
        List<List<Object>> expected = new ArrayList<>();
        for (Object[] trip : trips) {
            double line = pickup(trip).distance(dropoff(trip)) / SpatialQueries.DEGREES_OF_METER;
            double ratio = line == 0 ? Double.NaN : number(trip[9]) / line;
            expected.add(List.of(trip[0], trip[9], line, ratio));
        }
        expected.sort(Comparator.comparingDouble(
                        (List<Object> row) -> Double.isNaN((Double) row.get(3)) ? 1 : -(Double) row.get(3))
                .thenComparingDouble(row -> -(Double) row.get(1))
                .thenComparing(row -> (Long) row.get(0)));
        // Ratios that differ in the last bit may come in either order: the places of keys are compared with those of
        // ratios.
        SpatialQueries.Answer answer = queries.run(7);
        assertEquals(expected.size(), answer.rows());
        for (int row = 0; row < answer.rows(); row++) {
            double wanted = (Double) expected.get(row).get(3);
            double found = (Double) answer.row().of(row).get(3);
            assertTrue(Double.isNaN(wanted) ? Double.isNaN(found) : Math.abs(wanted - found) <= wanted * 1e-12);
        }
    }

    @Test
    void shouldCountTripsNearBuildings() {
        List<List<Object>> expected = new ArrayList<>();
        for (Object[] building : buildings) {
            int count = (int) trips.stream()
                    .filter(trip -> pickup(trip).distance((Geometry) building[2]) <= SpatialQueries.NEARBY)
                    .count();
            if (count > 0) {
                expected.add(List.of(building[0], building[1], count));
            }
        }
        expected.sort(Comparator.comparingInt((List<Object> row) -> -(Integer) row.get(2))
                .thenComparing(row -> (Long) row.get(0)));
        assertTrue(expected.size() > 10);
        check(8, expected);
    }

    @Test
    void shouldFindOverlaps() {
        List<List<Object>> expected = new ArrayList<>();
        for (int row = 0; row < buildings.size(); row++) {
            Geometry first = (Geometry) buildings.get(row)[2];
            for (int other = row + 1; other < buildings.size(); other++) {
                Geometry second = (Geometry) buildings.get(other)[2];
                if (first.intersects(second)) {
                    double shared = first.intersection(second).getArea();
                    double ratio = shared / (first.getArea() + second.getArea() - shared);
                    expected.add(List.of(row + 1L, other + 1L, first.getArea(), second.getArea(), shared, ratio));
                }
            }
        }
        expected.sort(Comparator.comparingDouble((List<Object> row) -> -(Double) row.get(5))
                .thenComparing(row -> (Long) row.get(0))
                .thenComparing(row -> (Long) row.get(1)));
        assertTrue(expected.size() > 10);
        check(9, expected);
    }

    @Test
    void shouldFindTheNearestBuildings() {
        List<List<Object>> expected = new ArrayList<>();
        for (Object[] trip : trips) {
            buildings.stream()
                    .map(building -> List.<Object>of(
                            trip[0],
                            pickup(trip).getCoordinate().x,
                            pickup(trip).getCoordinate().y,
                            building[0],
                            building[1],
                            pickup(trip).distance((Geometry) building[2])))
                    .sorted(Comparator.comparingDouble((List<Object> row) -> (Double) row.get(5))
                            .thenComparing(row -> (Long) row.get(3)))
                    .limit(SpatialQueries.NEIGHBORS)
                    .forEach(expected::add);
        }
        expected.sort(Comparator.comparingDouble((List<Object> row) -> (Double) row.get(5))
                .thenComparing(row -> (Long) row.get(3))
                .thenComparing(row -> (Long) row.get(0)));
        assertEquals(30_000, expected.size());
        check(12, expected);
    }

    @Test
    void shouldReportTimes() throws IOException {
        assertEquals(0, run("spatialbench", "--sf=0.001", "--quick", "--query=9,12", "--data=" + directory));
        String report = report();
        assertTrue(report.contains("| 12 | Gyre | warm |") && report.contains("| 30000 |"), report);
    }

    @Test
    void shouldTellAnswersThatDiffer() throws IOException {
        Path peer = directory.resolve("peer");
        Files.writeString(peer, "printf 'spatialbench-time\\tOther\\t%s\\t1\\t0.5\\t7\\t1.5\\t\\n' \"$2\"");
        assertEquals(
                1,
                run("spatialbench", "--sf=0.001", "--quick", "--query=9", "--data=" + directory, "--peer=sh " + peer));
        String report = report();
        assertTrue(report.contains("query 9 of Other: 7 rows, sum 1.5; of Gyre: "), report);
    }
}
