package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hardwood.InputFile;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.schema.ColumnSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parquet in and out. The input files were made by other programs: {@code make.py} beside them tells how. */
class ParquetCommandTest {

    private static final Path FILES = Path.of("src", "test", "resources", "dev", "gyre", "cli", "parquet");

    private static final String ALL =
            "id,x,y,i,u4,u8,i1,text,flag,day,utc,local,time,dec30,dec5,bytes,half,dict,st.a,st.b";

    private static final String SAME = "12:34:56.000001,-12345678901234567890.1200,1.25,00ff,1.5,";

    private static final String ROWS = ALL + "\n"
            + "10,0.0,0.0,1,4294967295,18446744073709551615,-1,a,true,2024-02-29,"
            + "2024-02-29T12:30:00.123456Z,2024-02-29T12:30:00.123456789," + SAME + "u,1.0,\n"
            + "11,1.0,1.0,-2,1,1,1,\"ü,\"\"q\"\"\",false,2024-02-29,"
            + "2024-02-29T12:30:00.123455Z,2024-02-29T12:30:00.123456790," + SAME + "v,,\n"
            + "12,2.0,2.0,3,2,2,2,,,2024-02-29,"
            + "2024-02-29T12:30:00.123454Z,2024-02-29T12:30:00.123456791," + SAME + "u,2.0,3\n"
            + "13,3.0,3.0,4,3,3,3,,true,2024-02-29,"
            + "2024-02-29T12:30:00.123453Z,2024-02-29T12:30:00.123456792," + SAME + "v,2.0,3\n"
            + "14,4.0,4.0,5,4,4,4,00501,true,2024-02-29,"
            + "2024-02-29T12:30:00.123452Z,2024-02-29T12:30:00.123456793," + SAME + "u,2.0,3\n"
            + "15,5.0,5.0,6,5,5,5,e,false,2024-02-29,"
            + "2024-02-29T12:30:00.123451Z,2024-02-29T12:30:00.123456794," + SAME + "v,2.0,3\n"
            + "16,6.5,6.25,,6,6,6,f,false,,"
            + "2024-02-29T12:30:00.123450Z,2024-02-29T12:30:00.123456795," + SAME + "u,2.0,3\n";

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

    private Path out(String name) {
        return directory.resolve(name);
    }

    private String output(String name) {
        return "--output=" + out(name);
    }

    private static String schema(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file))) {
            return reader.getFileSchema().getColumns().stream()
                    .map(column -> column.name() + " " + name(column))
                    .collect(Collectors.joining(", "));
        }
    }

    private static String name(ColumnSchema column) {
        return column.type() == PhysicalType.BYTE_ARRAY && column.logicalType() == null
                ? "bytes"
                : column.type() == PhysicalType.BYTE_ARRAY
                        ? "text"
                        : column.type().toString();
    }

    // Input

    @ParameterizedTest
    @ValueSource(
            strings = {"types-snappy.parquet", "types-none.parquet", "types-gzip.parquet", "types-zstd-v2.parquet"})
    void shouldReadAllTypesExactly(String file) {
        assertEquals(ROWS, csv("sort --by=x --keep=" + ALL, input(file)));
    }

    @Test
    void shouldTakeNumbersOfAllTypesAsCoordinates() {
        String columns = "--columns=id,x,y,u4,u8,i1,dec30,dec5,half";
        String rows = csv("sort --by=x --keep=id,x,y,u4,u8,i1,dec30,dec5,half", input("types-snappy.parquet"));
        Path same = write("same.csv", rows);
        String asked = "knn-join --k=3 " + columns;
        assertEquals(csv(asked, "--input=" + same), csv(asked, input("types-snappy.parquet")));
    }

    @Test
    void shouldOrderByTextsAndDatesAndGroup() {
        String file = input("types-snappy.parquet");
        assertEquals("id\n12\n13\n14\n10\n15\n16\n11\n", csv("sort --by=text --text=text --keep=id", file));
        assertEquals("id\n16\n15\n14\n13\n12\n11\n10\n", csv("sort --by=utc --date=utc --keep=id", file));
        assertEquals("dict,rank,id,x\nu,1,10,0.0\nv,1,11,1.0\n", csv("top --k=1 --by=x --group=dict --id=id", file));
    }

    @Test
    void shouldReadStructsAndLeaveOutMissingNumbers() {
        CommandRun run = run(
                        "knn-join --k=1 --columns=st.a,st.b --missing=skip --id=id --output=-",
                        input("types-snappy.parquet"))
                .shouldSucceed();
        assertTrue(run.out().startsWith("query,rank,neighbor,distance\n12,1,13,0.0\n13,1,12,0.0\n"), run.out());
        assertTrue(run.err().startsWith(FILES.resolve("types-snappy.parquet") + ": 2 rows with missing"), run.err());
    }

    @Test
    void shouldReadCompressedFilesAndStandardInput() throws IOException {
        byte[] bytes = Files.readAllBytes(FILES.resolve("types-snappy.parquet"));
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        }
        Path file = Files.write(out("types.parquet.gz"), compressed.toByteArray());
        assertEquals(ROWS, csv("sort --by=x --keep=" + ALL, "--input=" + file));
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(bytes));
            assertTrue(csv("knn-join --k=1 --columns=x --id=id --input=- --format=parquet")
                    .contains("16,1,15,1.5"));
            System.setIn(new ByteArrayInputStream(bytes));
            assertEquals(ROWS, csv("sort --by=x --input=- --keep=" + ALL));
            System.setIn(new ByteArrayInputStream("PAR1\n2\n1\n".getBytes(StandardCharsets.US_ASCII)));
            assertEquals("PAR1\n1\n2\n", csv("sort --by=PAR1 --input=- --keep=PAR1"));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldReadFilesWithoutRows() {
        assertEquals("query,rank,neighbor,distance\n", csv("knn-join --k=1 --columns=x,y", input("empty.parquet")));
        assertEquals("x\n", csv("sort --by=x --keep=x", input("empty.parquet")));
    }

    @Test
    void shouldReadOldTimestamps() {
        assertEquals("t\n1970-01-02T00:00:00.000000001\n", csv("sort --by=t --date=t", input("int96.parquet")));
    }

    @Test
    void shouldServeEveryCommandOverPoints() {
        for (String command : List.of(
                "radius-join --radius=1.5",
                "graph --k=2",
                "outliers --k=2",
                "spanning-tree",
                "cluster --eps=1.5 --min-points=2",
                "pair-counts --radii=1,2")) {
            String text = command + " --columns=x,y";
            Path same = write("same.csv", csv("sort --by=x --keep=x,y", input("types-snappy.parquet")));
            assertEquals(csv(text, "--input=" + same), csv(text, input("types-snappy.parquet")), command);
        }
        String top = "top-join --k=3 --radius=2 --columns=x,y --score=id --left=";
        assertTrue(csv(top + FILES.resolve("types-snappy.parquet")).contains("1,5,6,31,1.9525624189766635"));
        run("kd build --columns=x,y", input("types-snappy.parquet"), output("t.kd"))
                .shouldSucceed();
        run("rtree build --boxes=x,y,id,u4" + " --skip-bad-rows", input("types-snappy.parquet"), output("t.rtree"))
                .shouldSucceed();
    }

    // Errors

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "types-brotli.parquet|x|column \"x\": compressed with BROTLI, which is not read",
                "types-lz4.parquet|x|column \"x\": compressed with LZ4_RAW, which is not read",
                "types-snappy.parquet|list.list.element|nested: it has lists of values",
                "types-snappy.parquet|text|column \"text\": has texts; numbers are needed",
                "types-snappy.parquet|flag|column \"flag\": has booleans; numbers are needed",
                "types-snappy.parquet|day|column \"day\": has dates; numbers are needed",
                "types-snappy.parquet|utc|column \"utc\": has timestamps; numbers are needed",
                "types-snappy.parquet|xx|no column \"xx\"; columns: id, x, y",
                "types-snappy.parquet|i|row 6, column \"i\": a number is missing; --missing skip",
                "bad.parquet|x|row 1, column \"x\": a number is missing",
                "places-3857.parquet|xx|no column \"xx\"; columns: name, people, geometry",
            })
    void shouldRefuseColumns(String file, String columns, String problem) {
        run("knn-join --k=1", input(file), "--columns=" + columns).shouldRefuse(file, problem);
    }

    @Test
    void shouldLeaveOutBadRowsIfAsked() {
        String[] file = {input("bad.parquet"), "--missing=skip", "--output=-"};
        run("knn-join --k=1 --columns=x,y", file).shouldRefuse("row 3, column \"x\": not a finite number: Infinity");
        CommandRun run =
                run("knn-join --k=1 --columns=x,y --skip-bad-rows", file).shouldSucceed();
        assertEquals("query,rank,neighbor,distance\n0,1,1,3.0\n1,1,0,3.0\n", run.out());
        assertTrue(
                run.err().contains("2 rows with missing coordinates skipped, 2 rows that cannot be read"), run.err());
    }

    @Test
    void shouldRefuseWhatIsNoParquet() throws IOException {
        byte[] whole = Files.readAllBytes(FILES.resolve("types-snappy.parquet"));
        String command = "knn-join --k=1 --columns=x,y";
        Path text = write("text.parquet", "x,y\n1,2\n");
        run(command, "--input=" + text).shouldRefuse("text.parquet: not Parquet, which begins with PAR1; --format");
        assertEquals("query,rank,neighbor,distance\n", csv(command + " --format=csv", "--input=" + text));
        run(command, "--input=" + write("none.parquet", "")).shouldRefuse("none.parquet: empty");
        run(command, "--input=" + out("no.parquet")).shouldRefuse("no.parquet: no such file");
        for (int length : new int[] {4, 8, 11, 100, whole.length / 2, whole.length - 1}) {
            Path cut = Files.write(out("cut.parquet"), Arrays.copyOf(whole, length));
            run(command, "--input=" + cut).shouldRefuse("cut.parquet: damaged Parquet");
        }
    }

    @Test
    void shouldRefuseOptionsOfText() {
        run("knn-join --k=1 --columns=x,y --delimiter=;", input("types-snappy.parquet"))
                .shouldRefuse("are for CSV");
        run("sort --by=x --decimal=comma", input("types-snappy.parquet")).shouldRefuse("are for CSV, not for Parquet");
    }

    @Test
    void shouldAnswerOrRefuseDamagedFiles() throws IOException {
        byte[] types = Files.readAllBytes(FILES.resolve("types-none.parquet"));
        byte[] zones = Files.readAllBytes(FILES.resolve("zones.parquet"));
        int refused = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            boolean isPlane = seed % 2 == 0;
            Path file = Files.write(out("damaged.parquet"), Damage.of(isPlane ? types : zones, random));
            CommandRun run = assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> isPlane
                            ? run("sort --by=x --keep=" + ALL + " --output=- --quiet", "--input=" + file)
                            : run("spatial-join --output=- --keep=zone --quiet", "--left=" + file, "--right=" + file),
                    "seed=" + seed);
            refused += run.shouldAnswerOrRefuse("damaged.parquet", "seed=" + seed) ? 1 : 0;
        }
        assertTrue(refused > 20, "refused=" + refused);
    }

    // GeoParquet

    @ParameterizedTest
    @ValueSource(strings = {"places.parquet", "places-bbox.parquet", "places-columns.parquet"})
    void shouldReadPointsOfGeoParquet(String file) {
        Path same = write(
                "same.csv", "name,lon,lat\nBern,7.45,46.95\nLagos,3.4,6.45\nSuva,178.44,-18.14\nQuito,-78.51,-0.22\n");
        String command = "knn-join --k=2 --metric=haversine --id=name";
        assertEquals(csv(command + " --columns=lon,lat", "--input=" + same), csv(command, input(file)));
    }

    @Test
    void shouldNotTakeOtherSystemsForDegrees() {
        String command = "knn-join --k=1 --metric=haversine";
        String refused = "longitude and latitude in degrees are needed; coordinates are in EPSG:3857 (WGS 84 / Pseudo-";
        run(command, input("places-3857.parquet")).shouldRefuse("places-3857.parquet: " + refused);
        csv("knn-join --k=1", input("places-3857.parquet"));
        run("knn-join --k=1", input("places-3857.parquet"), "--query=" + FILES.resolve("places.parquet"))
                .shouldRefuse("coordinates are in EPSG:3857", "those of", "in longitude and latitude");
        run(
                        "spatial-join",
                        "--left=" + FILES.resolve("zones-3857.parquet"),
                        "--right=" + FILES.resolve("places.parquet"))
                .shouldRefuse("zones-3857.parquet: coordinates are in EPSG:3857", "in longitude and latitude");
        String cities = write("cities.csv", "lon,lat\n7.45,46.95\n").toString();
        run(
                        "spatial-join --right-columns=lon,lat",
                        "--left=" + FILES.resolve("zones-3857.parquet"),
                        "--right=" + cities)
                .shouldRefuse("coordinates are in EPSG:3857");
    }

    @ParameterizedTest
    @CsvSource({
        "zones.parquet,places.parquet",
        "zones-3857.parquet,places-3857.parquet",
        "zones.parquet,places-unknown.parquet"
    })
    void shouldJoinGeometries(String left, String right) {
        assertEquals(
                "left,right,left_zone,right_people\nafrica,Lagos,africa,15388000\nalps,Bern,alps,133883\n"
                        + "both,Bern,both,133883\n",
                csv(
                        "spatial-join --left-id=zone --right-id=name --keep=zone,people",
                        "--left=" + FILES.resolve(left),
                        "--right=" + FILES.resolve(right)));
    }

    @Test
    void shouldReportDamagedGeometries() {
        String[] files = {
            "--left=" + FILES.resolve("zones.parquet"), "--right=" + FILES.resolve("damaged-wkb.parquet"), "--output=-"
        };
        run("spatial-join", files).shouldRefuse("row 1, column \"geometry\": a geometry is missing");
        run("spatial-join --missing=skip", files).shouldRefuse("row 2, column \"geometry\": not a geometry in WKB");
        assertEquals(
                "left,right\n0,1\n1,0\n2,0\n",
                run("spatial-join --skip-bad-rows", files).shouldSucceed().out());
        run("knn-join --k=1", input("damaged-wkb.parquet")).shouldRefuse("row 1, column \"geometry\": a geometry is");
        run("knn-join --k=1", input("zones.parquet")).shouldRefuse("row 0, column \"geometry\": points are needed");
        run("knn-join --k=1", input("types-snappy.parquet")).shouldRefuse("no GeoParquet", "--columns is needed");
        run("spatial-join", "--left=" + FILES.resolve("types-snappy.parquet"), files[1])
                .shouldRefuse("no GeoParquet");
    }

    @Test
    void shouldWriteGeoParquetThatItReads() throws IOException {
        String[] files = {"--left=" + FILES.resolve("zones.parquet"), "--right=" + FILES.resolve("places.parquet")};
        String command = "spatial-join --left-id=zone --right-id=name --keep=people,zone --quiet";
        run(command, files[0], files[1], output("left.parquet")).shouldSucceed();
        run(command + " --geometry=right", files[0], files[1], output("right.parquet"))
                .shouldSucceed();
        run("spatial-join --count-only --quiet", files[0], files[1], output("counts.parquet"))
                .shouldSucceed();
        assertEquals(
                "left text, right text, geometry bytes, left_zone text, right_people INT64",
                schema(out("left.parquet")));
        run("spatial-join --nearest=2 --left-join --quiet", files[0], files[1], output("nearest.parquet"))
                .shouldSucceed();
        assertEquals("left INT32, matches INT32, geometry bytes", schema(out("counts.parquet")));
        assertEquals(
                "left INT32, right INT32, rank INT32, distance DOUBLE, geometry bytes", schema(out("nearest.parquet")));
        assertEquals(
                "left,right\nafrica,Lagos\nalps,Bern\nboth,Bern\n",
                csv(
                        "spatial-join --predicate=equals --left-id=left --right-id=right --left-wkt=geometry",
                        "--left=" + out("left.parquet"),
                        "--right=" + out("left.parquet")));
        double distance = Math.hypot(7.45 - 3.4, 46.95 - 6.45);
        assertTrue(csv("knn-join --k=1 --id=right", "--input=" + out("right.parquet"))
                .startsWith("query,rank,neighbor,distance\nLagos,1,Bern,"
                        + String.valueOf(distance).substring(0, 10)));
        String geo = geo(out("right.parquet"));
        assertTrue(geo.contains("\"geometry_types\":[\"Point\"],\"crs\":{\"$schema\":"), geo);
        assertTrue(geo.endsWith("\"bbox\":[3.4,6.45,7.45,46.95]}}}"), geo);
        run(
                        "spatial-join --quiet",
                        "--left=" + FILES.resolve("zones-3857.parquet"),
                        "--right=" + FILES.resolve("places-3857.parquet"),
                        output("other.parquet"))
                .shouldSucceed();
        assertTrue(geo(out("other.parquet")).contains("\"crs\":{\"$schema\":"), geo(out("other.parquet")));
        run("spatial-join --output-format=parquet --output=-", files)
                .shouldRefuse("Parquet and Arrow are written to files");
    }

    private static String geo(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file))) {
            return reader.getFileMetaData().keyValueMetadata().get("geo");
        }
    }

    // Output

    @Test
    void shouldWriteTypedColumns() throws IOException {
        String file = input("types-snappy.parquet");
        run("sort --by=x --quiet --keep=" + ALL, file, output("all.parquet")).shouldSucceed();
        assertEquals(
                "id INT64, x DOUBLE, y FLOAT, i INT32, u4 INT64, u8 text, i1 INT32, text text, flag BOOLEAN, day text, "
                        + "utc text, local text, time text, dec30 text, dec5 text, bytes text, half FLOAT, dict text, "
                        + "st.a DOUBLE, st.b INT64",
                schema(out("all.parquet")));
        String flat = ALL.replace(",st.a,st.b", "");
        run("sort --by=x --quiet --keep=" + flat, file, output("flat.parquet")).shouldSucceed();
        assertEquals(
                csv("sort --by=x --keep=" + flat, file),
                csv("sort --by=x --keep=" + flat, "--input=" + out("flat.parquet")));
        run("sort --by=st.a", "--input=" + out("all.parquet")).shouldRefuse("column \"st.a\": has a point in its name");
        run("knn-join --k=1 --columns=x,y --id=id --keep=flag --quiet", file, output("near.parquet"))
                .shouldSucceed();
        assertEquals(
                "query INT64, rank INT32, neighbor INT64, distance DOUBLE, left_flag BOOLEAN, right_flag BOOLEAN",
                schema(out("near.parquet")));
        run("knn-join --k=1 --columns=x,y --quiet", input("empty.parquet"), output("none.parquet"))
                .shouldSucceed();
        assertEquals("query INT32, rank INT32, neighbor INT32, distance DOUBLE", schema(out("none.parquet")));
    }

    @Test
    void shouldTypeColumnsOfCsvByTheirTexts() throws IOException {
        Path file = write("t.csv", "x,zip,whole,part,empty\n0,00501,1,1.5,\n1,10001,-2,2,\n");
        run(
                        "knn-join --k=1 --columns=x --keep=* --query-keep=* --quiet --query=" + file,
                        "--input=" + file,
                        output("t.parquet"))
                .shouldSucceed();
        assertTrue(
                schema(out("t.parquet"))
                        .endsWith(
                                "right_x INT64, right_zip text, right_whole INT64, right_part DOUBLE, right_empty INT64"),
                schema(out("t.parquet")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "radius-join --columns=x,y --radius=1.5 --id=id --keep=text",
                "radius-join --columns=x,y --radius=1.5 --count-only",
                "graph --columns=x,y --k=2 --id=id",
                "outliers --columns=x,y --k=2 --keep=text,u8",
                "spanning-tree --columns=x,y --id=text",
                "cluster --columns=x,y --eps=1.5 --min-points=2 --keep=i",
                "pair-counts --columns=x,y --radii=1.5,2.5",
                "top --by=x --k=3 --id=id",
            })
    void shouldWriteWhatCsvHas(String command) {
        Path file = out("o.parquet");
        run(command + " --quiet", input("types-snappy.parquet"), "--output=" + file)
                .shouldSucceed();
        String csv = csv(command, input("types-snappy.parquet"));
        String first = csv.lines().findFirst().orElseThrow();
        String number = Stream.of(first.split(","))
                .filter(List.of("distance", "matches", "rank", "cluster", "lof", "pairs")::contains)
                .findFirst()
                .orElseThrow();
        List<String> expected = csv.lines().sorted().toList();
        List<String> read = csv("sort --missing=skip --by=" + number + " --keep=" + first, "--input=" + file)
                .lines()
                .sorted()
                .toList();
        assertEquals(expected, read);
    }

    @Test
    void shouldCompressAndReplaceOnlyWhole() throws IOException {
        Path file = Files.writeString(out("o.parquet.gz"), "old");
        run("knn-join --k=1 --columns=xx", input("types-snappy.parquet"), "--output=" + file)
                .shouldRefuse("no column");
        assertEquals("old", Files.readString(file));
        run("knn-join --k=1 --columns=x --quiet", input("types-snappy.parquet"), "--output=" + file)
                .shouldSucceed();
        assertEquals(0x1f, Files.readAllBytes(file)[0]);
        assertTrue(
                csv("sort --by=query --keep=query,neighbor", "--input=" + file).endsWith("5,4\n6,5\n"));
        assertArrayEquals(new String[] {"o.parquet.gz"}, directory.toFile().list());
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(out(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Random rows of CSV come back from Parquet as they are, in one row group or several pages, with runs of equal texts and without. */
    @Test
    void shouldKeepRandomRows() {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            int rows = new int[] {1, 2, 1023, 5000, 40_000, 131_073}[seed];
            int runs = 1 + random.nextInt(50);
            String[] words = {"", "a", "ü", "\"q\"", "two words", "00501", "long".repeat(50)};
            String text = IntStream.range(0, rows)
                    .mapToObj(row -> row + "," + random.nextInt() + "," + Double.toString(random.nextGaussian()) + ","
                            + field(words[random.nextInt(words.length)]) + ","
                            + field(words[row / runs % words.length]))
                    .collect(Collectors.joining("\n", "row,whole,part,word,run\n", "\n"));
            Path file = write("in.csv", text);
            String command = "sort --by=row --keep=*";
            run(command + " --quiet", "--input=" + file, output("o.parquet")).shouldSucceed();
            assertEquals(csv(command, "--input=" + file), csv(command, "--input=" + out("o.parquet")), "seed=" + seed);
        }
    }

    private static String field(String word) {
        return "\"" + word.replace("\"", "\"\"") + "\"";
    }

    /** One of the files has three row groups; the conditions leave some unread. */
    @ParameterizedTest
    @ValueSource(
            strings = {"id>=15", "id<12", "id=99", "x>3.5", "dec5>2", "text=a", "i!=3", "st.a>=0", "day=2024-02-29"})
    void shouldFindTheSameRowsWhateverIsRead(String condition) throws IOException {
        Path queries = Files.writeString(out("queries.csv"), "x,y\n0,0\n5,5\n");
        String[] options = {
            "--query=" + queries, "--columns=x,y", "--where=" + condition, "--k=3", "--id=id", "--keep=text,dec5"
        };
        String expected = csv("knn-join " + input("types-snappy.parquet"), options);
        assertEquals(expected, csv("knn-join " + input("types-zstd-v2.parquet"), options));
    }
}
