package dev.gyre.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Joins of geometries in SQL, compared with a loop over all pairs by JTS. */
class GeometryJoinTest {

    private static final long SEED = 5;
    private static final GeometryFactory FACTORY = new GeometryFactory();

    private static SparkSession session;
    private static List<Geometry> places;
    private static List<Geometry> shapes;

    @BeforeAll
    static void open() {
        session = LocalSpark.session();
        Random random = new Random(SEED);
        // Multiples of a quarter, so that many distances are equal.
        places = IntStream.range(0, 150)
                .mapToObj(i -> (Geometry) FACTORY.createPoint(at(random)))
                .toList();
        shapes = IntStream.range(0, 60)
                .mapToObj(i -> i % 3 == 0 ? FACTORY.createPoint(at(random)) : rectangle(at(random), random))
                .toList();
        table(places, 3).createOrReplaceTempView("places");
        table(shapes, 2).createOrReplaceTempView("shapes");
    }

    private static Coordinate at(Random random) {
        return new Coordinate(random.nextInt(160) / 4.0, random.nextInt(160) / 4.0);
    }

    private static Geometry rectangle(Coordinate corner, Random random) {
        Coordinate other =
                new Coordinate(corner.x + 1 + random.nextInt(8) / 4.0, corner.y + 1 + random.nextInt(8) / 4.0);
        return FACTORY.createPolygon(new Coordinate[] {
            corner, new Coordinate(other.x, corner.y), other, new Coordinate(corner.x, other.y), corner
        });
    }

    private static Dataset<Row> table(List<Geometry> geometries, int partitions) {
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < geometries.size(); row++) {
            Geometry geometry = geometries.get(row);
            rows.add(RowFactory.create((long) row, new WKBWriter().write(geometry), geometry.toText(), "n" + row));
        }
        StructType type = new StructType()
                .add("id", DataTypes.LongType)
                .add("wkb", DataTypes.BinaryType)
                .add("wkt", DataTypes.StringType)
                .add("name", DataTypes.StringType);
        return session.createDataFrame(rows, type).repartition(partitions);
    }

    private static List<String> sql(String text) {
        return LocalSpark.sorted(session.sql(text));
    }

    /** The rows of the k nearest shapes of each place, ties by id. */
    private static List<String> nearest(int k, double largest, boolean isNamed) {
        List<String> rows = new ArrayList<>();
        for (int slot = 0; slot < places.size(); slot++) {
            Geometry from = places.get(slot);
            List<Integer> near = IntStream.range(0, shapes.size())
                    .boxed()
                    .filter(shape -> from.distance(shapes.get(shape)) <= largest)
                    .sorted(Comparator.comparingDouble((Integer shape) -> from.distance(shapes.get(shape)))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(k)
                    .toList();
            for (int rank = 0; rank < near.size(); rank++) {
                int shape = near.get(rank);
                rows.add("[" + slot + "," + (rank + 1) + "," + shape + "," + from.distance(shapes.get(shape))
                        + (isNamed ? ",n" + slot + ",n" + shape : "") + "]");
            }
        }
        return rows.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wkb", "wkt"})
    void shouldFindNearestGeometries(String column) {
        String sides = "TABLE(SELECT id, " + column + ", name FROM places), TABLE(SELECT id, " + column
                + ", name FROM shapes)";
        assertEquals(nearest(3, 100, true), sql("SELECT * FROM gyre_nearest_geometries(" + sides + ", 3)"));
        assertEquals(nearest(4, 2, true), sql("SELECT * FROM gyre_nearest_geometries(" + sides + ", 4, 2)"));
        assertEquals(
                nearest(100, 100, false),
                sql("SELECT left_id, rank, right_id, distance FROM gyre_nearest_geometries(" + sides + ", k => 100)"));
    }

    @Test
    void shouldHaveNamedColumnsThatMayBeLeftOut() {
        Dataset<Row> all = session.sql("SELECT * FROM gyre_nearest_geometries(TABLE(SELECT id, wkb, name FROM places),"
                + " TABLE(SELECT id, wkt, name, wkb FROM shapes), 2)");
        assertEquals(
                "[left_id, rank, right_id, distance, left_name, right_name, right_wkb]",
                List.of(all.columns()).toString());
        assertEquals(
                List.of("[" + 2 * places.size() + "]"),
                LocalSpark.sorted(all.select("right_name").groupBy().count()));
        assertEquals(
                nearest(2, 100, true).stream()
                        .map(row -> row.replaceAll(".*,(n\\d+)\\]", "[$1]"))
                        .sorted()
                        .toList(),
                LocalSpark.sorted(all.select("right_name")));
    }

    /** Of a table with itself, and of a result with its input. */
    @Test
    void shouldJoinATableWithItself() {
        assertEquals(
                List.of("[" + shapes.size() + "]"),
                sql("WITH near AS (SELECT * FROM gyre_nearest_geometries(TABLE(SELECT id, wkb FROM shapes),"
                        + " TABLE(SELECT id, wkb FROM shapes), 1)) SELECT count(*) FROM near a"
                        + " JOIN near b ON a.left_id = b.left_id JOIN shapes s ON s.id = b.right_id"
                        + " WHERE a.distance = 0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"intersects", "contains", "within", "covers", "covered-by", "touches"})
    void shouldJoinByPredicates(String predicate) {
        List<String> expected = new ArrayList<>();
        for (int shape = 0; shape < shapes.size(); shape++) {
            for (int slot = 0; slot < places.size(); slot++) {
                Geometry left = shapes.get(shape);
                Geometry right = places.get(slot);
                boolean holds = switch (predicate) {
                    case "intersects" -> left.intersects(right);
                    case "contains" -> left.contains(right);
                    case "within" -> left.within(right);
                    case "covers" -> left.covers(right);
                    case "covered-by" -> left.coveredBy(right);
                    default -> left.touches(right);
                };
                if (holds) {
                    expected.add("[" + shape + "," + slot + "]");
                }
            }
        }
        assertEquals(
                expected.stream().sorted().toList(),
                sql(
                        "SELECT * FROM gyre_spatial_join(TABLE(SELECT id, wkb FROM shapes), TABLE(SELECT id, wkt FROM places), '"
                                + predicate + "')"));
    }

    @Test
    void shouldJoinWithinADistance() {
        List<String> expected = Stream.of(nearest(1_000, 1.25, false))
                .flatMap(List::stream)
                .map(row -> row.replaceAll("\\[(\\d+),\\d+,(\\d+),.*", "[$1,$2]"))
                .sorted()
                .toList();
        assertEquals(
                expected,
                sql("SELECT * FROM gyre_spatial_join(TABLE(SELECT id, wkb FROM places),"
                        + " TABLE(SELECT id, wkb FROM shapes), 'within-distance', 1.25)"));
    }

    private static String nearestOf(String left, String right, String more) {
        return "SELECT left_id, right_id, round(distance, 1) FROM gyre_nearest_geometries(TABLE(SELECT 'a' AS id, "
                + left + " AS g), TABLE(SELECT 'b' AS id, " + right + " AS g), 1" + more + ")";
    }

    /** A degree of the equator on the sphere, and on the ellipsoid; across the 180th meridian. */
    @Test
    void shouldMeasureOnTheSphereAndTheEllipsoid() {
        String line = "'LINESTRING (-179 0, -170 0)'";
        assertEquals(List.of("[a,b,358.0]"), sql(nearestOf("'POINT (179 0)'", "'POINT (-179 0)'", "")));
        assertEquals(List.of("[a,b,222390.2]"), sql(nearestOf("'POINT (179 0)'", line, ", surface => 'sphere'")));
        assertEquals(List.of("[a,b,222639.0]"), sql(nearestOf("'POINT (179 0)'", line, ", surface => 'ellipsoid'")));
        assertEquals(
                List.of("[1,2]"),
                sql("SELECT * FROM gyre_spatial_join(TABLE(SELECT 1, 'POINT (179 0)'), TABLE(SELECT 2, " + line
                        + "), 'within-distance', 222640, 'ellipsoid')"));
        assertEquals(
                List.of(),
                sql("SELECT * FROM gyre_spatial_join(TABLE(SELECT 1, 'POINT (179 0)'), TABLE(SELECT 2, " + line
                        + "), 'within-distance', 222638, 'ellipsoid')"));
    }

    @Test
    void shouldReadTypesOfSpark() {
        assumeTrue(session.version().compareTo("4.2") >= 0, "GEOMETRY and GEOGRAPHY need Spark 4.2");
        session.conf().set("spark.sql.geospatial.enabled", "true");
        String west = "X'010100000000000000006066400000000000000000'";
        String east = "X'0101000000000000000060664000000000000000C0'";
        String geometry = "st_geomfromwkb(%s)";
        String geography = "st_geogfromwkb(%s)";
        assertEquals(List.of("[a,b,2.0]"), sql(nearestOf(geometry.formatted(west), geometry.formatted(east), "")));
        // Two degrees of a meridian.
        assertEquals(
                List.of("[a,b,222390.2]"), sql(nearestOf(geography.formatted(west), geography.formatted(east), "")));
        assertEquals(List.of("[a,b,222390.2]"), sql(nearestOf(geography.formatted(west), east, "")));
        assertEquals(
                List.of("[a,b,221149.5]"), sql(nearestOf(geography.formatted(west), east, ", surface => 'ellipsoid'")));
        refused(
                nearestOf(geography.formatted(west), east, ", surface => 'plane'"),
                "geographies are on the sphere or the ellipsoid: surface=plane");
        refused(
                nearestOf(geography.formatted(west), geometry.formatted(east), ""),
                "both sides must have the same coordinate system: left=geography(4326), right=geometry(0)");
    }

    @Test
    void shouldLeaveOutNullAndEmptyGeometries() {
        assertEquals(
                List.of("[1,1,7,0.0]"),
                sql(
                        "SELECT * FROM gyre_nearest_geometries(TABLE(VALUES (1, 'POINT (1 1)'), (2, NULL), (3, 'POINT EMPTY')),"
                                + " TABLE(VALUES (7, 'POINT (1 1)'), (8, NULL), (9, 'POLYGON EMPTY')), 5)"));
        assertEquals(
                List.of(),
                sql("SELECT * FROM gyre_nearest_geometries(TABLE(SELECT id, wkb FROM places WHERE id < 0),"
                        + " TABLE(SELECT id, wkb FROM shapes), 5)"));
        assertEquals(
                List.of(),
                sql("SELECT * FROM gyre_spatial_join(TABLE(SELECT id, wkb FROM places),"
                        + " TABLE(SELECT id, wkb FROM shapes WHERE id < 0), 'intersects')"));
    }

    private static void refused(String call, String message) {
        AnalysisException thrown = assertThrows(AnalysisException.class, () -> session.sql(call));
        assertEquals("DATATYPE_MISMATCH.TYPE_CHECK_FAILURE_WITH_HINT", thrown.getCondition());
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gyre_nearest_geometries(%s, %s, 0)|k must be 1 or more: k=0",
                "gyre_nearest_geometries(%s, %s, 2, -1)|distance must be 0 or more: distance=-1.0",
                "gyre_nearest_geometries(%s, %s, 2, 1, 'moon')|surface must be plane, sphere or ellipsoid: surface=moon",
                "gyre_nearest_geometries(TABLE(SELECT id FROM places), %2$s, 2)|a side of a join needs ids, then geometries",
                "gyre_nearest_geometries(TABLE(SELECT id, id AS g FROM places), %2$s, 2)|geometries must be binary (WKB), text (WKT), geometry or geography: column=g, type=bigint",
                "gyre_nearest_geometries(%s, TABLE(SELECT map(1, 2) AS m, wkb FROM places), 2)|ids must have an order: column=m",
                "gyre_spatial_join(%s, %s, 'near')|predicate",
                "gyre_spatial_join(%s, %s, 'contains', 3)|distance is for within-distance only: predicate=contains",
                "gyre_spatial_join(%s, %s, 'within-distance')|distance must be a number: distance=null",
                "gyre_spatial_join(%s, %s, 'contains', surface => 'sphere')|on the sphere there are joins within a distance alone: predicate=contains"
            })
    void shouldRefuse(String call, String message) {
        String side = "TABLE(SELECT id, wkb FROM places)";
        refused("SELECT * FROM " + call.formatted(side, side), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'POINT (1'|a geometry cannot be read as WKT: column=g, value=POINT (1",
                "X'0102FF'|a geometry cannot be read as WKB: column=g, value=0102FF",
            })
    void shouldNameWhatCannotBeRead(String value, String message) {
        fails(session.sql(nearestOf(value, "'POINT (1 1)'", "")), message);
    }

    /** Checks that a query ends with a message, of the exception or of a cause. */
    static void fails(Dataset<Row> rows, String message) {
        Exception thrown = assertThrows(Exception.class, rows::collectAsList);
        String text = Stream.iterate((Throwable) thrown, e -> e != null, Throwable::getCause)
                .map(Throwable::getMessage)
                .toList()
                .toString();
        assertTrue(text.contains(message), text);
    }

    @Test
    void shouldRefuseARightSideThatIsTooLarge() {
        String setting = "spark.gyre.geometryBytes";
        String right = "TABLE(SELECT id, wkb FROM shapes)";
        String call = "SELECT * FROM gyre_nearest_geometries(TABLE(SELECT id, wkb FROM places), " + right + ", 1)";
        List<String> rows = sql(call);
        try {
            session.conf().set(setting, "1000");
            fails(session.sql(call), "and is too large for that: it has more than 1000 bytes, as " + setting);
            fails(session.sql(call), "let the smaller side be the right one");
            // Left rows do not count.
            assertEquals(
                    1,
                    session.sql(call.replace(right, "TABLE(VALUES (1, 'POINT (1 1)'))") + " LIMIT 1")
                            .count());
            session.conf().set(setting, "100000");
            assertEquals(rows, sql(call));
            session.conf().set(setting, "much");
            fails(session.sql(call), setting + " must be a whole number: " + setting + "=much");
        } finally {
            session.conf().unset(setting);
        }
    }

    @Test
    void shouldExplain() {
        String plan = session.sql(nearestOf("'POINT (1 1)'", "'POINT (1 1)'", ", surface => 'sphere'"))
                .queryExecution()
                .toString();
        assertTrue(plan.contains("GyreGeometryJoin nearest geometries: k=1, surface=sphere, the right side to"), plan);
    }
}
