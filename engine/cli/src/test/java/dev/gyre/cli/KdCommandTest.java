package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KdCommandTest {

    @TempDir
    private Path directory;

    private Path square;
    private Path tree;
    private Path queries;

    @BeforeEach
    void writeFiles() throws IOException {
        square = write("square.csv", "name,x,y\na,0,0\nb,1,0\nc,0,2\nd,5,5\nb again,1,0\n");
        queries = write("queries.csv", "key,x,y\nq,4,4\np,0,1\n");
        tree = Files.createDirectory(directory.resolve("out")).resolve("tree.kd");
    }

    // build

    @Test
    void shouldBuildAFile() throws IOException {
        CommandRun run = build().shouldSucceed();
        assertEquals("", run.out());
        assertTrue(
                run.err()
                        .matches("jvm \\([^)]+\\): 5 points, 4 places, 1 level in "
                                + CommandRun.times("read", "open", "prepare", "sort", "arrange", "write") + "\\R"),
                run.err());
        assertEquals(List.of(tree), filesBesideTree());
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));
                KdTree loaded = engine.loadKdTree(tree)) {
            assertEquals(5, loaded.points().size());
            assertEquals(4, loaded.places());
        }
    }

    @Test
    void shouldSayNothingWhenQuiet() {
        assertEquals("", build("--quiet").shouldSucceed().err());
    }

    @Test
    void shouldBuildOfTheDemo() {
        CommandRun.of("kd", "build", "--demo", "--device=jvm", "--output=" + tree)
                .shouldSucceed();
        String out = verify().shouldSucceed().out();
        assertTrue(out.contains("135,233 points, dimensions=2, haversine") && out.endsWith("\nsound\n"), out);
    }

    @Test
    void shouldBuildOfNoRows() throws IOException {
        square = write("none.csv", "x,y\n");
        assertTrue(build().shouldSucceed().err().contains(": 0 points, 0 places, 0 levels in "));
        assertEquals("query,rank,neighbor,distance\n", csv());
        verify().shouldSucceed();
    }

    @Test
    void shouldRefuseDuplicatesOnDemand() throws IOException {
        build("--duplicates=refuse").shouldRefuse("rows 1 and 4 are equal");
        assertEquals(List.of(), filesBesideTree());
    }

    @Test
    void shouldRefuseUnknownWaysToDealWithDuplicates() {
        build("--duplicates=merge").shouldRefuse("merge", "keep, drop, refuse");
    }

    @Test
    void shouldRefuseMetricsThatNoTreeTakes() throws IOException {
        build("--metric=hamming").shouldRefuse("a kd-tree needs a metric of differences", "metric=hamming");
        build("--metric=inner-product").shouldRefuse("a kd-tree needs a metric of differences", "metric=inner-product");
        assertEquals(List.of(), filesBesideTree());
    }

    @Test
    void shouldKeepTheExponentOfAMetric() {
        build("--metric=lp:3").shouldSucceed();
        String out = verify().shouldSucceed().out();
        assertTrue(out.contains("dimensions=2, lp:3.0"), out);
    }

    @Test
    void shouldRefuseToBuildWithoutOutput() {
        CommandRun.of("kd", "build", "--input=" + square, "--columns=x,y").shouldRefuse("--output", "gyre kd build");
    }

    @Test
    void shouldRefuseToBuildWithoutInputOrColumns() {
        CommandRun.of("kd", "build", "--columns=x,y", "--output=" + tree).shouldRefuse("--input is missing");
        CommandRun.of("kd", "build", "--input=" + square, "--output=" + tree).shouldRefuse("--columns is missing");
    }

    @Test
    void shouldRefuseAPlaceThatCannotBeWritten() {
        CommandRun.of("kd", "build", "--input=" + square, "--columns=x,y", "--output=" + tree.resolve("x"))
                .shouldRefuse("cannot write", "no such directory");
    }

    @Test
    void shouldRefuseHaversineOfThreeColumnsAndLatitudesThatThereAreNot() throws IOException {
        Path three = write("three.csv", "a,b,c\n1,2,3\n");
        CommandRun.of("kd", "build", "--input=" + three, "--columns=a,b,c", "--metric=haversine", "--output=" + tree)
                .shouldRefuse("haversine needs two columns", "columns=3");
        square = write("far.csv", "x,y\n1,2\n1,91\n");
        build("--metric=haversine").shouldRefuse("far.csv, line 3, column \"y\"");
        assertEquals(List.of(), filesBesideTree());
    }

    // query

    @Test
    void shouldFindTheNearestRows() {
        build();
        assertEquals("""
                query,rank,neighbor,distance
                0,1,3,1.4142135623730951
                0,2,2,4.47213595499958
                1,1,0,1.0
                1,2,2,1.0
                """, csv("--k=2"));
    }

    @Test
    void shouldNameQueries() {
        build();
        assertEquals("query,rank,neighbor,distance\nq,1,3,1.4142135623730951\np,1,0,1.0\n", csv("--k=1", "--id=key"));
    }

    @Test
    void shouldKeepOrDropDuplicates() {
        build();
        assertEquals(1 + 10, csv("--k=9").lines().count());
        build("--duplicates=drop");
        String dropped = csv("--k=9");
        assertEquals(1 + 8, dropped.lines().count());
        assertTrue(dropped.lines().noneMatch(line -> line.split(",")[2].equals("4")), dropped);
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 1.4142135623730951", "manhattan, 2.0", "chebyshev, 1.0"})
    void shouldMeasureAsTheTreeWasBuilt(String metric, String distance) {
        build("--metric=" + metric);
        String first = csv("--k=1").lines().toList().get(1);
        assertEquals("0,1,3," + distance, first);
    }

    @Test
    void shouldStayWithinARadius() {
        build();
        assertEquals("query,rank,neighbor,distance\n1,1,0,1.0\n1,2,2,1.0\n", csv("--radius=1"));
        assertEquals("query,rank,neighbor,distance\n", csv("--radius=0"));
    }

    @Test
    void shouldPrintATableAndWhereTheTimeWent() {
        build();
        CommandRun run = query("--k=2", "--id=key").shouldSucceed();
        assertEquals("""
                query  1         2
                q      3 1.4142  2 4.4721
                p      0 1.0000  2 1.0000
                2 of 2 queries
                """, run.out());
        assertTrue(
                run.err()
                        .matches("jvm .*: 2 queries, k=2 in "
                                + CommandRun.times("read", "open", "load", "compute", "write") + "\\R"),
                run.err());
    }

    @Test
    void shouldFindTheCitiesOfTheDemoThemselves() throws IOException {
        CommandRun.of("kd", "build", "--demo", "--device=jvm", "--output=" + tree, "--quiet")
                .shouldSucceed();
        Path here = write("here.csv", "lat,lon\n48.137,11.575\n");
        String out = CommandRun.of(
                        "kd",
                        "query",
                        "--tree=" + tree,
                        "--input=" + here,
                        "--columns=lon,lat",
                        "--k=1",
                        "--device=jvm")
                .shouldSucceed()
                .out();
        assertTrue(out.lines().toList().get(1).matches("0 +Munich \\d\\.\\d+ km"), out);
    }

    @Test
    void shouldKeepIdentifiersInTheTree() {
        build("--id=name");
        String expected = "query,rank,neighbor,distance\nq,1,d,1.4142135623730951\np,1,a,1.0\n";
        assertEquals(expected, csv("--k=1", "--id=key"));
        assertTrue(verify().shouldSucceed().out().contains("levels=1, with identifiers"));
        CommandRun run = query("--k=1", "--output=" + directory.resolve("rows.ivecs"));
        assertEquals(ExitCode.OK, run.exitCode(), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--k=0", "--k=five", "--radius=-1", "--radius=NaN", "--radius=far", "--rows=-1"})
    void shouldRefuseBadNumbers(String option) {
        build();
        query(option).shouldRefuse(option.substring(0, option.indexOf('=')));
    }

    @Test
    void shouldRefuseQueriesOfOtherDimensions() {
        build();
        CommandRun.of("kd", "query", "--tree=" + tree, "--input=" + queries, "--columns=x", "--device=jvm")
                .shouldRefuse("queries=1, points=2");
    }

    @Test
    void shouldRefuseQueryWithoutTree() {
        CommandRun.of("kd", "query", "--input=" + queries, "--columns=x,y").shouldRefuse("--tree");
    }

    // windows

    @Test
    void shouldFindTheRowsInWindows() throws IOException {
        build("--id=name");
        Path windows = write("windows.csv", "key,x1,y1,x2,y2\nall,0,0,5,5\nflat,1,0,1,0\nnone,2,2,3,3\n");
        assertEquals(
                "query,match\nall,a\nall,b\nall,c\nall,d\nall,b again\nflat,b\nflat,b again\n",
                windows(windows, "--id=key", "--output=-").shouldSucceed().out());
        assertEquals(
                "query,matches\n0,5\n1,2\n2,0\n",
                windows(windows, "--count-only", "--output=-").shouldSucceed().out());
        CommandRun run = windows(windows, "--id=key").shouldSucceed();
        assertEquals("""
                query  matches  first
                all    5        a      b        c
                flat   2        b      b again
                none   0
                3 of 3 queries, 7 matches
                """, run.out());
        assertTrue(run.err().contains(": 3 queries, windows, 7 matches in "), run.err());
    }

    @Test
    void shouldFindTheRowsInWindowsAcrossThe180thMeridian() throws IOException {
        square = write("square.csv", "name,x,y\nSuva,178.4,-18.1\nApia,-171.8,-13.8\nQuito,-78.5,-0.2\n");
        build("--metric=haversine", "--id=name");
        Path windows = write("windows.csv", "x1,y1,x2,y2\n170,-30,-170,0\n-170,-30,170,0\n-180,-90,180,90\n");
        assertEquals(
                "query,match\n0,Suva\n0,Apia\n1,Quito\n2,Suva\n2,Apia\n2,Quito\n",
                windows(windows, "--output=-").shouldSucceed().out());
    }

    @Test
    void shouldRefuseWindowsThatAreNone() throws IOException {
        build();
        windows(write("inverted.csv", "x1,y1,x2,y2\n0,0,1,1\n3,0,2,1\n"))
                .shouldRefuse("inverted.csv: a window's lower corner must not be above its upper one: row=1, column=0");
        CommandRun.of("kd", "windows", "--tree=" + tree, "--input=" + queries, "--boxes=x,y", "--device=jvm")
                .shouldRefuse("queries.csv: windows need the lower bounds", "windows=2, columns of the tree=2");
        CommandRun.of("kd", "windows", "--tree=" + tree, "--input=" + queries).shouldRefuse("--boxes is missing");
    }

    private CommandRun windows(Path file, String... more) {
        return run(more, "windows", "--tree=" + tree, "--input=" + file, "--boxes=x1,y1,x2,y2", "--device=jvm");
    }

    // verify

    @Test
    void shouldPrintThatATreeIsSound() {
        build();
        String out = verify().shouldSucceed().out();
        assertTrue(
                out.matches("\\Q" + tree + "\\E: 5 points, dimensions=2, euclidean, places=4, levels=1\\R"
                        + "checked in .* s\\Rsound\\R"),
                out);
    }

    @Test
    void shouldExitWith1WhenATreeIsNotSound() throws IOException {
        square = write(
                "line.csv",
                IntStream.range(0, 100).mapToObj(i -> i + ",0").collect(Collectors.joining("\n", "x,y\n", "\n")));
        build();
        // After the header and 100 points come the rows of the slots; the first and the last are swapped.
        byte[] bytes = Files.readAllBytes(tree);
        ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int ids = 48 + 100 * 16;
        int first = numbers.getInt(ids);
        numbers.putInt(ids, numbers.getInt(ids + 99 * 4)).putInt(ids + 99 * 4, first);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 4, (int) checksum.getValue());
        Files.write(tree, bytes);
        CommandRun run = verify();
        assertEquals(ExitCode.FAILURE, run.exitCode());
        assertTrue(run.out().contains("    node 1: a point of the left child "), run.out());
        assertTrue(run.out().matches("(?s).*\\R\\d+ findings\\R"), run.out());
    }

    @Test
    void shouldRefuseFilesThatAreNoTree() throws IOException {
        tree = square;
        verify().shouldRefuse("square.csv: no tree file of Gyre");
        query().shouldRefuse("square.csv: no tree file of Gyre");
        tree = directory.resolve("missing.kd");
        verify().shouldRefuse("missing.kd: no such file");
        tree = write("damaged.kd", "\u0089");
        verify().shouldRefuse("damaged.kd: ");
    }

    @Test
    void shouldNameTheCommandsOfKd() {
        CommandRun.of("kd").shouldRefuse("build, query, windows or verify", "gyre kd --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "query", "windows", "verify"})
    void shouldHelp(String command) {
        assertTrue(CommandRun.of("kd", "--help").shouldSucceed().out().contains(command));
        String help = CommandRun.of("kd", command, "--help").shouldSucceed().out();
        assertTrue(help.startsWith("Usage: gyre kd " + command), help);
    }

    private CommandRun build(String... more) {
        return run(more, "build", "--input=" + square, "--columns=x,y", "--output=" + tree, "--device=jvm");
    }

    private CommandRun query(String... more) {
        return run(more, "query", "--tree=" + tree, "--input=" + queries, "--columns=x,y", "--device=jvm");
    }

    private CommandRun verify() {
        return CommandRun.of("kd", "verify", "--tree=" + tree, "--device=jvm");
    }

    private static CommandRun run(String[] more, String... first) {
        List<String> args = new ArrayList<>(List.of("kd"));
        args.addAll(List.of(first));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return query(args.toArray(String[]::new)).shouldSucceed().out();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private List<Path> filesBesideTree() throws IOException {
        try (Stream<Path> files = Files.list(tree.getParent())) {
            return files.toList();
        }
    }
}
