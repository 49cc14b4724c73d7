package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.InputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;

class GeoJsonTest {

    private static final String TWO = """
            {"type": "FeatureCollection", "name": "two", "features": [
              {"type": "Feature", "id": 7, "properties": {"name": "Zoë \\"Z\\"", "tags": {"name": [1, {}]}},
               "geometry": {"type": "Point", "coordinates": [1.5, -2e1, 300]}},
              {"geometry": {"coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]], "type": "Polygon"},
               "properties": {"size": 3, "name": "b"}, "bbox": [0, 0, 4, 4], "type": "Feature", "id": "x"}
            ]}
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldReadFeaturesWhateverTheOrderOfMembers() {
        List<Feature> features = read(TWO, "name");
        assertEquals("POINT (1.5 -20)", features.get(0).geometry().toText());
        assertEquals("Zoë \"Z\"", features.get(0).identifier());
        assertEquals(
                "POLYGON ((0 0, 4 0, 4 4, 0 0))", features.get(1).geometry().toText());
        assertEquals("b", features.get(1).identifier());
        assertEquals(2, features.size());
        assertEquals(
                List.of("7", "x"),
                read(TWO, "id").stream().map(Feature::identifier).toList());
        assertEquals(null, read(TWO, (String) null).get(0).identifier());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Point;[1, 2];POINT (1 2)",
                "Point;[];POINT EMPTY",
                "MultiPoint;[[1, 2], [3, 4]];MULTIPOINT ((1 2), (3 4))",
                "LineString;[[1, 2, 9], [3, 4]];LINESTRING (1 2, 3 4)",
                "LineString;[];LINESTRING EMPTY",
                "MultiLineString;[[[1, 2], [3, 4]], [[5, 6], [7, 8]]];MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))",
                "Polygon;[[[0,0],[9,0],[9,9],[0,0]],[[5,1],[8,1],[8,3],[5,1]]];"
                        + "POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 8 1, 8 3, 5 1))",
                "MultiPolygon;[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]];"
                        + "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
                "MultiPolygon;[];MULTIPOLYGON EMPTY"
            })
    void shouldReadAllTypes(String type, String coordinates, String expected) {
        String first = "{\"type\": \"" + type + "\", \"coordinates\": " + coordinates + "}";
        String last = "{\"coordinates\": " + coordinates + ", \"type\": \"" + type + "\"}";
        for (String geometry : List.of(first, last)) {
            assertEquals(
                    expected, read(geometry, (String) null).get(0).geometry().toText());
            String feature = "{\"type\": \"Feature\", \"properties\": null, \"geometry\": " + geometry + "}";
            assertEquals(
                    expected, read(feature, (String) null).get(0).geometry().toText());
            String collection = "{\"type\": \"GeometryCollection\", \"geometries\": [" + geometry + "]}";
            assertEquals(
                    expected,
                    read(collection, (String) null)
                            .get(0)
                            .geometry()
                            .getGeometryN(0)
                            .toText());
        }
    }

    @Test
    void shouldTakeFeaturesWithoutAGeometryAsEmpty() {
        List<Feature> features = read(
                "{\"features\": [{\"type\": \"Feature\", \"geometry\": null}], \"type\": \"FeatureCollection\"}",
                (String) null);
        assertTrue(features.get(0).geometry().isEmpty());
        assertEquals(List.of(), read("{\"type\": \"FeatureCollection\", \"features\": []}", "id"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'';empty",
                "[1];an object is needed",
                "{};has a type",
                "{\"type\": {\"a\": 1}, \"coordinates\": [1, 2]};has a type",
                "{\"type\": \"FeatureCollection\"};unknown type",
                "{\"type\": \"Feature\"};which may be null",
                "{\"type\": \"Circle\", \"coordinates\": [1, 2]};unknown type of geometry: type=Circle",
                "{\"type\": \"Point\"};a Point has coordinates",
                "{\"type\": \"Point\", \"coordinates\": 3};coordinates are an array",
                "{\"type\": \"Point\", \"coordinates\": [1]};a position is 2 numbers or more",
                "{\"type\": \"Point\", \"coordinates\": [1, \"2\"]};a position is 2 numbers or more",
                "{\"type\": \"Point\", \"coordinates\": [1, 1e999]};a coordinate must be finite: 1e999",
                "{\"type\": \"Point\", \"coordinates\": [1, NaN]};not JSON",
                "{\"type\": \"Point\", \"coordinates\": [[1, 2]]};Point: a position is needed",
                "{\"type\": \"LineString\", \"coordinates\": [1, 2]};LineString: an array of positions is needed",
                "{\"type\": \"LineString\", \"coordinates\": [[1, 2]]};LineString: ",
                "{\"type\": \"LineString\", \"coordinates\": [[1, 2], 3]};an array is needed among coordinates",
                "{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[1,0],[1,1]]]};Polygon: ",
                "{\"type\": \"Polygon\", \"coordinates\": [[0,0],[1,0],[1,1],[0,0]]};an array of arrays",
                "{\"type\": \"MultiPolygon\", \"coordinates\": [[[0,0],[1,0],[1,1],[0,0]]]};MultiPolygon: ",
                "{\"type\": \"GeometryCollection\"};has geometries",
                "{\"type\": \"Topology\", \"features\": []};are those of a FeatureCollection: type=Topology",
                "{\"type\": \"FeatureCollection\", \"features\": {}};an array of features is needed",
                "{\"type\": \"FeatureCollection\", \"features\": [3]};feature 1: an object is needed",
                "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Point\", \"coordinates\": [1, 2]}]};"
                        + "feature 1: the type must be Feature: type=Point",
                "{\"type\": \"FeatureCollection\", \"features\": []} 3;something follows the end",
                "{\"type\": \"FeatureCollection\", \"features\": []} x;not JSON"
            })
    void shouldRefuseWhatIsNoGeoJson(String text, String problem) {
        InputException e = assertThrows(InputException.class, () -> read(text, (String) null));
        assertTrue(e.getMessage().startsWith("test.geojson"), e::getMessage);
        assertTrue(e.getMessage().contains(problem), e::getMessage);
    }

    @Test
    void shouldNameFeatureAndPlace() {
        String text = TWO.replace("[4, 4]", "[4, \"four\"]");
        InputException e = assertThrows(InputException.class, () -> read(text, (String) null));
        assertTrue(
                e.getMessage()
                        .startsWith("test.geojson, feature 2: a position is 2 numbers or more: VALUE_STRING, line 4, "),
                e::getMessage);
        InputException none = assertThrows(InputException.class, () -> read(TWO, "size"));
        assertTrue(none.getMessage().startsWith("test.geojson, feature 1: no property \"size\""), none::getMessage);
    }

    /** Every proper beginning of a text is damaged, unless only space is missing. */
    @Test
    void shouldRefuseTruncatedText() throws IOException {
        byte[] text = TWO.strip().getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < text.length; length++) {
            InputStream cut = new ByteArrayInputStream(text, 0, length);
            String name = "length=" + length;
            assertThrows(
                    InputException.class,
                    () -> GeoJson.forEach(cut, "cut", GeoJsonOptions.DEFAULT.withIdentifier("name"), feature -> {}),
                    name);
        }
        byte[] gzip = gzip(text);
        for (int length = 1; length < gzip.length; length++) {
            InputStream cut = new ByteArrayInputStream(gzip, 0, length);
            String name = "length=" + length;
            assertThrows(
                    InputException.class,
                    () -> GeoJson.forEach(cut, "cut", GeoJsonOptions.DEFAULT.withIdentifier("name"), feature -> {}),
                    name);
        }
    }

    /** Damage gives an answer or an error that says what is wrong, and nothing else. */
    @Test
    void shouldSurviveDamage() {
        Random random = new Random(11);
        byte[] text = TWO.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 5_000; round++) {
            byte[] damaged = text.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                byte[] likely = "[]{},:\"0123456789.-e ".getBytes(StandardCharsets.UTF_8);
                damaged[random.nextInt(damaged.length)] =
                        random.nextInt(5) == 0 ? (byte) random.nextInt() : likely[random.nextInt(likely.length)];
            }
            try {
                GeoJson.forEach(
                        new ByteArrayInputStream(damaged),
                        "damaged",
                        GeoJsonOptions.DEFAULT.withIdentifier("name"),
                        feature -> {});
            } catch (InputException e) {
                assertTrue(e.getMessage().startsWith("damaged"), e::getMessage);
            } catch (RuntimeException e) {
                throw new AssertionError("round=" + round, e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadFiles(boolean compressed) throws IOException {
        byte[] text = TWO.getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("two.geojson"), compressed ? gzip(text) : text);
        assertEquals(2, GeoJson.read(file).size());
        assertEquals("b", GeoJson.read(file, "name").get(1).identifier());
        InputException e = assertThrows(InputException.class, () -> GeoJson.read(folder.resolve("none.geojson")));
        assertTrue(e.getMessage().endsWith("no such file"), e::getMessage);
    }

    @Test
    void shouldHandOutFeaturesAsTheyAreRead() {
        int[] read = new int[1];
        InputStream text = new ByteArrayInputStream(TWO.replace("]}\n", "").getBytes(StandardCharsets.UTF_8));
        assertThrows(
                InputException.class, () -> GeoJson.forEach(text, "cut", GeoJsonOptions.DEFAULT, feature -> read[0]++));
        assertEquals(2, read[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:OGC:1.3:CRS84\"}}",
                "{\"type\": \"name\", \"properties\": {\"name\": \"EPSG:4326\"}}",
                "{\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:EPSG::4269\"}}",
                "{\"type\": \"name\", \"properties\": {\"name\": \"http://www.opengis.net/def/crs/EPSG/0/4326\"}}",
                "{\"type\": \"EPSG\", \"properties\": {\"code\": 4326}}"
            })
    void shouldReadLongitudesAndLatitudes(String system) {
        assertEquals(2, read(withSystem(system), "name").size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:EPSG::3857\"}};urn:ogc:def:crs:EPSG::3857",
                "{\"properties\": {\"name\": \"EPSG:25832\"}, \"type\": \"name\"};EPSG:25832",
                "{\"type\": \"name\", \"properties\": {\"name\": \"EPSG:43260\"}};EPSG:43260",
                "{\"type\": \"EPSG\", \"properties\": {\"code\": 2154}};EPSG:2154"
            })
    void shouldRefuseOtherSystemsUnlessAskedFor(String system, String name) {
        InputException e = assertThrows(InputException.class, () -> read(withSystem(system), (String) null));
        assertTrue(e.getMessage().contains("\"crs\" says " + name + ", line 1, column "), e::getMessage);
        List<String> systems = new ArrayList<>();
        assertEquals(
                2,
                read(withSystem(system), GeoJsonOptions.DEFAULT.withSystems(systems::add))
                        .size());
        assertEquals(List.of(name), systems);
    }

    private static String withSystem(String system) {
        return TWO.replaceFirst("\"name\": \"two\"", "\"crs\": " + system);
    }

    @Test
    void shouldRefuseDeepNesting() {
        for (int levels : new int[] {100, 101, 400, 3_000}) {
            String text = "{\"type\": \"GeometryCollection\", \"geometries\": [".repeat(levels)
                    + "{\"type\": \"Point\", \"coordinates\": [1, 2]}" + "]}".repeat(levels);
            if (levels <= 100) {
                assertEquals(1, read(text, (String) null).get(0).geometry().getNumPoints());
            } else {
                InputException e = assertThrows(InputException.class, () -> read(text, (String) null));
                assertTrue(e.getMessage().contains("nested in more than 100 levels, line 1, column"), e::getMessage);
            }
        }
        String arrays = "{\"type\": \"Polygon\", \"coordinates\": " + "[".repeat(100_000);
        InputException e = assertThrows(InputException.class, () -> read(arrays, (String) null));
        assertTrue(e.getMessage().contains("nested in more than 4 arrays, line 1, column"), e::getMessage);
        String unknown = "{\"unknown\": " + "[".repeat(100_000);
        InputException other = assertThrows(InputException.class, () -> read(unknown, (String) null));
        assertTrue(other.getMessage().contains("nesting depth"), other::getMessage);
    }

    @Test
    void shouldLeaveOutFeaturesThatCannotBeRead() {
        String text = "{\"type\": \"FeatureCollection\", \"features\": ["
                + String.join(
                        ",",
                        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, {\"a\": [2]}]}}",
                        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}}",
                        "7",
                        "[[{}]]",
                        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[1, 2], [3, 4]]]}}",
                        "{\"type\": \"Feature\"}",
                        "{\"type\": \"Feature\", \"geometry\": "
                                + "{\"type\": \"GeometryCollection\", \"geometries\": [".repeat(101)
                                + "]}".repeat(101) + "}",
                        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [3, 4]}}")
                + "]}";
        assertThrows(InputException.class, () -> read(text, (String) null));
        List<String> problems = new ArrayList<>();
        List<Feature> features =
                read(text, GeoJsonOptions.DEFAULT.withProblems(problem -> problems.add(problem.getMessage())));
        assertEquals(
                List.of("2 POINT (1 2)", "8 POINT (3 4)"),
                features.stream()
                        .map(feature -> feature.number() + " " + feature.geometry())
                        .toList());
        assertEquals(6, problems.size(), problems::toString);
        assertTrue(problems.get(3).startsWith("test.geojson, feature 5: Polygon: "), problems::toString);
        assertThrows(
                InputException.class,
                () -> read(text.substring(0, text.length() - 60), GeoJsonOptions.DEFAULT.withProblems(problem -> {})));
    }

    @Test
    void shouldKeepPropertiesAsTheyAre() {
        String text =
                "{\"type\": \"Feature\", \"geometry\": null, \"properties\": {\"zip\": \"00501\", \"size\": 3.150, "
                        + "\"tiny\": 1E-7, \"list\": [1, [], {\"a\": \"x\\\"\\n\", \"b\": null}], \"none\": null, \"yes\": true, "
                        + "\"left\": 1}}";
        Feature feature = read(text, GeoJsonOptions.DEFAULT.withProperties(name -> !name.equals("left")))
                .get(0);
        assertEquals(
                "{zip=\"00501\", size=3.150, tiny=1E-7, list=[1,[],{\"a\":\"x\\\"\\n\",\"b\":null}], none=null, yes=true}",
                feature.properties().toString());
        assertEquals("00501", feature.text("zip"));
        assertEquals("3.150", feature.text("size"));
        assertEquals("", feature.text("none"));
        assertEquals("", feature.text("left"));
        assertEquals("[1,[],{\"a\":\"x\\\"\\n\",\"b\":null}]", feature.text("list"));
    }

    @Test
    void shouldWriteWhatItReads() throws IOException {
        List<Geometry> all = new ArrayList<>(Geometries.byHand());
        all.addAll(Geometries.collections());
        all.addAll(Geometries.ofAllTypes(3, 200));
        all.add(Geometries.wkt("POINT (-0.1 1e-7)"));
        all.add(Geometries.wkt("LINEARRING (0 0, 1 1, 1 0, 0 0)"));
        for (Geometry geometry : all) {
            StringBuilder text = new StringBuilder();
            GeoJson.write(geometry, text);
            if (text.toString().equals("null")) {
                assertEquals("GEOMETRYCOLLECTION EMPTY", geometry.toText());
                continue;
            }
            Geometry read = read(
                            text.toString().replace("null", "{\"type\":\"GeometryCollection\",\"geometries\":[]}"),
                            (String) null)
                    .get(0)
                    .geometry();
            assertEquals(geometry.toText().replace("LINEARRING", "LINESTRING"), read.toText(), text::toString);
        }
    }

    private static List<Feature> read(String text, String identifier) {
        return read(text, GeoJsonOptions.DEFAULT.withIdentifier(identifier));
    }

    private static List<Feature> read(String text, GeoJsonOptions options) {
        List<Feature> features = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        GeoJson.forEach(new ByteArrayInputStream(bytes), "test.geojson", options, features::add);
        return features;
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
