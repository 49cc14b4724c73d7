package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadiusJoinCommandTest {

    @TempDir
    private Path directory;

    private Path square;

    @BeforeEach
    void writeSquare() throws IOException {
        square = write("square.csv", "name,x,y\na,0,0\nb,1,0\nc,0,2\nd,5,5\ne,0,0\n");
    }

    // Options

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
    void shouldRefuseMissingInput() {
        CommandRun.of("radius-join", "--columns=x,y", "--radius=1").shouldRefuse("--input is missing");
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
        join(square, "x", "--radius=1", "--metric=haversine").shouldRefuse("haversine takes two columns");
    }

    @Test
    void shouldRefuseNegativeRows() {
        join(square, "x,y", "--radius=1", "--rows=-1").shouldRefuse("--rows must be 0 or more");
    }

    @Test
    void shouldLeaveNoFileWhenRunFails() throws IOException {
        Path bad = write("bad.csv", "x,y\n1,oops\n");
        Path output = directory.resolve("near.csv");
        join(bad, "x,y", "--radius=1", "--output=" + output).shouldRefuse("line 2, column \"y\"", "oops");
        assertFalse(Files.exists(output));
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
    void shouldSayNothingWhenQuiet() {
        assertEquals(
                "", join(square, "x,y", "--radius=1", "--quiet").shouldSucceed().err());
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

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
