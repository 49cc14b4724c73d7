package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoxJoinCommandTest {

    private static final String BOUNDS = "xmin,ymin,xmax,ymax";

    @TempDir
    private Path directory;

    private Path boxes;

    @BeforeEach
    void writeBoxes() throws IOException {
        boxes = write("boxes.csv", """
                name,xmin,ymin,xmax,ymax
                a,0,0,2,2
                b,1,1,3,3
                c,5,5,5,6
                d,0,0,4,4
                e,0,0,2,2
                """);
    }

    // Answers

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--predicate=intersects;a,b a,d a,e b,a b,d b,e d,a d,b d,e e,a e,b e,d",
                "--predicate=contains;a,e d,a d,b d,e e,a",
                "--predicate=within;a,d a,e b,d e,a e,d",
                "--pairs-once;a,b a,d a,e b,d b,e d,e",
                "--distance=0;a,b a,d a,e b,a b,d b,e d,a d,b d,e e,a e,b e,d",
                "--distance=1.5 --pairs-once;a,b a,d a,e b,d b,e c,d d,e",
                "--distance=2 --metric=manhattan --pairs-once;a,b a,d a,e b,d b,e c,d d,e",
                "--distance=1 --metric=chebyshev --pairs-once;a,b a,d a,e b,d b,e c,d d,e"
            })
    void shouldJoinTheRowsOfOneFile(String options, String matches) {
        List<String> more = new ArrayList<>(List.of(options.split(" ")));
        more.add("--id=name");
        String expected = "query,match\n" + matches.replace(' ', '\n') + "\n";
        assertEquals(expected, csv(more.toArray(String[]::new)));
        for (String method : List.of("r-tree", "frontier")) {
            List<String> asked = new ArrayList<>(more);
            asked.add("--method=" + method);
            assertEquals(expected, csv(asked.toArray(String[]::new)), method);
        }
    }

    @Test
    void shouldJoinTwoFiles() throws IOException {
        Path windows = write("windows.csv", "key;x1;y1;x2;y2\nw;0;0;1;1\nv;4;4;9;9\n");
        assertEquals(
                "query,match\nw,a\nw,b\nw,d\nw,e\nv,c\nv,d\n",
                csv(
                        "--id=name",
                        "--query=" + windows,
                        "--query-boxes=x1,y1,x2,y2",
                        "--query-id=key",
                        "--query-delimiter=semicolon"));
        assertEquals(
                "query,match\n0,0\n0,3\n0,4\n1,3\n",
                csv("--query=" + windows, "--query-columns=x1,y1", "--query-delimiter=;"));
        assertEquals(
                "query,match\n1,2\n",
                csv("--query=" + windows, "--query-boxes=x1,y1,x2,y2", "--query-delimiter=;", "--predicate=contains"));
    }

    @Test
    void shouldTakeTheColumnsOfTheBoxesForQueries() throws IOException {
        Path same = write("same.csv", BOUNDS + "\n3,3,9,9\n");
        assertEquals("query,match\n0,1\n0,2\n0,3\n", csv("--query=" + same));
    }

    @Test
    void shouldJoinPoints() throws IOException {
        Path points = write("points.csv", "x,y\n1,1\n5,5\n1,1\n");
        assertEquals(
                "query,match\n0,2\n2,0\n",
                CommandRun.of("box-join", "--input=" + points, "--columns=x,y", "--device=jvm", "--output=-")
                        .shouldSucceed()
                        .out());
        assertEquals(
                "query,match\n0,0\n0,2\n1,0\n1,2\n2,1\n3,0\n3,2\n4,0\n4,2\n",
                CommandRun.of(
                                "box-join",
                                "--input=" + points,
                                "--columns=x,y",
                                "--query=" + boxes,
                                "--query-boxes=" + BOUNDS,
                                "--device=jvm",
                                "--output=-")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldCountMatches() {
        assertEquals("query,matches\na,3\nb,3\nc,0\nd,3\ne,3\n", csv("--count-only", "--id=name"));
        assertEquals(
                """
                query  matches
                a      3
                1 of 5 queries, 12 matches; --rows N shows more, --output FILE writes all
                """,
                join("--count-only", "--id=name", "--rows=1").shouldSucceed().out());
    }

    @Test
    void shouldGiveEmptyAnswerForHeaderAlone() throws IOException {
        boxes = write("none.csv", BOUNDS + "\n");
        assertEquals("query,match\n", csv());
        assertEquals("0 of 0 queries, 0 matches\n", join().shouldSucceed().out());
    }

    @Test
    void shouldWriteTheAnswerOfAllPairs() throws IOException {
        double[][] rows = RTreeCommandTest.random(new Random(15), 300);
        boxes = write("random.csv", RTreeCommandTest.text(rows, BOUNDS));
        StringBuilder expected = new StringBuilder("query,match\n");
        StringBuilder once = new StringBuilder("query,match\n");
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                if (i != j
                        && rows[i][0] <= rows[j][2]
                        && rows[j][0] <= rows[i][2]
                        && rows[i][1] <= rows[j][3]
                        && rows[j][1] <= rows[i][3]) {
                    String line = i + "," + j + "\n";
                    expected.append(line);
                    once.append(i < j ? line : "");
                }
            }
        }
        assertEquals(expected.toString(), csv(), "seed=15");
        assertEquals(once.toString(), csv("--pairs-once"), "seed=15");
    }

    // Output

    @Test
    void shouldPrintATableAndWhereItRan() {
        CommandRun run = join("--id=name", "--rows=3", "--pairs-once").shouldSucceed();
        assertEquals("""
                query  matches  first
                a      3        b      d  e
                b      2        d      e
                c      0
                3 of 5 queries, 6 pairs; --rows N shows more, --output FILE writes all
                """, run.out());
        assertTrue(
                run.err()
                        .matches("jvm \\([^)]+\\): 5 queries, intersects, 6 pairs in "
                                + CommandRun.times("read", "open", "compute", "write") + "\\R"),
                run.err());
        assertEquals("", join("--quiet").shouldSucceed().err());
    }

    @Test
    void shouldReportAsJson() {
        String report = join("--report=json", "--distance=1").shouldSucceed().err();
        assertTrue(
                report.contains("\"command\":\"gyre box-join\"")
                        && report.contains("\"result\":{\"queries\":5,\"distance\":1.0,\"metric\":\"euclidean\","
                                + "\"matches\":12,\"method\":\"r-tree\"}"),
                report);
        assertTrue(join("--report=json", "--predicate=within")
                .err()
                .contains("\"result\":{\"queries\":5,\"predicate\":\"within\",\"matches\":5,"));
    }

    @Test
    void shouldExplain() {
        String err = join("--explain").shouldSucceed().err();
        assertTrue(err.startsWith("R_TREE for 5 boxes, intersects, among 5 boxes of 2 dimensions"), err);
    }

    @Test
    void shouldWriteAnArray() throws IOException {
        Path array = directory.resolve("pairs.npy");
        join("--output=" + array, "--predicate=contains").shouldSucceed();
        assertArrayEquals(
                new double[] {0, 4, 3, 0, 3, 1, 3, 4, 4, 0},
                VectorFiles.read(array).toRowMajor());
    }

    @Test
    void shouldLeaveOutBadRowsOfBothFiles() throws IOException {
        boxes = write("bad.csv", BOUNDS + "\n0,0,1,1\n1,1,0,0\n");
        Path queries = write("queries.csv", BOUNDS + "\n0,0,NA,1\n0,0,3,3\n");
        CommandRun run = join("--query=" + queries, "--skip-bad-rows", "--missing=skip", "--output=-")
                .shouldSucceed();
        assertEquals("query,match\n0,0\n", run.out());
        assertTrue(
                run.err().contains("bad.csv: 1 row that cannot be read skipped (the first: line 3, column \"xmax\""));
        assertTrue(run.err().contains("queries.csv: 1 row with missing coordinates skipped"), run.err());
        Path output = directory.resolve("out.csv");
        join("--output=" + output).shouldRefuse("bad.csv, line 3, column \"xmax\": must not be below");
        assertFalse(Files.exists(output));
    }

    // Options

    @Test
    void shouldRefuseOptionsThatExcludeOneAnother() {
        join("--count-only", "--pairs-once").shouldRefuse("--count-only and --pairs-once exclude one another");
        join("--pairs-once", "--query=" + boxes).shouldRefuse("--pairs-once is for the rows of one file");
        join("--pairs-once", "--predicate=within").shouldRefuse("--pairs-once is for pairs that match from both sides");
        join("--distance=1", "--predicate=within").shouldRefuse("--predicate and --distance exclude one another");
        join("--query-boxes=a,b").shouldRefuse("--query-boxes needs --query");
        join("--query-id=a").shouldRefuse("need --query");
        join("--query=" + boxes, "--query-boxes=xmin,xmax", "--query-columns=xmin")
                .shouldRefuse("--query-boxes and --query-columns exclude one another");
        join("--columns=xmin").shouldRefuse("--boxes and --columns exclude one another");
        join("--method=kd-tree").shouldRefuse("expected one of [auto, r-tree, frontier]");
        join("--output=" + boxes).shouldRefuse("the output would replace the input");
        join("--demo").shouldRefuse("--demo brings its own rows");
    }

    @Test
    void shouldRefuseQueriesOfOtherDimensions() {
        join("--query=" + boxes, "--query-boxes=xmin,xmax").shouldRefuse(boxes + " has 2, " + boxes + " has 1");
    }

    @Test
    void shouldJoinCoastlinesInDemo() throws IOException {
        Path window = write("window.csv", "a,b,c,d\n7,43.7,7.5,43.8\n");
        CommandRun run = CommandRun.of(
                "box-join", "--demo", "--query=" + window, "--query-boxes=a,b,c,d", "--count-only", "--device=jvm");
        assertEquals(
                "query  matches\n0      27\n1 of 1 query, 27 matches\n",
                run.shouldSucceed().out());
    }

    private CommandRun join(String... more) {
        return CommandRun.of(List.of("box-join", "--input=" + boxes, "--boxes=" + BOUNDS, "--device=jvm"), more);
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return join(args.toArray(String[]::new)).shouldSucceed().out();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
