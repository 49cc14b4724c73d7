package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.jts.GeoJson;
import dev.gyre.jts.GeoJsonOptions;
import dev.gyre.jts.SpatialPredicate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class SpatialJoinCommandTest {

    private static final String ZONES = """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"zone": "west"}, "geometry":
              {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]]}},
            {"type": "Feature", "properties": {"zone": "nowhere"}, "geometry": null},
            {"type": "Feature", "properties": {"zone": "east, far"}, "geometry":
              {"type": "MultiPolygon", "coordinates": [[[[4, 0], [8, 0], [8, 4], [4, 4], [4, 0]]]]}}
            ]}
            """;

    private static final String PLACES = "name,lat,lon\na,1,1\nb,1,5\nc,2,4\nd,9,9\n";

    @TempDir
    private Path directory;

    private Path zones;
    private Path places;

    @BeforeEach
    void writeFiles() throws IOException {
        zones = write("zones.geojson", ZONES);
        places = write("places.csv", PLACES);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private CommandRun join(String... more) {
        return CommandRun.of(List.of("spatial-join", "--left=" + zones, "--right=" + places), more);
    }

    private String csv(String... more) {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--output=-");
        return join(words.toArray(String[]::new)).shouldSucceed().out();
    }

    @Test
    void shouldWritePairsInOrder() {
        assertEquals("left,right\n0,0\n0,2\n2,1\n2,2\n", csv("--columns=lon,lat"));
        assertEquals("left,right\n0,0\n2,1\n", csv("--columns=lon,lat", "--predicate=contains"));
        assertEquals("left,right\n0,2\n2,2\n", csv("--columns=lon,lat", "--predicate=touches"));
        assertEquals("left,right\n0,0\n0,1\n0,2\n2,1\n2,2\n", csv("--right-columns=lon,lat", "--distance=1"));
    }

    @Test
    void shouldNameAndCountRows() {
        assertEquals(
                "left,right\nwest,a\n\"east, far\",b\n",
                csv("--columns=lon,lat", "--predicate=contains", "--left-id=zone", "--right-id=name"));
        assertEquals(
                "left,matches\nwest,2\nnowhere,0\n\"east, far\",2\n",
                csv("--columns=lon,lat", "--left-id=zone", "--count-only"));
    }

    @Test
    void shouldPrintATable() {
        CommandRun run =
                join("--columns=lon,lat", "--right-id=name", "--rows=2").shouldSucceed();
        assertEquals(
                List.of(
                        "left matches first",
                        "0 2 a c",
                        "1 0",
                        "2 of 3 left rows, 4 pairs; --rows N shows more, --output FILE writes all"),
                run.out()
                        .lines()
                        .map(line -> line.strip().replaceAll(" +", " "))
                        .toList());
        assertTrue(run.err().contains("3 left rows, 4 right rows, intersects, 4 pairs in "), run.err());
    }

    @Test
    void shouldReportAsJson() {
        CommandRun run =
                join("--columns=lon,lat", "--distance=1", "--report=json").shouldSucceed();
        assertTrue(
                run.err()
                        .contains("\"result\":{\"left_rows\":3,\"right_rows\":4,\"predicate\":\"within-distance\","
                                + "\"distance\":1.0,\"pairs\":5}"),
                run.err());
        assertTrue(run.err().contains("\"join\":"), run.err());
    }

    @Test
    void shouldJoinWktOfBothSides() throws IOException {
        Path shapes = write(
                "shapes.csv",
                "id;shape\nx;POINT (1 1)\ny;\"LINESTRING (3 1, 5 1)\"\nz;POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\n");
        CommandRun run = CommandRun.of(
                        "spatial-join",
                        "--left=" + shapes,
                        "--right=" + shapes,
                        "--wkt=shape",
                        "--delimiter=semicolon",
                        "--left-id=id",
                        "--predicate=within",
                        "--output=-")
                .shouldSucceed();
        assertEquals("left,right\nx,0\nx,2\ny,1\ny,2\nz,2\n", run.out());
        CommandRun crossing = CommandRun.of(
                        "spatial-join",
                        "--left=" + zones,
                        "--right=" + shapes,
                        "--right-wkt=shape",
                        "--delimiter=semicolon",
                        "--predicate=crosses",
                        "--output=-")
                .shouldSucceed();
        assertEquals("left,right\n0,1\n2,1\n", crossing.out());
    }

    @Test
    void shouldReadCompressedFilesAndStandardInput() throws IOException {
        Path compressed = directory.resolve("zones.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write(ZONES.getBytes(StandardCharsets.UTF_8));
        }
        Path output = directory.resolve("in.csv.gz");
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(PLACES.getBytes(StandardCharsets.UTF_8)));
        try {
            CommandRun.of(
                            "spatial-join",
                            "--left=" + compressed,
                            "--right=-",
                            "--columns=lon,lat",
                            "--output=" + output)
                    .shouldSucceed();
        } finally {
            System.setIn(before);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(output))) {
            assertEquals("left,right\n0,0\n0,2\n2,1\n2,2\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldLeaveOutRowsThatCannotBeRead() throws IOException {
        Path shapes =
                write("shapes.csv", "id,shape\na,\nb,\"POLYGON ((0 0, 1 1))\"\nc,POINT (1 1)\nd,POINT (NaN 1)\ne\n");
        List<String> call = List.of("spatial-join", "--left=" + zones, "--right=" + shapes, "--wkt=shape");
        CommandRun.of(call).shouldRefuse("shapes.csv, line 2, column \"shape\": a geometry is missing");
        CommandRun.of(call, "--missing=skip")
                .shouldRefuse("line 3, column \"shape\": not a geometry in WKT: ", "POLYGON ((0 0, 1 1))");
        CommandRun run = CommandRun.of(call, "--missing=skip", "--skip-bad-rows", "--right-id=id", "--output=-")
                .shouldSucceed();
        assertEquals("left,right\n0,c\n", run.out());
        assertTrue(run.err().contains("1 row with missing coordinates skipped, 3 rows that cannot be read"), run.err());
    }

    @Test
    void shouldFindTheCitiesInTheCountriesOfTheDemo() {
        CommandRun run = CommandRun.of("spatial-join", "--demo", "--count-only", "--output=-")
                .shouldSucceed();
        List<String> lines = run.out().lines().toList();
        assertEquals(1 + 241, lines.size());
        assertTrue(lines.contains("Uruguay,118"), run::out);
        assertTrue(run.err().contains("131,646 pairs"), run.err());
    }

    // Attributes, GeoJSON, repair

    private static final String STATES = """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"zip": "00501", "area": 3.150}, "geometry":
              {"type": "Polygon", "coordinates": [[[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]]}},
            {"type": "Feature", "properties": {"zip": "x", "tags": ["a", null]}, "geometry":
              {"type": "Polygon", "coordinates": [[[9, 9], [8, "nine"], [8, 8], [9, 9]]]}},
            {"type": "Feature", "properties": {"zip": "90210", "tags": ["a", null]}, "geometry":
              {"type": "Polygon", "coordinates": [[[8, 8], [9, 8], [9, 7], [8, 8]]]}}
            ]}
            """;

    private static final String KEPT_PLACES = "name,lon,lat,zip,size\na,0.5,1,00501,1\nb,4,2,12,\nc,50,50,,2.50\n";

    private String states(String... more) throws IOException {
        Path left = write("states.geojson", STATES);
        Path right = write("kept.csv", KEPT_PLACES);
        return CommandRun.of(
                        List.of(
                                "spatial-join",
                                "--left=" + left,
                                "--right=" + right,
                                "--columns=lon,lat",
                                "--skip-bad-rows",
                                "--output=-"),
                        more)
                .shouldSucceed()
                .out();
    }

    @Test
    void shouldKeepColumnsOfBothSides() throws IOException {
        assertEquals(
                "left,right,left_zip,left_area,right_zip,right_name\n0,0,00501,3.150,00501,a\n0,1,00501,3.150,12,b\n",
                states("--keep=zip,area,right_name"));
        assertEquals(
                "left,right,left_tags,right_size\n0,0,,1\n0,1,,\n1,,\"[\"\"a\"\",null]\",\n",
                states("--keep=tags, size", "--left-join"));
        assertEquals(
                "left,matches,left_zip\n00501,2,00501\n90210,0,90210\n",
                states("--keep=zip", "--count-only", "--left-id=zip"));
        assertEquals("left,right\n0,0\n0,1\n1,\n", states("--left-join"));
        assertEquals(
                "left,right,left_zip,left_area,left_tags,right_name,right_lon,right_lat,right_zip,right_size",
                states("--keep=*").lines().findFirst().orElseThrow());
    }

    @Test
    void shouldKeepColumnsBesideGeometriesAsText() throws IOException {
        Path shapes = write("shapes.csv", "id,shape,note\nx,POINT (1 1),\"a, b\"\ny,POINT (9 9),\n");
        CommandRun run = CommandRun.of(
                        "spatial-join",
                        "--left=" + zones,
                        "--right=" + shapes,
                        "--wkt=shape",
                        "--keep=note,zone,i*",
                        "--output=-")
                .shouldSucceed();
        assertEquals("left,right,left_zone,right_note,right_id\n0,0,west,\"a, b\",x\n", run.out());
    }

    @Test
    void shouldWriteGeoJson() throws IOException {
        assertEquals(
                """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","properties":{"left":0,"right":"a","left_zip":"00501","left_tags":null,"right_zip":"00501",\
                "right_size":1},"geometry":{"type":"Point","coordinates":[0.5,1]}},
                {"type":"Feature","properties":{"left":0,"right":"b","left_zip":"00501","left_tags":null,"right_zip":"12",\
                "right_size":null},"geometry":{"type":"Point","coordinates":[4,2]}}
                ]}
                """, states("--output-format=geojson", "--geometry=right", "--right-id=name", "--keep=zip,tags,size"));
        assertEquals("""
                {"type":"FeatureCollection","features":[
                {"type":"Feature","properties":{"left":0,"matches":2,"left_area":3.150},"geometry":\
                {"type":"Polygon","coordinates":[[[0,0],[4,4],[4,0],[0,4],[0,0]]]}},
                {"type":"Feature","properties":{"left":1,"matches":0,"left_area":null},"geometry":\
                {"type":"Polygon","coordinates":[[[8,8],[9,8],[9,7],[8,8]]]}}
                ]}
                """, states("--output-format=geojson", "--count-only", "--keep=area"));
        String both = states("--output-format=geojson", "--geometry=both", "--left-join");
        assertTrue(both.contains("{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Polygon\""), both);
        assertTrue(both.contains("\"left\":1,\"right\":null},\"geometry\":{\"type\":\"Polygon\""), both);
    }

    @Test
    void shouldReadTheGeoJsonThatItWrites() throws IOException {
        Path output = directory.resolve("pairs.geojson.gz");
        join("--columns=lon,lat", "--keep=zone,name", "--left-join", "--output=" + output)
                .shouldSucceed();
        CommandRun again = CommandRun.of(
                        "spatial-join",
                        "--left=" + output,
                        "--right=" + zones,
                        "--predicate=equals",
                        "--left-id=left_zone",
                        "--keep=left_right_name,right_zone",
                        "--output=-")
                .shouldSucceed();
        assertEquals(
                "left,right,left_right_name,right_zone\nwest,0,a,west\nwest,0,c,west\n"
                        + "\"east, far\",2,b,\"east, far\"\n\"east, far\",2,c,\"east, far\"\n",
                again.out());
    }

    @Test
    void shouldRepairGeometriesAndSayWhich() throws IOException {
        Path states = write("states.geojson", STATES.replace("\"nine\"", "9"));
        List<String> call = List.of("spatial-join", "--left=" + states, "--right=" + states, "--left-id=zip");
        // Compared as it is: the point where the ring crosses itself is in its boundary.
        for (String predicate : List.of("touches", "overlaps", "covers", "within", "crosses", "equals")) {
            CommandRun.of(call, "--predicate=" + predicate).shouldSucceed();
        }
        CommandRun run = CommandRun.of(call, "--predicate=equals", "--repair", "--report=json", "--output=-")
                .shouldSucceed();
        assertEquals("left,right\n00501,0\nx,1\n90210,2\n", run.out());
        assertTrue(
                run.err()
                        .startsWith(states + ": 1 geometry repaired (feature 1, id \"00501\": Self-intersection at "
                                + "2.0 2.0)"),
                run.err());
        assertTrue(run.err().contains("\"repaired\":2"), run.err());
    }

    @Test
    void shouldRefuseCoordinatesOfOtherSystems() throws IOException {
        String crs =
                "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"urn:ogc:def:crs:EPSG::25832\"}}, \"features\"";
        Path metres = write("metres.geojson", ZONES.replace("\"features\"", crs));
        CommandRun.of("spatial-join", "--left=" + metres, "--right=" + zones)
                .shouldRefuse("metres.geojson: coordinates are in urn:ogc:def:crs:EPSG::25832, those of ", "longitude");
        CommandRun.of("spatial-join", "--left=" + metres, "--right=" + places, "--columns=lon,lat")
                .shouldRefuse("metres.geojson: coordinates are in urn:ogc:def:crs:EPSG::25832, those of ", "latitude");
        CommandRun.of("spatial-join", "--left=" + metres, "--nearest=1", "--sphere")
                .shouldRefuse("metres.geojson: --sphere needs longitudes and latitudes, and coordinates are in urn:");
        CommandRun.of("spatial-join", "--left=" + metres, "--nearest=1", "--ellipsoid")
                .shouldRefuse(
                        "metres.geojson: --ellipsoid needs longitudes and latitudes, and coordinates are in urn:");
        CommandRun.of("spatial-join", "--left=" + metres, "--right=" + metres).shouldSucceed();
        Path points = write("points.csv", "x,y\n1,1\n");
        CommandRun.of("spatial-join", "--left=" + metres, "--right=" + points, "--columns=x,y")
                .shouldSucceed();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POINT(1 1, 2 2)|a point has one position, not 2, character 6: \"POINT(1 1, 2 2)\"",
                "POINT (1 1) x|the end is needed instead of 'x', character 13",
                "POINT (1 1), POINT (2 2)|the end is needed instead of ',', character 12",
                "POLYGON ((0 0, 1 1))|character 10",
                "POLYGON ((0 0, 1 1, 1 0, 0 1))|closed linestring, character 10",
                "LINESTRING (1 1)|character 12",
                "POINT (1|a finite number is needed instead of the end, character 9",
                "POINT (1 NaN)|a finite number is needed instead of 'NaN', character 10",
                "POINT (1 1e999)|a finite number is needed instead of '1e999'",
                "POINT (1 0x1)|a finite number is needed instead of '0x1'",
                "POINT 1 1|( or EMPTY is needed instead of '1', character 7",
                "CIRCLE (1 1)|a type such as POLYGON is needed instead of 'CIRCLE', character 1",
                "POINT (1 2 3 4 5)|, or ) is needed instead of '5', character 16",
                "GEOMETRYCOLLECTION (POINT (1 1)|, or ) is needed instead of the end",
                "MULTIPOINT ((1 1), (2 2)|, or ) is needed instead of the end"
            })
    void shouldNamePlacesInWkt(String wkt, String problem) throws IOException {
        Path shapes = write("shapes.csv", "id,shape\n1,POINT (1 1)\n2,\"" + wkt + "\"\n");
        CommandRun.of("spatial-join", "--left=" + shapes, "--right=" + shapes, "--wkt=shape")
                .shouldRefuse("shapes.csv, line 3, column \"shape\": not a geometry in WKT: ", problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "point(1 1)|POINT (1 1)",
                "POINT Z (1 1 5)|POINT (1 1)",
                "POINTZM(1 1 5 6)|POINT (1 1)",
                "MULTIPOINT (1 1, 2 2)|MULTIPOINT ((1 1), EMPTY, (2 2))",
                "LINEARRING (0 0, 1 0, 1 1, 0 0)|LINESTRING (0 0, 1 0, 1 1, 0 0)",
                "MULTILINESTRING M ((0 0 1, 1 0 2), EMPTY)|LINESTRING (1 0, 0 0)",
                "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), EMPTY)|POLYGON ((0 0, 1.0 0, 1e0 +1, .0 0))",
                "GEOMETRYCOLLECTION (POINT EMPTY, GEOMETRYCOLLECTION (POINT (1 1)))|POINT (1 1)"
            })
    void shouldReadAllFormsOfWkt(String wkt, String other) throws IOException {
        Path shapes = write("shapes.csv", "shape\n\"" + wkt + "\"\n\"" + other + "\"\n");
        CommandRun run = CommandRun.of(
                        "spatial-join",
                        "--left=" + shapes,
                        "--right=" + shapes,
                        "--wkt=shape",
                        "--predicate=equals",
                        "--output=-")
                .shouldSucceed();
        assertEquals("left,right\n0,0\n0,1\n1,0\n1,1\n", run.out());
    }

    @Test
    void shouldRefuseDeepNestingAtOnce() throws IOException {
        for (int levels : new int[] {101, 2_000, 30_000}) {
            String deep = "GEOMETRYCOLLECTION (".repeat(levels) + "POINT (1 1)" + ")".repeat(levels);
            Path shapes = write("shapes.csv", "shape\n\"" + deep + "\"\n");
            CommandRun.of("spatial-join", "--left=" + zones, "--right=" + shapes, "--wkt=shape")
                    .shouldRefuse("line 2, column \"shape\": ", "nested in more than 100 levels, character 2001");
        }
    }

    // Nearest geometries

    @Test
    void shouldFindTheNearest() {
        assertEquals(
                "left,right,rank,distance\n0,0,1,0.0\n0,2,2,0.0\n2,1,1,0.0\n2,2,2,0.0\n",
                csv("--columns=lon,lat", "--nearest=2"));
        assertEquals(
                "left,right,rank,distance,left_zone,right_name\n0,a,1,0.0,west,a\n0,c,2,0.0,west,c\n0,b,3,1.0,west,b\n"
                        + "1,,,,nowhere,\n2,b,1,0.0,\"east, far\",b\n2,c,2,0.0,\"east, far\",c\n",
                csv(
                        "--columns=lon,lat",
                        "--nearest=9",
                        "--distance=2",
                        "--right-id=name",
                        "--keep=zone,name",
                        "--left-join"));
        CommandRun run = join("--columns=lon,lat", "--right-id=name", "--nearest=3", "--report=json", "--rows=1")
                .shouldSucceed();
        assertTrue(run.out().replaceAll(" +", " ").contains("0 3 a 0 c 0 b 1.0000"), run.out());
        assertTrue(
                run.err().contains("\"result\":{\"left_rows\":3,\"right_rows\":4,\"nearest\":3,\"pairs\":6}"),
                run.err());
    }

    @Test
    void shouldFindTheNearestOthersOfAFile() throws IOException {
        Path shapes = write(
                "shapes.csv",
                "id,shape\nx,POINT (1 1)\ny,\"LINESTRING (3 1, 5 1)\"\nz,\"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\"\n");
        List<String> call =
                List.of("spatial-join", "--left=" + shapes, "--wkt=shape", "--nearest=1", "--left-id=id", "--output=-");
        assertEquals(
                "left,right,rank,distance\nx,z,1,0.0\ny,z,1,0.0\nz,x,1,0.0\n",
                CommandRun.of(call).shouldSucceed().out());
        String features = CommandRun.of(call, "--output-format=geojson", "--keep=id", "--repair")
                .shouldSucceed()
                .out();
        assertTrue(
                features.contains(
                        "\"left\":\"x\",\"right\":\"z\",\"rank\":1,\"distance\":0.0,\"left_id\":\"x\",\"right_id\":\"z\""),
                features);
    }

    /** Of one file that is both sides, a term may be for one side. */
    @Test
    void shouldKeepColumnsOfASideOfAFileAndItself() throws IOException {
        Path shapes = write("shapes.csv", "id,size,shape\nx,7,POINT (1 1)\ny,8,POINT (2 1)\n");
        List<String> call =
                List.of("spatial-join", "--left=" + shapes, "--wkt=shape", "--nearest=1", "--left-id=id", "--output=-");
        assertEquals(
                "left,right,rank,distance,right_size\nx,y,1,1.0,8\ny,x,1,1.0,7\n",
                CommandRun.of(call, "--keep=right_size").shouldSucceed().out());
        assertEquals(
                "left,right,rank,distance,left_id,right_id,right_size\nx,y,1,1.0,x,y,8\ny,x,1,1.0,y,x,7\n",
                CommandRun.of(call, "--keep=id,right_size", "--repair")
                        .shouldSucceed()
                        .out());
        assertEquals(
                "left,right,rank,distance,left_size\nx,y,1,1.0,7\ny,x,1,1.0,8\n",
                CommandRun.of(call, "--keep=left_size").shouldSucceed().out());
        CommandRun.of(call, "--keep=right_none").shouldRefuse("has a column or property \"right_none\"");
    }

    // The sphere

    /** 1 degree of the equator has 111,195 meters; the shape crosses the 180th meridian. */
    @Test
    void shouldJoinOnTheSphere() throws IOException {
        Path shapes = write(
                "shapes.csv",
                "id,shape\nisland,\"POLYGON ((178 -5, -177 -5, -177 5, 178 5, 178 -5))\"\nequator,\"LINESTRING (0 0, 90 0)\"\n");
        Path spots = write("spots.csv", "id,lon,lat\na,-179,0\nb,45,1\nc,177,0\n");
        List<String> call = List.of(
                "spatial-join",
                "--left=" + spots,
                "--left-columns=lon,lat",
                "--left-id=id",
                "--right=" + shapes,
                "--right-wkt=shape",
                "--right-id=id",
                "--sphere",
                "--output=-");
        String nearest = CommandRun.of(call, "--nearest=1").shouldSucceed().out();
        assertEquals(
                "left,right,rank,distance\na,island,1,0.0\nb,equator,1,111195.08\nc,island,1,111195.08\n",
                nearest.replaceAll("(\\d+\\.\\d\\d)\\d+", "$1"));
        assertEquals(
                "left,right\na,island\nb,equator\nc,island\n",
                CommandRun.of(call, "--distance=111196").shouldSucceed().out());
        assertEquals(
                "left,matches\na,1\nb,0\nc,0\n",
                CommandRun.of(call, "--distance=111195", "--count-only")
                        .shouldSucceed()
                        .out());
        CommandRun run = CommandRun.of(call, "--nearest=1", "--report=json").shouldSucceed();
        assertTrue(run.err().contains("\"right_rows\":2,\"sphere\":true,\"nearest\":1"), run.err());
        CommandRun.of(call).shouldRefuse("--sphere is for --distance and --nearest");
        CommandRun.of(call, "--predicate=within").shouldRefuse("--sphere is for --distance and --nearest");
        Files.writeString(spots, "id,lon,lat\na,7,91\n");
        CommandRun.of(call, "--nearest=1").shouldRefuse("latitude must be in -90..90: row=0, value=91.0");
    }

    /** Degrees of the equator have 111,319.49 m there; the first of the meridian has 110,574.39 m, the last one 111,693.86 m. */
    @Test
    void shouldJoinOnTheEllipsoid() throws IOException {
        Path shapes = write(
                "shapes.csv",
                "id,shape\npole,POINT (50 90)\nequator,\"LINESTRING (0 0, 30 0)\"\nisland,POINT (11 0)\n");
        Path spots = write("spots.csv", "id,lon,lat\na,10,1\nb,-1,0\nc,0,89\n");
        List<String> call = List.of(
                "spatial-join",
                "--left=" + spots,
                "--left-columns=lon,lat",
                "--left-id=id",
                "--right=" + shapes,
                "--right-wkt=shape",
                "--right-id=id",
                "--ellipsoid",
                "--output=-");
        CommandRun run = CommandRun.of(call, "--nearest=1", "--report=json").shouldSucceed();
        assertEquals(
                "left,right,rank,distance\na,equator,1,110574.38\nb,equator,1,111319.49\nc,pole,1,111693.86\n",
                run.out().replaceAll("(\\d+\\.\\d\\d)\\d+", "$1"));
        assertTrue(run.err().contains("\"right_rows\":3,\"ellipsoid\":true,\"nearest\":1"), run.err());
        assertEquals(
                "left,right\na,equator\n",
                CommandRun.of(call, "--distance=110575").shouldSucceed().out());
        CommandRun.of(call).shouldRefuse("--ellipsoid is for --distance and --nearest");
        CommandRun.of(call, "--nearest=1", "--sphere").shouldRefuse("--sphere and --ellipsoid exclude one another");
        Files.writeString(spots, "id,lon,lat\na,7,91\n");
        CommandRun.of(call, "--nearest=1").shouldRefuse("latitude must be in -90..90: row=0, value=91.0");
    }

    /** The oracle is JTS's distance to all countries, in degrees. One place is in a country, others far out at sea. */
    @Test
    void shouldFindTheCountriesNearestToCities() throws IOException {
        Path countries = directory.resolve("countries.geojson.gz");
        try (InputStream in = SpatialJoinCommandTest.class.getResourceAsStream("data-sets/countries.geojson.gz")) {
            Files.copy(in, countries);
        }
        StringBuilder sample = new StringBuilder("lon,lat\n");
        Random random = new Random(11);
        for (int city = 0; city < 60; city++) {
            sample.append(360 * random.nextDouble() - 180)
                    .append(',')
                    .append(150 * random.nextDouble() - 70)
                    .append('\n');
        }
        sample.append("-71.543,-17.203\n2.3488,48.85341\n0,0\n180,-16.5\n");
        Path cities = write("cities.csv", sample.toString());
        List<Geometry> areas = new ArrayList<>();
        GeoJson.forEach(countries, GeoJsonOptions.DEFAULT, feature -> areas.add(feature.geometry()));
        StringBuilder expected = new StringBuilder("left,right,rank,distance\n");
        List<String> rows = sample.toString().lines().skip(1).toList();
        for (int row = 0; row < rows.size(); row++) {
            String[] place = rows.get(row).split(",");
            Geometry point = new GeometryFactory()
                    .createPoint(new Coordinate(Double.parseDouble(place[0]), Double.parseDouble(place[1])));
            double[] distances = areas.stream().mapToDouble(point::distance).toArray();
            int[] order = IntStream.range(0, areas.size())
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(area -> distances[area])
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(3)
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int rank = 0; rank < order.length; rank++) {
                expected.append(row)
                        .append(',')
                        .append(order[rank])
                        .append(',')
                        .append(rank + 1)
                        .append(',');
                expected.append(distances[order[rank]]).append('\n');
            }
        }
        assertEquals(
                expected.toString(),
                CommandRun.of(
                                "spatial-join",
                                "--left=" + cities,
                                "--right=" + countries,
                                "--columns=lon,lat",
                                "--nearest=3",
                                "--output=-")
                        .shouldSucceed()
                        .out());
    }

    // Refusals

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--columns=lon,lat --predicate=near|--predicate",
                "--columns=lon,lat --distance=-1|--distance must be 0 or more: distance=-1.0",
                "--columns=lon,lat --distance=NaN|--distance must be 0 or more",
                "--columns=lon,lat --nearest=0|--nearest must be 1 or more",
                "--columns=lon,lat --nearest=1 --predicate=within|--predicate and --nearest exclude one another",
                "--columns=lon,lat --nearest=1 --count-only|--count-only and --nearest exclude one another",
                "--columns=lon,lat --nearest=1 --distance=-1|--distance must be 0 or more",
                "--columns=lon,lat --distance=1 --predicate=within|--distance is a predicate of its own",
                "--distance=1|needs its columns of x and y, or its column of WKT",
                "--columns=lon,lat --wkt=name|needs its columns of x and y, or its column of WKT",
                "--columns=lon|points of a layer have 2 dimensions: dims=1",
                "--columns=lon,latitude|no column \"latitude\"",
                "--wkt=shape|no column \"shape\"",
                "--wkt=name|not a geometry in WKT",
                "--columns=lon,lat --left-columns=lon,lat|--left-columns and --left-wkt are for CSV",
                "--columns=lon,lat --left-id=size|feature 1: no property \"size\"",
                "--columns=lon,lat --right-id=size|no column \"size\"",
                "--columns=lon,lat --right-format=geojson|are for CSV",
                "--right-format=geojson|not JSON",
                "--left-format=csv --wkt=zone|zones.geojson",
                "--columns=lon,lat --demo|--demo brings both files",
                "--columns=lon,lat --keep=none --output=-|has a column or property \"none\"",
                "--columns=lon,lat --keep=left_name --output=-|has a column or property \"left_name\"",
                "--columns=lon,lat --keep=name|--left-join, --geometry and --output-format need --output",
                "--columns=lon,lat --left-join|need --output",
                "--columns=lon,lat --left-join --count-only --output=-|--left-join is for pairs",
                "--columns=lon,lat --geometry=right --output=-|--geometry is for GeoJSON",
                "--columns=lon,lat --geometry=right --left-join --output=a.geojson|rows without a right geometry",
                "--columns=lon,lat --output=pairs.npy|this command writes CSV, GeoJSON, GeoParquet or Arrow"
            })
    void shouldRefuse(String options, String problem) {
        join(options.split(" ")).shouldRefuse(problem);
    }

    @Test
    void shouldRefuseMissingFiles() throws IOException {
        CommandRun.of("spatial-join", "--right=" + places).shouldRefuse("--left is missing (or --demo)");
        CommandRun.of("spatial-join", "--left=" + places).shouldRefuse("--right is missing");
        CommandRun.of("spatial-join", "--left=" + places, "--nearest=1", "--columns=lon,lat", "--right-id=name")
                .shouldRefuse("options of the right file need --right");
        CommandRun.of("spatial-join", "--left=-", "--right=-", "--columns=x,y")
                .shouldRefuse("standard input can be read once");
        Files.delete(zones);
        join("--columns=lon,lat").shouldRefuse("zones.geojson: no such file");
        writeFiles();
        Files.delete(places);
        join("--columns=lon,lat").shouldRefuse("places.csv: no such file");
        CommandRun.of("spatial-join", "--demo", "--wkt=x").shouldRefuse("--demo knows the formats and columns");
    }

    @Test
    void shouldNotReplaceItsInput() throws IOException {
        join("--columns=lon,lat", "--output=" + places).shouldRefuse("the output would replace the input");
        assertEquals(PLACES, Files.readString(places));
        Path output = directory.resolve("in.csv");
        write("zones.geojson", ZONES.substring(0, ZONES.length() / 2));
        join("--columns=lon,lat", "--output=" + output).shouldRefuse("zones.geojson, feature 2: not JSON");
        assertFalse(Files.exists(output));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zones.geojson", "places.csv", "shapes.csv"})
    void shouldAnswerOrRefuseDamagedFiles(String name) throws IOException {
        Path shapes = write("shapes.csv", "shape\nPOINT (1 1)\n\"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))\"\n");
        Path damagedFile = directory.resolve(name);
        byte[] text = Files.readAllBytes(damagedFile);
        Random random = new Random(5);
        for (int round = 0; round < 15; round++) {
            byte[] damaged = text.clone();
            damaged[random.nextInt(damaged.length)] = (byte) " ,\"[](){}\n0-eE\u0000".charAt(random.nextInt(15));
            Files.write(damagedFile, damaged);
            CommandRun run = name.equals("shapes.csv")
                    ? CommandRun.of("spatial-join", "--left=" + zones, "--right=" + shapes, "--wkt=shape", "--quiet")
                    : join("--columns=lon,lat", "--quiet");
            if (run.exitCode() != ExitCode.OK) {
                run.shouldRefuse(name);
            }
        }
    }

    @Test
    void shouldKnowThePredicatesOfTheLibrary() {
        assertEquals(SpatialPredicate.names(), SpatialJoinCommand.PREDICATES);
    }

    @Test
    void shouldStopWhenInterrupted() {
        CommandRun.interrupted("spatial-join", "--left=" + zones, "--right=" + places, "--columns=lon,lat")
                .shouldFail(ExitCode.CANCELLED, "cancelled");
    }
}
