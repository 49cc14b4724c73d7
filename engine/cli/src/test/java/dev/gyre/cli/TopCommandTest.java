package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopCommandTest extends RowCommandContract {

    private static final String FRUIT = "name,x\nplum,2\npear,1\npeach,2\napple,1\nfig,0.5\n";

    private Path fruit;

    @Override
    List<String> command() {
        return List.of("top", "--by=x", "--k=1");
    }

    @BeforeEach
    void writeFruit() throws IOException {
        fruit = write("fruit.csv", FRUIT);
    }

    // Options

    @Test
    void shouldRefuseMissingBy() {
        CommandRun.of("top", "--input=" + fruit, "--k=1").shouldRefuse("--by is missing");
    }

    @Test
    void shouldRefuseMissingK() {
        CommandRun.of("top", "--input=" + fruit, "--by=x").shouldRefuse("--k is missing");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void shouldRefuseKBelowOne(int k) {
        top(fruit, k).shouldRefuse("--k must be 1 or more: k=" + k);
    }

    @Test
    void shouldRefuseKThatIsNoNumber() {
        CommandRun.of("top", "--input=" + fruit, "--by=x", "--k=all").shouldRefuse("--k", "'all' is not an int");
    }

    @Test
    void shouldRefuseMoreRowsThanThereAre() {
        top(fruit, 6).shouldRefuse("k must be in 1..n: k=6, n=5");
        top(fruit, 6, "--explain").shouldRefuse("k must be in 1..n: k=6, n=5");
    }

    @Test
    void shouldRefuseHeaderAlone() throws IOException {
        top(write("header.csv", "x\n"), 1).shouldRefuse("k must be in 1..n: k=1, n=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "SORT", "single_pass", "automatic"})
    void shouldRefuseUnknownMethod(String method) {
        top(fruit, 1, "--method=" + method)
                .shouldRefuse(
                        "--method", "expected one of [auto, single-pass, radix-select, sample-select, sort]", method);
    }

    @Test
    void shouldRefuseKBeyondTheMethod() throws IOException {
        Path file = write("many.csv", "x\n" + "1\n".repeat(20_000));
        top(file, 15_000, "--method=single-pass").shouldRefuse("k=15000");
    }

    @Test
    void shouldRefuseSelectionBeyondMemoryLimit() {
        top(fruit, 1, "--memory-limit=16").shouldRefuse("does not fit the memory", "limit=16");
    }

    // Input files

    @Test
    void shouldListColumnsWhenColumnIsMissing() {
        CommandRun.of("top", "--input=" + fruit, "--by=y", "--k=1")
                .shouldRefuse(fruit + ", line 1: no column \"y\"; columns: name, x");
        top(fruit, 1, "--id=key").shouldRefuse(fruit + ", line 1: no column \"key\"; columns: name, x");
    }

    // Answers

    @Test
    void shouldTakeTheFirstRowOfThoseThatTie() {
        assertEquals("rank,row,x\n1,4,0.5\n2,1,1\n", csv(fruit, 2));
        assertEquals("rank,row,x\n1,0,2\n", csv(fruit, 1, "--largest"));
    }

    @Test
    void shouldCarryIdsThrough() {
        assertEquals("rank,name,x\n1,plum,2\n2,peach,2\n3,pear,1\n", csv(fruit, 3, "--largest", "--id=name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "single-pass", "radix-select", "sort"})
    void shouldTellApartWhatIsTheSameInFloat(String method) throws IOException {
        Path file = write("close.csv", "x\n16777219\n16777217\n1e60\n16777218\n2e60\n16777217\n-1e-60\n-0\n0\n1e-60\n");
        String chosen = "--method=" + method;
        assertEquals(List.of(6, 7, 8, 9, 1), rowsOf(csv(file, 5, chosen)));
        assertEquals(List.of(6, 7), rowsOf(csv(file, 2, chosen)));
        assertEquals(List.of(4), rowsOf(csv(file, 1, chosen, "--largest")));
        assertEquals(List.of(4, 2, 0, 3, 1, 5, 9), rowsOf(csv(file, 7, chosen, "--largest")));
    }

    @ParameterizedTest
    @CsvSource({"auto,1", "single-pass,2", "radix-select,3", "sort,4"})
    void shouldSelectAsThePlainSortDoes(String method, long seed) throws IOException {
        Random random = new Random(seed);
        List<DoubleUnaryOperator> kinds =
                List.of(Math::rint, number -> (float) number, number -> number, number -> 1e9 + number * 1e-3);
        for (DoubleUnaryOperator kind : kinds) {
            double[] numbers = random.doubles(5_000, -1000, 1000).map(kind).toArray();
            String text = IntStream.range(0, numbers.length)
                    .mapToObj(row -> Double.toString(numbers[row]))
                    .collect(Collectors.joining("\n", "x\n", "\n"));
            Path file = write("random.csv", text);
            for (int k : new int[] {1, 77, 1000}) {
                for (boolean largest : new boolean[] {false, true}) {
                    String[] options = Stream.of("--method=" + method, largest ? "--largest" : "--rows=10")
                            .toArray(String[]::new);
                    assertEquals(
                            expected(numbers, k, largest),
                            rowsOf(csv(file, k, options)),
                            "seed=" + seed + ", kind=" + kinds.indexOf(kind) + ", k=" + k + ", largest=" + largest);
                }
            }
        }
    }

    @Test
    void shouldFindTheFirstOfEachGroup() throws IOException {
        Path file = write("groups.csv", "g,x\nb,3\na,1\nb,1\na,2\nb,2\nc,7\n");
        assertEquals("g,rank,row,x\nb,1,2,1\nb,2,4,2\na,1,1,1\na,2,3,2\nc,1,5,7\n", csv(file, 2, "--group=g"));
        assertEquals("x\n3\n2\n7\n", csv(file, 1, "--group=g", "--largest", "--keep=x"));
        assertEquals("g,rank,row,x\n", csv(write("none.csv", "g,x\n"), 1, "--group=g"));
    }

    @Test
    void shouldRefuseASelectionOfGroups() {
        top(fruit, 1, "--group=name", "--method=radix-select").shouldRefuse("groups are sorted: --method=radix-select");
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,true", "3,false"})
    void shouldSelectBySeveralColumnsAsThePlainSortDoes(long seed, boolean largest) throws IOException {
        Random random = new Random(seed);
        int n = 3_000;
        double[][] numbers = new double[n][];
        Arrays.setAll(numbers, row -> new double[] {random.nextInt(20) + 1e-12 * random.nextInt(3), random.nextInt(9)});
        String text = Arrays.stream(numbers)
                .map(row -> row[0] + "," + row[1])
                .collect(Collectors.joining("\n", "x,y\n", "\n"));
        Path file = write("random.csv", text);
        Comparator<Integer> order =
                Comparator.<Integer>comparingDouble(row -> numbers[row][0]).thenComparingDouble(row -> numbers[row][1]);
        for (int k : new int[] {1, 50, n}) {
            List<Integer> expected = IntStream.range(0, n)
                    .boxed()
                    .sorted(largest ? order.reversed() : order)
                    .limit(k)
                    .toList();
            String out = CommandRun.of(
                            "top",
                            "--input=" + file,
                            "--by=x,y",
                            "--k=" + k,
                            "--device=jvm",
                            "--output=-",
                            largest ? "--largest" : "--quiet")
                    .shouldSucceed()
                    .out();
            assertEquals(expected, rowsOf(out), "seed=" + seed + ", k=" + k);
        }
    }

    @Test
    void shouldFindTheLatestDatesAndKeepWholeRows() throws IOException {
        Path file = write("dates.csv", "name,when\na,2023-05-01\nb,2024-01\nc,2023-12-31T23:59Z\n");
        String out = CommandRun.of(
                        "top",
                        "--input=" + file,
                        "--by=when",
                        "--date=when",
                        "--largest",
                        "--k=2",
                        "--keep=*",
                        "--output=-")
                .shouldSucceed()
                .out();
        assertEquals("name,when\nb,2024-01\nc,2023-12-31T23:59Z\n", out);
    }

    private static List<Integer> expected(double[] numbers, int k, boolean largest) {
        Comparator<Integer> order = Comparator.comparingDouble(row -> numbers[row]);
        return IntStream.range(0, numbers.length)
                .boxed()
                .sorted(largest ? order.reversed() : order)
                .limit(k)
                .toList();
    }

    private static List<Integer> rowsOf(String csv) {
        return csv.lines()
                .skip(1)
                .map(line -> Integer.valueOf(line.split(",")[1]))
                .toList();
    }

    // The table and the last line

    @Test
    void shouldPrintTableOfFirstRows() {
        assertEquals("""
                rank  name  x
                1     fig   0.5
                2     pear  1
                2 of 3 rows; --rows N shows more, --output FILE writes all
                """, top(fruit, 3, "--rows=2", "--id=name").shouldSucceed().out());
    }

    @Test
    void shouldEndWithWhereItRanAndHowLong() {
        String line = top(fruit, 2, "--threads=1", "--largest").shouldSucceed().err();
        assertTrue(
                line.matches("jvm \\(1 thread, Java [^)]+\\): 5 rows by x, largest 2 in "
                        + CommandRun.times("read", "open", "select", "write") + "\\R"),
                line);
    }

    @Test
    void shouldSayNothingWhenQuiet() {
        assertEquals("", top(fruit, 1, "--quiet").shouldSucceed().err());
    }

    @ParameterizedTest
    @CsvSource({"auto,SINGLE_PASS .* for 1 rows of 5 values.*: estimated to be the fastest", "sort,SORT .*: asked for"})
    void shouldExplainBesideTheAnswer(String method, String expected) {
        CommandRun run = top(fruit, 2, "--method=" + method, "--explain", "--output=-", "--quiet")
                .shouldSucceed();
        assertEquals(csv(fruit, 2), run.out());
        List<String> lines = run.err().lines().toList();
        assertTrue(lines.get(0).matches(expected), run.err());
        assertTrue(lines.get(1).matches("  jvm \\S+ +\\S+ s.*"), run.err());
    }

    @Test
    void shouldFindLargestCitiesInDemo() {
        List<String> lines = CommandRun.of("top", "--demo", "--device=jvm")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertEquals(1 + 10 + 1, lines.size());
        assertTrue(lines.get(1).matches("1 +Shanghai +22315474"), lines.get(1));
        assertTrue(lines.get(2).matches("2 +Istanbul +14804116"), lines.get(2));
    }

    @Test
    void shouldFindNorthernmostCitiesInDemo() {
        List<String> lines = CommandRun.of("top", "--demo", "--device=jvm", "--by=lat", "--largest", "--k=1")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertTrue(lines.get(1).matches("1 +Longyearbyen +78\\.\\d+"), lines.get(1));
    }

    private static CommandRun top(Path input, int k, String... more) {
        return CommandRun.of(List.of("top", "--input=" + input, "--by=x", "--k=" + k, "--device=jvm"), more);
    }

    private static String csv(Path input, int k, String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return top(input, k, args.toArray(String[]::new)).shouldSucceed().out();
    }

    @Test
    void shouldFindTheBestRowsOfEachWindowAndNearEachPoint() throws IOException {
        Path rows =
                Files.writeString(directory.resolve("places.csv"), "name,x,y,s\na,0,0,3\nb,1,1,7\nc,2,2,7\nd,9,9,1\n");
        Path windows = Files.writeString(directory.resolve("windows.csv"), "a,b,c,d\n0,0,2,2\n5,5,6,6\n1,1,9,9\n");
        List<String> call =
                List.of("top", "--input=" + rows, "--within=" + windows, "--by=s", "--columns=x,y", "--output=-");
        assertEquals(
                "query,rank,name,s\n0,1,b,7\n0,2,c,7\n2,1,b,7\n2,2,c,7\n",
                CommandRun.of(call, "--within-columns=a,b,c,d", "--largest", "--k=2", "--id=name")
                        .shouldSucceed()
                        .out());
        assertEquals(
                "query,rank,row,s\n0,1,0,3\n2,1,3,1\n",
                CommandRun.of(call, "--within-columns=a,b,c,d", "--k=1")
                        .shouldSucceed()
                        .out());
        assertEquals(
                "query,rank,row,s\n0,1,1,7\n2,1,1,7\n",
                CommandRun.of(call, "--within-columns=a,b", "--radius=1.5", "--k=1", "--largest")
                        .shouldSucceed()
                        .out());
        CommandRun.of(call, "--within-columns=a,b", "--k=1").shouldRefuse("must have 4 columns of bounds: columns=2");
        CommandRun.of(call, "--k=1").shouldRefuse("--within-columns is missing");
        CommandRun.of(call, "--within-columns=c,d,a,b", "--k=1")
                .shouldRefuse("line 2, column \"a\": must not be below the lower bound, column \"c\"");
        CommandRun.of(call, "--k=1", "--within-columns=a,b,c,d", "--group=name")
                .shouldRefuse("--within needs one --by column of numbers");
        CommandRun.of("top", "--input=" + rows, "--by=s", "--k=1", "--radius=1").shouldRefuse("need --within");
    }
}
