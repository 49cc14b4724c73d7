package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.jts.SpatialPredicate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    // Refusals

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--columns=lon,lat --predicate=near|--predicate",
                "--columns=lon,lat --distance=-1|--distance must be 0 or more: distance=-1.0",
                "--columns=lon,lat --distance=NaN|--distance must be 0 or more",
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
                "--columns=lon,lat --demo|--demo brings both files"
            })
    void shouldRefuse(String options, String problem) {
        join(options.split(" ")).shouldRefuse(problem);
    }

    @Test
    void shouldRefuseMissingFiles() throws IOException {
        CommandRun.of("spatial-join", "--right=" + places).shouldRefuse("--left is missing (or --demo)");
        CommandRun.of("spatial-join", "--left=" + places).shouldRefuse("--right is missing");
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
        List<String> names = new ArrayList<>();
        new SpatialJoinCommand.PredicateName().forEach(names::add);
        assertEquals(SpatialPredicate.names(), names);
    }

    @Test
    void shouldStopWhenInterrupted() {
        CommandRun.interrupted("spatial-join", "--left=" + zones, "--right=" + places, "--columns=lon,lat")
                .shouldFail(ExitCode.CANCELLED, "cancelled");
    }
}
