package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadiusJoinCommandTest extends RowCommandContract {

    private Path square;

    @Override
    List<String> command() {
        return List.of("radius-join", "--columns=x,y", "--radius=1");
    }

    @Override
    List<String> demo() {
        return List.of("radius-join", "--demo", "--radius=1");
    }

    @BeforeEach
    void writeSquare() throws IOException {
        square = write("square.csv", "name,x,y\na,0,0\nb,1,0\nc,0,2\nd,5,5\ne,0,0\n");
    }

    // Options

    @Test
    void shouldJoinRowsOfTheSameGroup() throws IOException {
        Path shops = write("shops.csv", "kind,x,y\nfood,0,0\nbank,1,0\nfood,4,0\nbank,2,0\nfood,0,0.5\n");
        assertEquals(
                "query,neighbor,distance\n0,4,0.5\n1,3,1.0\n3,1,1.0\n4,0,0.5\n",
                csv(shops, "x,y", "--radius=1", "--group=kind"));
        assertEquals(
                "query,neighbor,distance\n0,4,0.5\n1,3,1.0\n",
                csv(shops, "x,y", "--radius=1", "--group=kind", "--pairs-once"));
    }

    @Test
    void shouldFindRowsThatPassAFilter() throws IOException {
        Path shops = write("shops.csv", "kind,x,y\nfood,0,0\nbank,1,0\nfood,0.5,0\nbank,2,0\n");
        assertEquals(
                "query,neighbor,distance\n0,1,1.0\n1,3,1.0\n2,1,0.5\n3,1,1.0\n",
                csv(shops, "x,y", "--radius=1", "--where=kind=bank"));
        assertEquals(
                "query,neighbor,distance\n1,3,1.0\n3,1,1.0\n",
                csv(shops, "x,y", "--radius=1", "--where=kind=bank", "--group=kind"));
        join(shops, "x,y", "--radius=1", "--where=kind=bank", "--pairs-once")
                .shouldRefuse("--where excludes --pairs-once and --max-matches");
    }

    @Test
    void shouldRefuseMissingRadius() {
        join(square, "x,y").shouldRefuse("--radius is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "NaN", "-Infinity"})
    void shouldRefuseRadiusBelowZero(String radius) {
        join(square, "x,y", "--radius=" + radius).shouldRefuse("--radius must be 0 or more: radius=" + radius);
    }

    @Test
    void shouldRefuseRadiusThatIsNoNumber() {
        join(square, "x,y", "--radius=near").shouldRefuse("--radius", "'near' is not a double");
    }

    @Test
    void shouldRefuseMissingColumns() {
        CommandRun.of("radius-join", "--input=" + square, "--radius=1").shouldRefuse("--columns is missing");
    }

    @Test
    void shouldRefuseQueriesOfOtherDimensions() {
        join(square, "x,y", "--radius=1", "--query=" + square, "--query-columns=x")
                .shouldRefuse(square + " has 2, " + square + " has 1");
    }

    @Test
    void shouldRefuseHaversineOfOneColumn() {
        join(square, "x", "--radius=1", "--metric=haversine").shouldRefuse("haversine needs two columns");
    }

    // Answers

    @Test
    void shouldWriteAllPairsFromBothSidesUpToTheVeryRadius() {
        assertEquals("""
                query,neighbor,distance
                a,e,0.0
                a,b,1.0
                a,c,2.0
                b,a,1.0
                b,e,1.0
                c,a,2.0
                c,e,2.0
                e,a,0.0
                e,b,1.0
                e,c,2.0
                """, csv(square, "x,y", "--id=name", "--radius=2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "grid", "kd-tree", "brute-force"})
    void shouldWriteTheSameByEveryMethod(String method) {
        assertEquals(csv(square, "x,y", "--radius=2"), csv(square, "x,y", "--radius=2", "--method", method));
    }

    @Test
    void shouldTakeRadiusZeroAndInfinity() {
        assertEquals("query,neighbor,distance\n0,4,0.0\n4,0,0.0\n", csv(square, "x,y", "--radius=0"));
        assertEquals(1 + 5 * 4, csv(square, "x,y", "--radius=Infinity").lines().count());
    }

    @Test
    void shouldJoinTwoFiles() throws IOException {
        Path queries = write("queries.csv", "key,east,north\nq,4,4\np,0,1\n");
        assertEquals(
                """
                query,neighbor,distance
                q,d,1.4142135623730951
                p,a,1.0
                p,c,1.0
                p,e,1.0
                p,b,1.4142135623730951
                """,
                csv(
                        square,
                        "x,y",
                        "--radius=1.5",
                        "--id=name",
                        "--query=" + queries,
                        "--query-columns=east,north",
                        "--query-id=key"));
    }

    @Test
    void shouldGiveEmptyAnswerForHeaderAlone() throws IOException {
        Path file = write("header.csv", "x,y\n");
        assertEquals("query,neighbor,distance\n", csv(file, "x,y", "--radius=1"));
        assertEquals(
                "0 of 0 queries, 0 matches\n",
                join(file, "x,y", "--radius=1").shouldSucceed().out());
    }

    @Test
    void shouldRefuseARadiusOfInnerProducts() throws IOException {
        join(write("two.csv", "x,y\n1,2\n3,4\n"), "x,y", "--radius=1", "--metric=inner-product")
                .shouldRefuse("an inner product has no radius");
    }

    @ParameterizedTest
    @ValueSource(strings = {"euclidean", "squared-euclidean", "manhattan", "chebyshev", "haversine", "lp:3"})
    void shouldWriteTheAnswerOfTheEngine(Metric metric) throws IOException {
        double[] rows = new double[2 * 300];
        StringBuilder text = new StringBuilder("lon,lat\n");
        Random random = new Random(7);
        for (int row = 0; row < 300; row++) {
            rows[2 * row] = random.nextDouble() * 360 - 180;
            rows[2 * row + 1] = random.nextDouble() * 180 - 90;
            text.append(rows[2 * row]).append(',').append(rows[2 * row + 1]).append('\n');
        }
        double radius = metric == Metric.HAVERSINE ? 2000 : metric == Metric.SQUARED_EUCLIDEAN ? 400 : 20;
        String written =
                csv(write("random.csv", text.toString()), "lon,lat", "--radius=" + radius, "--metric=" + metric.name());
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM))) {
            Matches expected =
                    engine.radiusSelfJoin(Points.of(rows, 2), radius, JoinOptions.DEFAULT.withMetric(metric));
            assertTrue(expected.size() > 300);
            assertEquals(csvOf(expected), written);
        }
    }

    private static String csvOf(Matches matches) {
        return "query,neighbor,distance\n"
                + IntStream.range(0, matches.queries())
                        .boxed()
                        .flatMap(query -> IntStream.range(0, matches.count(query))
                                .mapToObj(rank -> query + "," + matches.id(query, rank) + ","
                                        + matches.distance(query, rank) + "\n"))
                        .collect(Collectors.joining());
    }

    // Results of any size

    @Test
    void shouldWriteTheNearestMatchesOfEachRow() {
        assertEquals("""
                query,neighbor,distance
                a,e,0.0
                a,b,1.0
                b,a,1.0
                b,e,1.0
                c,a,2.0
                c,e,2.0
                e,a,0.0
                e,b,1.0
                """, csv(square, "x,y", "--id=name", "--radius=2", "--max-matches=2"));
    }

    @Test
    void shouldWriteEachPairOnce() {
        assertEquals("""
                query,neighbor,distance
                a,e,0.0
                a,b,1.0
                a,c,2.0
                b,e,1.0
                c,e,2.0
                """, csv(square, "x,y", "--id=name", "--radius=2", "--pairs-once"));
        CommandRun run = join(square, "x,y", "--id=name", "--radius=2", "--pairs-once", "--rows=3")
                .shouldSucceed();
        assertEquals("""
                query  matches  nearest
                a      3        e 0       b 1.0000  c 2.0000
                b      1        e 1.0000
                c      1        e 2.0000
                3 of 5 queries, 5 pairs; --rows N shows more, --output FILE writes all
                """, run.out());
    }

    @Test
    void shouldCountMatches() throws IOException {
        assertEquals("""
                query,matches
                a,3
                b,2
                c,2
                d,0
                e,3
                """, csv(square, "x,y", "--id=name", "--radius=2", "--count-only"));
        assertEquals(
                """
                query  matches
                a      3
                1 of 5 queries, 10 matches; --rows N shows more, --output FILE writes all
                """,
                join(square, "x,y", "--id=name", "--radius=2", "--count-only", "--rows=1")
                        .shouldSucceed()
                        .out());
        Path queries = write("two.csv", "x,y\n0,0\n9,9\n");
        assertEquals(
                "query,matches\n0,2\n1,0\n", csv(square, "x,y", "--radius=0", "--count-only", "--query=" + queries));
    }

    @Test
    void shouldRefuseOptionsThatExcludeOneAnother() throws IOException {
        String exclude = "--count-only, --max-matches and --pairs-once exclude one another";
        join(square, "x,y", "--radius=1", "--count-only", "--pairs-once").shouldRefuse(exclude);
        join(square, "x,y", "--radius=1", "--max-matches=3", "--pairs-once").shouldRefuse(exclude);
        join(square, "x,y", "--radius=1", "--max-matches=0").shouldRefuse("--max-matches must be 1 or more");
        join(square, "x,y", "--radius=1", "--pairs-once", "--query=" + square).shouldRefuse("--pairs-once is for");
        join(square, "x,y", "--radius=1", "--count-only", "--output=" + directory.resolve("n.npy"))
                .shouldRefuse("--count-only writes CSV");
        join(square, "x,y", "--radius=1", "--id=name", "--output=" + directory.resolve("n.npy"))
                .shouldRefuse("an array has rows and no identifiers");
    }

    /** Shapes are in the headers; matches are in the order of the CSV. */
    @Test
    void shouldWriteArraysAndVectors() throws IOException {
        Path ids = directory.resolve("ids.npy");
        Path distances = directory.resolve("distances.npy");
        join(square, "x,y", "--radius=1", "--output=" + ids, "--distances-output=" + distances)
                .shouldSucceed();
        assertTrue(header(ids).contains("'<i4', 'fortran_order': False, 'shape': (6, 2)"), header(ids));
        assertTrue(header(distances).contains("'<f8', 'fortran_order': False, 'shape': (6,)"), header(distances));
        assertArrayEquals(
                new double[] {0, 4, 0, 1, 1, 0, 1, 4, 4, 0, 4, 1},
                VectorFiles.read(ids).toRowMajor());
        assertArrayEquals(
                new double[] {0, 1, 1, 1, 0, 1}, VectorFiles.read(distances).toRowMajor());
        Path vectors = directory.resolve("ids.ivecs");
        Path floats = directory.resolve("distances.fvecs");
        join(square, "x,y", "--radius=1", "--max-matches=1", "--output=" + vectors, "--distances-output=" + floats)
                .shouldSucceed();
        IntBuffer ints = ByteBuffer.wrap(Files.readAllBytes(vectors))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
        int[] all = new int[ints.remaining()];
        ints.get(all);
        assertArrayEquals(new int[] {1, 4, 1, 0, 0, 0, 1, 0}, all);
        assertEquals(Files.size(vectors), Files.size(floats));
    }

    private static String header(Path file) throws IOException {
        return new String(Files.readAllBytes(file), 0, 128, StandardCharsets.ISO_8859_1);
    }

    /** Ten thousand million matches, more than an array holds, are counted and shown; they are never all in memory. */
    @Test
    void shouldCountAndShowMoreMatchesThanAnyArrayHolds() throws IOException {
        Path file = write("equal.csv", "x,y\n" + "1.5,2.5\n".repeat(100_000));
        String matches = "9,999,900,000 matches";
        CommandRun counted =
                join(file, "x,y", "--radius=1", "--count-only", "--rows=1").shouldSucceed();
        assertTrue(counted.out().contains("0      99,999\n"), counted.out());
        assertTrue(counted.out().contains("1 of 100,000 queries, " + matches), counted.out());
        CommandRun shown = join(file, "x,y", "--radius=1", "--rows=1").shouldSucceed();
        assertTrue(shown.out().contains(matches), shown.out());
        Path nearest = directory.resolve("nearest.csv");
        CommandRun written = join(file, "x,y", "--radius=1", "--max-matches=1", "--output=" + nearest)
                .shouldSucceed();
        assertTrue(written.err().contains("100,000 matches"), written.err());
        assertEquals(100_001, Files.lines(nearest).count());
    }

    @Test
    void shouldJoinInPartsWithLittleMemory() throws IOException {
        StringBuilder text = new StringBuilder("x,y\n");
        Random random = new Random(12);
        for (int row = 0; row < 30_000; row++) {
            text.append(random.nextDouble())
                    .append(',')
                    .append(random.nextDouble())
                    .append('\n');
        }
        Path file = write("many.csv", text.toString());
        CommandRun run = join(file, "x,y", "--radius=0.005", "--output=-", "--memory-limit=2500k", "--explain");
        assertTrue(run.shouldSucceed().err().startsWith("KD_TREE on jvm"), run.err());
        assertTrue(run.err().contains("in parts of 15000 points, as a tree of 30000 points does not fit"), run.err());
        assertEquals(csv(file, "x,y", "--radius=0.005"), run.out());
    }

    // The table and the last line

    @Test
    void shouldPrintTableOfFirstRows() {
        assertEquals(
                """
                query  matches  nearest
                a      3        e 0       b 1.0000  c 2.0000
                b      2        a 1.0000  e 1.0000
                2 of 5 queries, 10 matches; --rows N shows more, --output FILE writes all
                """,
                join(square, "x,y", "--radius=2", "--rows=2", "--id=name")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldEndWithWhereItRanAndHowLong() {
        CommandRun run = join(square, "x,y", "--radius=2", "--threads=1").shouldSucceed();
        assertTrue(
                run.err()
                        .matches("jvm \\(1 thread, Java [^)]+\\): 5 queries, radius=2\\.0, 10 matches in "
                                + CommandRun.times("read", "open", "compute", "write") + "\\R"),
                run.err());
    }

    @Test
    void shouldSayWhenAllDistancesWereCalculated() throws IOException {
        String columns = IntStream.range(0, 17).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String row = IntStream.range(0, 17).mapToObj(i -> "1").collect(Collectors.joining(","));
        Path wide = write("wide.csv", columns + "\n" + row + "\n" + row + "\n");
        CommandRun run = join(wide, columns, "--radius=1", "--explain").shouldSucceed();
        assertTrue(run.err().startsWith("BRUTE_FORCE on the threads of the host among 2 points"), run.err());
        assertTrue(run.err().contains("; all distances, on the threads of the host"), run.err());
        assertTrue(join(square, "x,y", "--radius=1", "--explain").err().startsWith("KD_TREE on jvm"));
    }

    @Test
    void shouldNameCitiesInDemo() throws IOException {
        Path here = write("here.csv", "lat,lon\n48.137,11.575\n");
        CommandRun run = CommandRun.of("radius-join", "--demo", "--device=jvm", "--query=" + here, "--radius=3");
        String city = run.shouldSucceed().out().lines().toList().get(1);
        assertTrue(city.matches("0 +\\d+ +.*(Munich|Altstadt|Graggenau).* km"), run.out());
    }

    private static CommandRun join(Path input, String columns, String... more) {
        return CommandRun.of(List.of("radius-join", "--input=" + input, "--columns=" + columns, "--device=jvm"), more);
    }

    private static String csv(Path input, String columns, String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return join(input, columns, args.toArray(String[]::new)).shouldSucceed().out();
    }
}
