package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnnJoinCommandTest extends RowCommandContract {

    private static final String SQUARE = "name,x,y\na,0,0\nb,1,0\nc,0,2\nd,5,5\n";

    private Path square;

    @Override
    List<String> command() {
        return List.of("knn-join", "--columns=x,y");
    }

    @BeforeEach
    void writeSquare() throws IOException {
        square = write("square.csv", SQUARE);
    }

    // Options

    @Test
    void shouldRefuseKOfZero() {
        join(square, "x,y", "--k", "0").shouldRefuse("--k must be 1 or more", "k=0");
    }

    @Test
    void shouldRefuseNegativeK() {
        join(square, "x,y", "--k", "-1").shouldRefuse("--k must be 1 or more", "k=-1");
    }

    @Test
    void shouldRefuseKThatIsNoNumber() {
        join(square, "x,y", "--k", "five").shouldRefuse("--k", "'five' is not an int");
    }

    @Test
    void shouldRefuseKBeyondInt() {
        join(square, "x,y", "--k", "99999999999").shouldRefuse("--k", "99999999999");
    }

    @Test
    void shouldFindAllOthersIfKIsLarger() throws IOException {
        join(square, "x,y", "--k", "2147483647").shouldSucceed();
        Path output = directory.resolve("all.csv");
        join(square, "x,y", "--k", "100000000", "--output", output.toString()).shouldSucceed();
        assertEquals(1 + 4 * 3, Files.readAllLines(output).size());
    }

    @Test
    void shouldRefuseMissingColumns() {
        CommandRun.of("knn-join", "--input", square.toString()).shouldRefuse("--columns is missing");
    }

    @Test
    void shouldRefuseColumnAskedForTwice() {
        join(square, "x,x").shouldRefuse("--columns must be different columns", "x,x");
    }

    @Test
    void shouldRefuseQueryColumnsWithoutQuery() {
        join(square, "x,y", "--query-columns", "x,y").shouldRefuse("need --query");
    }

    @Test
    void shouldRefuseQueriesOfOtherDimensions() {
        join(square, "x,y", "--query", square.toString(), "--query-columns", "x")
                .shouldRefuse(square + " has 2, " + square + " has 1");
    }

    @Test
    void shouldRefuseUnknownMetric() {
        join(square, "x,y", "--metric", "minkowski")
                .shouldRefuse(
                        "minkowski",
                        "euclidean, squared-euclidean, manhattan, chebyshev, haversine, cosine, inner-product, hamming, lp:P");
    }

    @Test
    void shouldRefuseHaversineOfOneColumn() {
        join(square, "x", "--metric", "haversine").shouldRefuse("haversine needs two columns");
    }

    @Test
    void shouldRefuseJoinBeyondMemoryLimit() {
        join(square, "x,y", "--memory-limit", "16").shouldRefuse("does not fit", "limit=16");
    }

    @Test
    void shouldShowStacktraceOnlyWhenAsked() {
        CommandRun run = join(square, "x,y", "--k", "0", "--stacktrace");
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("ParameterException"), run.err());
    }

    // Groups

    @Test
    void shouldJoinRowsOfTheSameGroup() throws IOException {
        Path shops = write("shops.csv", "kind,x,y\nfood,0,0\nbank,1,0\nfood,4,0\nbank,2,0\nbook,0,1\n");
        Path output = directory.resolve("groups.csv");
        join(shops, "x,y", "--group=kind", "--k=2", "--output=" + output).shouldSucceed();
        assertEquals(
                "query,rank,neighbor,distance\n0,1,2,4.0\n1,1,3,1.0\n2,1,0,4.0\n3,1,1,1.0\n", Files.readString(output));
    }

    @Test
    void shouldJoinQueriesWithRowsOfTheirGroup() throws IOException {
        Path shops = write("shops.csv", "kind,x,y\nfood,0,0\nbank,1,0\nfood,4,0\n");
        Path wishes = write("wishes.csv", "wish,x,y\nbank,4,0\nbook,0,0\nfood,3,0\n");
        Path output = directory.resolve("wishes-found.csv");
        join(
                        shops,
                        "x,y",
                        "--group=kind",
                        "--query=" + wishes,
                        "--query-group=wish",
                        "--query-id=wish",
                        "--k=1",
                        "--output=" + output)
                .shouldSucceed();
        assertEquals("query,rank,neighbor,distance\nbank,1,1,3.0\nfood,1,2,1.0\n", Files.readString(output));
    }

    @ParameterizedTest
    @CsvSource({
        "size>=2, '0,1,3;1,1,3;2,1,3;3,1,2'",
        "size>2, '0,1,3;1,1,3;2,1,3'",
        "size<2, '0,1,1;1,1,0;2,1,1;3,1,1'",
        "size<=01.0, '0,1,1;1,1,0;2,1,1;3,1,1'",
        "size=2, '0,1,2;1,1,2;3,1,2'",
        "kind!=food, '0,1,1;1,1,3;2,1,3;3,1,1'",
        "kind=bank, '0,1,1;1,1,3;2,1,3;3,1,1'",
        "kind<food, ''",
        "kind=, ''"
    })
    void shouldFindRowsThatPassAFilter(String condition, String expected) throws IOException {
        Path shops = write("shops.csv", "kind,size,x,y\nfood,1,0,0\nbank,1,1,0\nfood,2,5,0\nbank,3,3,0\n");
        Path output = directory.resolve("passed.csv");
        join(shops, "x,y", "--where=" + condition, "--k=1", "--output=" + output)
                .shouldSucceed();
        String found = Files.readAllLines(output).stream()
                .skip(1)
                .map(line -> line.substring(0, line.lastIndexOf(',')))
                .collect(Collectors.joining(";"));
        assertEquals(expected, found);
    }

    @Test
    void shouldFindRowsThatPassAllFilters() throws IOException {
        Path shops = write("shops.csv", "kind,size,x,y\nfood,1,0,0\nbank,1,1,0\nfood,2,5,0\nbank,3,3,0\n");
        Path output = directory.resolve("passed.csv");
        join(shops, "x,y", "--where=size>=2", "--where=size<3", "--where=kind=food", "--k=1", "--output=" + output)
                .shouldSucceed();
        assertEquals("query,rank,neighbor,distance\n0,1,2,5.0\n1,1,2,4.0\n3,1,2,2.0\n", Files.readString(output));
    }

    @Test
    void shouldRefuseConditions() {
        join(square, "x,y", "--where=name").shouldRefuse("--where must be NAME=VALUE", "--where=name");
        join(square, "x,y", "--where==a").shouldRefuse("--where must be NAME=VALUE");
        join(square, "x,y", "--where=kind=a").shouldRefuse("no column \"kind\"");
        CommandRun.of("knn-join", "--input=" + directory.resolve("rows.npy"), "--where=kind=a")
                .shouldRefuse("--where is for CSV, Parquet and FlatGeobuf");
    }

    @Test
    void shouldExplainGroups() {
        CommandRun run = join(square, "x,y", "--group=name", "--explain");
        assertTrue(run.err().contains("trees part the groups, by their first splits or one for each"), run.err());
    }

    @Test
    void shouldRefuseGroupsThatAreNotThere() {
        join(square, "x,y", "--group=kind").shouldRefuse("no column \"kind\"");
        join(square, "x,y", "--query-group=name").shouldRefuse("--query-group needs --group and --query");
        join(square, "x,y", "--query-group=name", "--query=" + square).shouldRefuse("--query-group needs --group");
        CommandRun.of("knn-join", "--input=" + directory.resolve("rows.npy"), "--group=name")
                .shouldRefuse("--group is for CSV, Parquet and FlatGeobuf");
    }

    // Input files

    @Test
    void shouldNameQueryFileThatIsMissing() {
        Path missing = directory.resolve("missing.csv");
        join(square, "x,y", "--query", missing.toString()).shouldRefuse(missing + ": no such file");
    }

    @Test
    void shouldListColumnsWhenColumnIsMissing() {
        join(square, "x,z").shouldRefuse(square + ", line 1", "no column \"z\"", "name, x, y");
    }

    @Test
    void shouldNamePlaceOfLatitudeOutOfRange() throws IOException {
        Path file = write("latitude.csv", "lon,lat\n0,90\n0,90.5\n");
        join(file, "lon,lat", "--metric", "haversine")
                .shouldRefuse(file + ", line 3, column \"lat\": must be in -90..90: 90.5");
    }

    @Test
    void shouldGiveEmptyAnswerForHeaderAlone() throws IOException {
        Path file = write("header.csv", "x,y\n");
        Path output = directory.resolve("neighbors.csv");
        join(file, "x,y", "--output=" + output).shouldSucceed();
        assertEquals("query,rank,neighbor,distance\n", Files.readString(output));
        assertEquals("0 of 0 queries\n", join(file, "x,y").shouldSucceed().out());
    }

    // Answers

    @ParameterizedTest
    @CsvSource({"auto, FUSED", "brute-force, FUSED", "two-stage, TWO_STAGE", "fused, FUSED", "kd-tree, KD_TREE"})
    void shouldGiveTheSameAnswerByEveryMethodAndSayWhichItWas(String method, String taken) {
        String[] args = {"--k=2", "--output=-", "--quiet", "--explain", "--method=" + method};
        CommandRun run = join(square, "x,y", args).shouldSucceed();
        assertEquals(csv(square, "x,y", "--k", "2"), run.out());
        assertTrue(
                run.err().startsWith(taken + " for 4 queries among 4 points of 2 dimensions, k=2, on jvm"), run.err());
    }

    @Test
    void shouldRefuseUnknownMethod() {
        join(square, "x,y", "--method=r-tree")
                .shouldRefuse(
                        "--method",
                        "expected one of [auto, brute-force, fused, two-stage, kd-tree, grid, hybrid-grid]",
                        "'r-tree'");
    }

    @Test
    void shouldWriteNeighborsOfEveryRow() {
        assertEquals("""
                query,rank,neighbor,distance
                0,1,1,1.0
                0,2,2,2.0
                1,1,0,1.0
                1,2,2,2.23606797749979
                2,1,0,2.0
                2,2,1,2.23606797749979
                3,1,2,5.830951894845301
                3,2,1,6.4031242374328485
                """, csv(square, "x,y", "--k", "2"));
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 2.23606797749979", "manhattan, 3.0", "chebyshev, 2.0"})
    void shouldMeasureInTheColumnsOwnUnit(String metric, String distance) throws IOException {
        Path file = write("pair.csv", "x,y\n1,1\n2,3\n");
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1," + distance + "\n1,1,0," + distance + "\n",
                csv(file, "x,y", "--metric=" + metric));
        String table = join(file, "x,y", "--metric=" + metric).shouldSucceed().out();
        assertFalse(table.contains("km"), table);
    }

    @Test
    void shouldCarryIdsThrough() throws IOException {
        Path file = write("ids.csv", "id,x\n\"a, \"\"b\"\"\",1\n 007 ,2\n");
        assertEquals(
                "query,rank,neighbor,distance\n\"a, \"\"b\"\"\",1, 007 ,1.0\n 007 ,1,\"a, \"\"b\"\"\",1.0\n",
                csv(file, "x", "--id", "id"));
    }

    @Test
    void shouldLeaveOutUnusedSlots() {
        assertEquals(1 + 4 * 3, csv(square, "x,y", "--k", "100").lines().count());
    }

    @Test
    void shouldJoinTwoFiles() throws IOException {
        Path queries = write("queries.csv", "key,east,north\nq,4,4\np,0,1\n");
        assertEquals(
                """
                query,rank,neighbor,distance
                q,1,d,1.4142135623730951
                p,1,a,1.0
                """,
                csv(
                        square,
                        "x,y",
                        "--k=1",
                        "--id=name",
                        "--query=" + queries,
                        "--query-columns=east,north",
                        "--query-id=key"));
    }

    @Test
    void shouldTakeQueryColumnsFromColumns() throws IOException {
        Path queries = write("queries.csv", "y,x\n5,4\n");
        assertEquals("query,rank,neighbor,distance\n0,1,3,1.0\n", csv(square, "x,y", "--k=1", "--query=" + queries));
    }

    @Test
    void shouldRefuseUnknownExponent() {
        join(square, "x,y", "--metric", "lp:0.5").shouldRefuse("--metric", "must be in 1..64 or infinite: p=0.5");
        join(square, "x,y", "--metric", "lp:many").shouldRefuse("lp:many", "lp:P with P in 1..64");
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
                "inner-product",
                "lp:2.5"
            })
    void shouldWriteTheAnswerOfTheEngine(Metric metric) throws IOException {
        Path output = directory.resolve("neighbors.csv");
        double[] rows = new double[2 * 300];
        StringBuilder text = new StringBuilder("lon,lat\n");
        Random random = new Random(7);
        for (int row = 0; row < 300; row++) {
            rows[2 * row] = random.nextDouble() * 360 - 180;
            rows[2 * row + 1] = random.nextDouble() * 180 - 90;
            text.append(rows[2 * row]).append(',').append(rows[2 * row + 1]).append('\n');
        }
        join(
                        write("random.csv", text.toString()),
                        "lon,lat",
                        "--k=7",
                        "--metric=" + metric.name(),
                        "--output=" + output)
                .shouldSucceed();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM))) {
            Neighbors expected = engine.knnSelfJoin(Points.of(rows, 2), 7, JoinOptions.DEFAULT.withMetric(metric));
            assertSameAnswer(expected, output);
        }
    }

    private static void assertSameAnswer(Neighbors expected, Path file) throws IOException {
        List<CsvRecord> records;
        try (Reader reader = new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8);
                CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(reader)) {
            records = csv.stream().skip(1).toList();
        }
        assertEquals(expected.queries() * expected.k(), records.size());
        for (int i = 0; i < records.size(); i++) {
            int query = i / expected.k();
            int rank = i % expected.k();
            List<String> expectedFields = List.of(
                    Integer.toString(query),
                    Integer.toString(rank + 1),
                    Integer.toString(expected.id(query, rank)),
                    Double.toString(expected.distance(query, rank)));
            assertEquals(expectedFields, records.get(i).getFields());
        }
    }

    // The table and the last line

    @Test
    void shouldPrintTableOfFirstRows() {
        assertEquals(
                """
                query  1         2
                a      b 1.0000  c 2.0000
                b      a 1.0000  c 2.2361
                2 of 4 queries; --rows N shows more, --output FILE writes all
                """,
                join(square, "x,y", "--k=2", "--rows=2", "--id=name")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldPrintFiveRanksAtMost() throws IOException {
        Path line = write("line.csv", "x\n0\n1\n2\n3\n4\n5\n6\n");
        String out = join(line, "x", "--k=6").shouldSucceed().out();
        assertTrue(out.startsWith("query  1         2         3         4         5\n"), out);
        assertTrue(out.endsWith("7 of 7 queries, 5 of 6 neighbors each; --output FILE writes all\n"), out);
    }

    @Test
    void shouldEndWithWhereItRanAndHowLong() {
        CommandRun run = join(square, "x,y", "--threads=1").shouldSucceed();
        String line = run.err();
        assertTrue(
                line.matches("jvm \\(1 thread, Java [^)]+\\): 4 queries, k=5 in "
                        + CommandRun.times("read", "open", "compute", "write") + "\\R"),
                line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "kd-tree", "brute-force"})
    void shouldFindNeighborsWithinARadius(String method) throws IOException {
        Path line = write("line.csv", "x\n0\n1\n3\n3.5\n9\n");
        CommandRun run = join(line, "x", "--k=2", "--radius=2", "--output=-", "--method=" + method)
                .shouldSucceed();
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1,1.0\n1,1,0,1.0\n1,2,2,2.0\n2,1,3,0.5\n2,2,1,2.0\n3,1,2,0.5\n",
                run.out());
        assertTrue(run.err().contains("5 queries, k=2, radius=2.0 in "), run.err());
    }

    @Test
    void shouldRefuseRadiusThatIsNoDistance() {
        join(square, "x,y", "--radius=-1").shouldRefuse("--radius must be 0 or more: radius=-1.0");
        join(square, "x,y", "--radius=NaN").shouldRefuse("--radius must be 0 or more: radius=NaN");
        join(square, "x,y", "--radius=1", "--metric=inner-product").shouldRefuse("inner-product has no radius");
    }

    @Test
    void shouldNormalizeColumns() throws IOException {
        Path people = write("people.csv", "cm,income\n150,1000\n190,3000\n170,2000\n");
        CommandRun run = join(people, "cm,income", "--k=1", "--normalize=minmax", "--output=-")
                .shouldSucceed();
        assertEquals(
                "query,rank,neighbor,distance\n0,1,2,0.7071067811865476\n1,1,2,0.7071067811865476\n"
                        + "2,1,0,0.7071067811865476\n",
                run.out());
        assertTrue(run.err().contains("; columns normalized by minmax: distances are in the units of that"), run.err());
        String out = join(
                        people,
                        "cm,income",
                        "--k=2",
                        "--normalize=zscore",
                        "--weights=2,0",
                        "--metric=manhattan",
                        "--output=-")
                .shouldSucceed()
                .out();
        double step = 2 * Math.sqrt(1.5);
        assertEquals(step, Double.parseDouble(out.lines().toList().get(1).split(",")[3]), 1e-12);
        assertEquals(2 * step, Double.parseDouble(out.lines().toList().get(2).split(",")[3]), 1e-12);
    }

    @Test
    void shouldScaleQueriesAsThePointsAre() throws IOException {
        Path points = write("points.csv", "x,y\n0,0\n10,1000\n5,500\n");
        Path asked = write("asked.csv", "x,y\n20,1000\n");
        CommandRun run = join(
                        points,
                        "x,y",
                        "--query=" + asked,
                        "--k=3",
                        "--normalize=minmax",
                        "--weights=1,1",
                        "--report=json",
                        "--output=-")
                .shouldSucceed();
        assertEquals(
                "query,rank,neighbor,distance\n0,1,1,1.0\n0,2,2,1.5811388300841898\n0,3,0,2.23606797749979\n",
                run.out());
        assertTrue(
                run.err()
                        .contains(
                                "\"note\":\"columns normalized by minmax and multiplied by weights=1.0,1.0: distances"),
                run.err());
    }

    @Test
    void shouldRefuseScalesThatHaveNoMeaning() {
        join(square, "x,y", "--weights=1").shouldRefuse("--weights must have a number for each column", "columns=2");
        join(square, "x,y", "--weights=1,-1").shouldRefuse("--weights must be finite numbers of 0 or more");
        join(square, "x,y", "--weights=1,NaN").shouldRefuse("--weights must be finite numbers of 0 or more");
        join(square, "x,y", "--normalize=minmax", "--metric=haversine").shouldRefuse("which haversine prescribes");
        CommandRun.of("knn-join", "--demo", "--normalize=zscore").shouldRefuse("which haversine prescribes");
    }

    @Test
    void shouldReportAsJson() {
        CommandRun run = join(square, "x,y", "--report=json", "--quiet").shouldSucceed();
        String number = "\\d[\\d.E-]*";
        String seconds = List.of("total", "read", "open", "compile", "transfer", "compute", "write").stream()
                .map(part -> "\"" + part + "\":" + number)
                .collect(Collectors.joining(",", "\\{", "\\}"));
        assertTrue(
                run.err()
                        .matches(
                                "\\{\"command\":\"gyre knn-join\",\"device\":\"jvm\",\"device_name\":\"[^\"]+\",\"result\":"
                                        + "\\{\"queries\":4,\"k\":5,\"method\":\"[a-z-]+\",\"exact_fallbacks\":0\\},\"seconds\":"
                                        + seconds + "\\}\\R"),
                run.err());
    }

    @Test
    void shouldShowAsManyNeighborsAsFitTheTerminal() {
        CommandRun run =
                CommandRun.onTerminal(30, "knn-join", "--input=" + square, "--columns=x,y", "--device=jvm", "--quiet");
        assertEquals(
                "query  1         2         …",
                run.shouldSucceed().out().lines().findFirst().orElseThrow());
        assertTrue(
                run.out().endsWith("4 of 4 queries, 2 of 5\nneighbors each; --output FILE\nwrites all\n"), run.out());
    }

    @Test
    void shouldShowControlsOnTheTerminalAndKeepThemInFiles() throws IOException {
        Path file = write("controls.csv", "id,x\n\u001b[2J,0\n\"a\nb\",1\n");
        Path written = directory.resolve("written.csv");
        String[] args = {"knn-join", "--input=" + file, "--columns=x", "--id=id", "--k=1", "--device=jvm", "--quiet"};
        String expected = "query,rank,neighbor,distance\n%s,1,\"a\nb\",1.0\n\"a\nb\",1,%1$s,1.0\n";
        assertTrue(CommandRun.of(args).shouldSucceed().out().contains("\u241b[2J   a\u240ab 1.0000\n"));
        assertEquals(expected.formatted("\u241b[2J"), onTerminal(args, "--output=-"));
        assertEquals("", onTerminal(args, "--output=" + written));
        assertEquals(expected.formatted("\u001b[2J"), Files.readString(written));
        assertEquals(
                expected.formatted("\u001b[2J"),
                CommandRun.of(List.of(args), "--output=-").shouldSucceed().out());
    }

    private static String onTerminal(String[] args, String more) {
        return CommandRun.onTerminal(
                        80, Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new))
                .shouldSucceed()
                .out();
    }

    @Test
    void shouldNameCitiesInDemo() throws IOException {
        Path here = write("here.csv", "lat,lon\n48.137,11.575\n");
        CommandRun run = CommandRun.of("knn-join", "--demo", "--device=jvm", "--query=" + here, "--k=1");
        String city = run.shouldSucceed().out().lines().toList().get(1);
        assertTrue(city.matches("0 +.*(Munich|Altstadt|Graggenau).* km"), run.out());
    }

    private static CommandRun join(Path input, String columns, String... more) {
        return CommandRun.of(List.of("knn-join", "--input=" + input, "--columns=" + columns, "--device=jvm"), more);
    }

    private static String csv(Path input, String columns, String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return join(input, columns, args.toArray(String[]::new)).shouldSucceed().out();
    }
}
