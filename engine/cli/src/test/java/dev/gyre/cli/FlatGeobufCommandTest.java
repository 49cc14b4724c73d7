package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FlatGeobuf as input. GDAL made the files: {@code make.py} beside them tells how. */
class FlatGeobufCommandTest {

    private static final Path FILES = Path.of("src", "test", "resources", "dev", "gyre", "cli", "flatgeobuf");

    private static final String TYPES = "id,i1,u1,i2,u2,i4,u4,f4,f8,flag,text,when,geometry_";

    private static final String ROWS = TYPES + "\n"
            + "10,-1,255,-2,65535,-3,4294967295,1.5,0.1,true,\"ü,\"\"q\"\"\",2024-02-29T12:30:00,1.0\n"
            + "11,1,1,1,1,1,1,,,,,,2.0\n"
            + "12,2,2,2,2,2,2,2.0,-2.0E300,false,00501,1970-01-01T00:00:00,3.0\n";

    @TempDir
    private Path directory;

    private static CommandRun run(String command, String... more) {
        return CommandRun.of(List.of((command + " --device=jvm").split(" ")), more);
    }

    private static String csv(String command, String... more) {
        return run(command + " --output=- --quiet", more).shouldSucceed().out();
    }

    private static String input(String name) {
        return "--input=" + FILES.resolve(name);
    }

    private static String left(String name) {
        return "--left=" + FILES.resolve(name);
    }

    private static String right(String name) {
        return "--right=" + FILES.resolve(name);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    // Points and properties

    @Test
    void shouldReadAllTypesExactly() {
        assertEquals(ROWS, csv("sort --by=id --keep=" + TYPES, input("types.fgb")));
        assertEquals(
                "id,geometry\n12,POINT (6 8)\n11,POINT (3 4)\n10,POINT (0 0)\n",
                csv("sort --by=id --descending --keep=id,geometry", input("types.fgb")));
    }

    /** Typed: from Parquet, numbers come back as numbers, and texts as texts. */
    @Test
    void shouldKeepTypes() {
        Path file = directory.resolve("o.parquet");
        run("sort --by=id --quiet --keep=" + TYPES, input("types.fgb"), "--output=" + file)
                .shouldSucceed();
        assertEquals(ROWS, csv("sort --by=id --keep=" + TYPES, "--input=" + file));
        run("sort --by=flag", "--input=" + file).shouldRefuse("column \"flag\": has booleans");
        run("sort --by=text", "--input=" + file).shouldRefuse("column \"text\": has texts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"places-without-index.fgb", "places-crs84.fgb", "places-unknown.fgb", "places.fgb"})
    void shouldReadPoints(String file) throws IOException {
        Path same = write(
                "same.csv", "name,lon,lat\nBern,7.45,46.95\nLagos,3.4,6.45\nSuva,178.44,-18.14\nQuito,-78.51,-0.22\n");
        String command = "knn-join --k=3 --metric=haversine --id=name";
        List<String> expected = csv(command + " --columns=lon,lat", "--input=" + same)
                .lines()
                .sorted()
                .toList();
        // The index has another order of rows.
        assertEquals(expected, csv(command, input(file)).lines().sorted().toList());
        assertEquals("name\nSuva\nBern\nQuito\nLagos\n", csv("sort --by=people --keep=name", input(file)));
    }

    @Test
    void shouldTakePropertiesAsCoordinates() throws IOException {
        Path same = write("same.csv", csv("sort --by=id --keep=id,i1,u4,f8", input("types.fgb")));
        String command = "knn-join --k=1 --columns=id,i1,u4 --id=id --keep=f8";
        assertEquals(csv(command, "--input=" + same), csv(command, input("types.fgb")));
        run("knn-join --k=1 --columns=id,text", input("types.fgb")).shouldRefuse("\"text\": has texts; numbers are");
        run("knn-join --k=1 --columns=id,geometry", input("types.fgb"))
                .shouldRefuse("\"geometry\": has geometries; numbers are");
        run("knn-join --k=1 --columns=f8", input("types.fgb"))
                .shouldRefuse("types.fgb, row 1, column \"f8\": a number is missing; --missing skip");
        run("knn-join --k=1 --columns=xx", input("types.fgb"))
                .shouldRefuse("no column \"xx\"; columns: geometry, id, i1");
    }

    @Test
    void shouldSkipHeights() {
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1,1.0\n1,1,0,1.0\n", csv("knn-join --k=1", input("heights.fgb")));
    }

    @Test
    void shouldReadFilesWithoutRows() {
        assertEquals("query,rank,neighbor,distance\n", csv("knn-join --k=1", input("empty.fgb")));
        assertEquals("left,right\n", csv("spatial-join", left("empty.fgb"), right("zones-with-index.fgb")));
    }

    @Test
    void shouldServeEveryCommandOverPoints() throws IOException {
        Path same = write("same.csv", "x,y\n0,0\n3,4\n6,8\n");
        for (String command : List.of(
                "radius-join --radius=6",
                "graph --k=2",
                "outliers --k=2",
                "spanning-tree",
                "cluster --eps=6 --min-points=2",
                "pair-counts --radii=6,12")) {
            assertEquals(csv(command + " --columns=x,y", "--input=" + same), csv(command, input("types.fgb")), command);
        }
        run("rtree build --boxes=i1,u1,i2,u2 --skip-bad-rows", input("types.fgb"), "--output=" + directory.resolve("t"))
                .shouldSucceed();
    }

    @Test
    void shouldReadCompressedFilesAndStandardInput() throws IOException {
        byte[] bytes = Files.readAllBytes(FILES.resolve("types.fgb"));
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        Path file = Files.write(directory.resolve("types.fgb.gz"), compressed.toByteArray());
        assertEquals(ROWS, csv("sort --by=id --keep=" + TYPES, "--input=" + file));
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(bytes));
            assertEquals(ROWS, csv("sort --by=id --input=- --keep=" + TYPES));
            System.setIn(new ByteArrayInputStream(bytes));
            assertTrue(
                    csv("knn-join --k=1 --id=id --input=- --format=flatgeobuf").contains("12,1,11,5.0"));
        } finally {
            System.setIn(before);
        }
    }

    // Geometries

    @ParameterizedTest
    @CsvSource({"zones.fgb,places.fgb", "zones-3857.fgb,places-3857.fgb", "zones-with-index.fgb,places-unknown.fgb"})
    void shouldJoinGeometries(String left, String right) {
        assertEquals(
                List.of("africa,Lagos,africa,15388000", "alps,Bern,alps,133883", "both,Bern,both,133883"),
                csv(
                                "spatial-join --left-id=zone --right-id=name --keep=zone,people --missing=skip",
                                left(left),
                                right(right))
                        .lines()
                        .skip(1)
                        .sorted()
                        .toList());
    }

    @Test
    void shouldReadAllGeometries() {
        String kept = csv(
                "spatial-join --predicate=equals --keep=left_kind,left_geometry --missing=skip",
                left("mixed.fgb"),
                right("mixed.fgb"));
        List<String> rows = kept.lines()
                .skip(1)
                .map(row -> row.replaceFirst("^[0-9]+,[0-9]+,", ""))
                .distinct()
                .toList();
        assertEquals(7, rows.size(), kept);
        for (String row : rows) {
            int half = (row.length() - 1) / 2;
            assertEquals(row.substring(0, half), row.substring(half + 1), "the same text, quoted alike");
        }
    }

    @Test
    void shouldKnowTheSystemsOfCoordinates() throws IOException {
        String refused = "longitude and latitude in degrees are needed; coordinates are in EPSG:3857 (WGS 84 / Pseudo-";
        run("knn-join --k=1 --metric=haversine", input("places-3857.fgb")).shouldRefuse("places-3857.fgb: " + refused);
        csv("knn-join --k=1", input("places-3857.fgb"));
        run("knn-join --k=1", input("places-3857.fgb"), "--query=" + FILES.resolve("places.fgb"))
                .shouldRefuse("coordinates are in EPSG:3857", "those of", "in longitude and latitude");
        run("spatial-join --missing=skip", left("zones-3857.fgb"), right("places.fgb"))
                .shouldRefuse("zones-3857.fgb: coordinates are in EPSG:3857", "in longitude and latitude");
        run("spatial-join --missing=skip --nearest=1 --sphere", left("zones-3857.fgb"), right("places-3857.fgb"))
                .shouldRefuse("--sphere needs longitudes and latitudes, and coordinates are in EPSG:3857");
        csv("spatial-join --nearest=1 --sphere", left("zones-with-index.fgb"), right("places-crs84.fgb"));
        Path parquet = FILES.resolveSibling("parquet").resolve("places.parquet");
        csv("spatial-join", left("zones-with-index.fgb"), "--right=" + parquet);
        Path cities = write("cities.csv", "lon,lat\n7.45,46.95\n");
        run("spatial-join --missing=skip --right-columns=lon,lat", left("zones-3857.fgb"), "--right=" + cities)
                .shouldRefuse("coordinates are in EPSG:3857");
    }

    @Test
    void shouldReportMissingGeometries() {
        run("spatial-join", left("mixed.fgb"), right("places.fgb"))
                .shouldRefuse("mixed.fgb, row 1, column \"geometry\": a geometry is missing; --missing skip");
        run("knn-join --k=1", input("zones.fgb"))
                .shouldRefuse(
                        "zones.fgb, row 0, column \"geometry\": points are needed, and not empty ones: MultiPolygon");
        run("spatial-join --left-columns=x,y", left("zones.fgb"), right("places.fgb"))
                .shouldRefuse("no column \"x\"");
        run("spatial-join --left-wkt=zone", left("zones.fgb"), right("places.fgb"))
                .shouldRefuse("column \"zone\": not a geometry in WKT");
    }

    // Damage

    @Test
    void shouldRefuseWhatIsNoFlatGeobuf() throws IOException {
        String command = "knn-join --k=1";
        Path text = write("text.fgb", "x,y\n1,2\n");
        run(command, "--input=" + text).shouldRefuse("text.fgb: not FlatGeobuf, which begins with fgb; --format");
        assertEquals("query,rank,neighbor,distance\n", csv(command + " --columns=x,y --format=csv", "--input=" + text));
        run(command, "--input=" + write("none.fgb", "")).shouldRefuse("none.fgb: empty");
        run(command, "--input=" + directory.resolve("no.fgb")).shouldRefuse("no.fgb: no such file");
        byte[] whole = Files.readAllBytes(FILES.resolve("places.fgb"));
        for (int length = 8; length < whole.length; length += length < 20 ? 1 : 37) {
            Path cut = Files.write(directory.resolve("cut.fgb"), Arrays.copyOf(whole, length));
            run(command, "--input=" + cut).shouldRefuse("cut.fgb: damaged FlatGeobuf", "cut off");
        }
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        run(command, "--input=" + Files.write(directory.resolve("more.fgb"), more))
                .shouldRefuse("damaged FlatGeobuf");
        byte[] older = whole.clone();
        older[3] = 2;
        run(command, "--input=" + Files.write(directory.resolve("old.fgb"), older))
                .shouldRefuse("old.fgb: FlatGeobuf of version 2, which is not read; 3 is");
        run(command + " --delimiter=;", input("places.fgb")).shouldRefuse("are for CSV");
        run("sort --by=people --decimal=comma", input("places.fgb")).shouldRefuse("are for CSV, not for FlatGeobuf");
    }

    @Test
    void shouldAnswerOrRefuseDamagedFiles() throws IOException {
        List<byte[]> files =
                List.of(Files.readAllBytes(FILES.resolve("types.fgb")), Files.readAllBytes(FILES.resolve("mixed.fgb")));
        int refused = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            boolean isPlane = seed % 2 == 0;
            Path file = Files.write(directory.resolve("damaged.fgb"), Damage.of(files.get(seed % 2), random));
            CommandRun run = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> isPlane
                            ? run(
                                    "knn-join --k=1 --keep=* --query-keep=* --output=- --quiet",
                                    "--input=" + file,
                                    "--query=" + file)
                            : run(
                                    "spatial-join --output=- --keep=kind --missing=skip --quiet",
                                    "--left=" + file,
                                    "--right=" + file),
                    "seed=" + seed);
            refused += run.shouldAnswerOrRefuse("damaged.fgb", "seed=" + seed) ? 1 : 0;
        }
        assertTrue(refused > 100, "refused=" + refused);
    }

    // Other formats

    @ParameterizedTest
    @ValueSource(strings = {"shp", "gpkg", "KML", "gml.gz"})
    void shouldSayHowOtherFormatsAreRead(String extension) throws IOException {
        Path file = write("zones." + extension, "x,y\n1,2\n");
        String refused = "is not read; FlatGeobuf is, which GDAL makes of it: ogr2ogr zones.fgb zones." + extension;
        run("knn-join --k=1", "--input=" + file).shouldRefuse(refused);
        run("sort --by=x", "--input=" + file).shouldRefuse(refused);
        run("spatial-join", "--left=" + file, right("places.fgb")).shouldRefuse(refused);
    }
}
