package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SortCommandTest extends RowCommandContract {

    private static final String FRUIT = """
            name,kind,x,y
            plum,stone,2,5
            pear,pome,1,5
            peach,stone,2,-3
            apple,pome,1,7
            fig,,0.5,0
            """;

    private Path fruit;

    @Override
    List<String> command() {
        return List.of("sort", "--by=x,y");
    }

    @BeforeEach
    void writeFruit() throws IOException {
        fruit = write("fruit.csv", FRUIT);
    }

    // Options

    @Test
    void shouldRefuseMissingBy() {
        CommandRun.of("sort", "--input=" + fruit).shouldRefuse("--by is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,x", "x, x"})
    void shouldRefuseColumnAskedForTwice(String by) {
        sort(fruit, by).shouldRefuse("--by must be different columns: x,x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bubble", "RADIX", "radix_then_ties", "automatic"})
    void shouldRefuseUnknownMethod(String method) {
        sort(fruit, "x", "--method=" + method)
                .shouldRefuse("--method", "expected one of [auto, radix, radix-then-ties, merge]", "'" + method + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--explain", "--group=kind"})
    void shouldRefuseSortBeyondMemoryLimit(String more) {
        CommandRun run = sort(fruit, "x", "--memory-limit=16", more);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.err().contains("does not fit the memory") && run.err().contains("limit=16"), run.err());
    }

    // Input files

    @ParameterizedTest
    @CsvSource({"--by=z,z", "--by=x --id=key,key", "--by=x --group=color,color"})
    void shouldListColumnsWhenColumnIsMissing(String options, String missing) {
        List<String> args = new ArrayList<>(List.of("sort", "--input=" + fruit));
        args.addAll(List.of(options.split(" ")));
        CommandRun.of(args.toArray(String[]::new))
                .shouldRefuse(fruit + ", line 1: no column \"" + missing + "\"; columns: name, kind, x, y");
    }

    @Test
    void shouldGiveEmptyAnswerForHeaderAlone() throws IOException {
        Path file = write("header.csv", "k,x,y\n");
        assertEquals("rank,row,x,y\n", csv(file, "x,y"));
        assertEquals("k,rank,row,x\n", csv(file, "x", "--group=k"));
        assertEquals("0 of 0 rows\n", sort(file, "x").shouldSucceed().out());
    }

    // Answers

    @Test
    void shouldKeepTiesInTheOrderOfTheFile() {
        assertEquals("""
                rank,row,x
                1,4,0.5
                2,1,1
                3,3,1
                4,0,2
                5,2,2
                """, csv(fruit, "x"));
    }

    @Test
    void shouldKeepTiesInTheOrderOfTheFileWhenDescending() {
        assertEquals("""
                rank,name,x
                1,plum,2
                2,peach,2
                3,pear,1
                4,apple,1
                5,fig,0.5
                """, csv(fruit, "x", "--descending", "--id=name"));
    }

    @Test
    void shouldSettleTiesByFurtherColumns() {
        assertEquals("""
                rank,name,x,y
                1,fig,0.5,0
                2,pear,1,5
                3,apple,1,7
                4,peach,2,-3
                5,plum,2,5
                """, csv(fruit, "x,y", "--id=name"));
    }

    @Test
    void shouldSortInsideOfGroups() {
        assertEquals("""
                kind,rank,name,y,x
                stone,1,peach,-3,2
                stone,2,plum,5,2
                pome,1,pear,5,1
                pome,2,apple,7,1
                ,1,fig,0,0.5
                """, csv(fruit, "y,x", "--group=kind", "--id=name"));
    }

    @Test
    void shouldKeepGroupsInTheirOrderWhenDescending() {
        assertEquals("""
                kind,rank,row,x
                stone,1,0,2
                stone,2,2,2
                pome,1,1,1
                pome,2,3,1
                ,1,4,0.5
                """, csv(fruit, "x", "--group=kind", "--descending"));
    }

    @Test
    void shouldTakeGroupsAsTheyAre() throws IOException {
        Path file = write("groups.csv", "g,x\na,3\n a,2\n\"a\",1\nA,0\n");
        assertEquals("g,rank,row,x\na,1,2,1\na,2,0,3\n a,1,1,2\nA,1,3,0\n", csv(file, "x", "--group=g"));
    }

    @Test
    void shouldTakeOneColumnAsIdGroupAndNumber() throws IOException {
        Path file = write("one.csv", "x\n2.50\n1\n2.5\n");
        assertEquals("x,rank\n2.50,1\n1,1\n2.5,1\n", csv(file, "x", "--id=x", "--group=x"));
        assertEquals("rank,x\n1,1\n2,2.50\n3,2.5\n", csv(file, "x", "--id=x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rows=10", "--group=g", "--descending"})
    void shouldTakeMinusZeroAsZero(String more) throws IOException {
        Path file = write("zeros.csv", "g,x\na,0\na,-0\na,0.0\n");
        assertEquals(
                List.of("0", "1", "2"),
                csv(file, "x", more)
                        .lines()
                        .skip(1)
                        .map(line -> line.replaceFirst("^a,", "").split(",")[1])
                        .toList());
    }

    @Test
    void shouldWriteNumbersAsTheyAreInTheFile() throws IOException {
        List<String> numbers = List.of("-1e150", "-007.0", "0.000315", "00501", "123456789012345678", "1e22");
        Path file = write("numbers.csv", "x\n" + String.join("\n", numbers) + "\n");
        assertEquals(numbers, column(csv(file, "x"), 2));
        assertEquals(numbers, column(csv(file, "x", "--id=x"), 1));
        assertEquals(numbers, column(csv(file, "x", "--keep=x"), 0));
    }

    @ParameterizedTest
    @CsvSource({"auto,1,''", "radix,3,--descending", "radix-then-ties,4,''", "merge,7,--descending"})
    void shouldSortAsThePlainSortDoes(String method, long seed, String descending) throws IOException {
        sortAsThePlainSort(method, seed, descending);
    }

    @ParameterizedTest
    @CsvSource({"radix,2,''", "radix-then-ties,5,--descending", "merge,6,''"})
    @Tag("thorough")
    void shouldSortAsThePlainSortDoesInTheOtherDirection(String method, long seed, String descending)
            throws IOException {
        sortAsThePlainSort(method, seed, descending);
    }

    private void sortAsThePlainSort(String method, long seed, String descending) throws IOException {
        Rows rows = new Rows(seed, 45_000);
        Path file = write("random.csv", rows.text());
        String[] options = Stream.of("--method=" + method, descending)
                .filter(o -> !o.isEmpty())
                .toArray(String[]::new);
        List<List<String>> keys = List.of(List.of("y"), List.of("x", "y"));
        for (List<String> by : keys) {
            String[] grouped =
                    Stream.concat(Stream.of("--group=g"), Stream.of(options)).toArray(String[]::new);
            Comparator<Integer> order = rows.order(by, !descending.isEmpty());
            String names = String.join(",", by);
            // The other way round with the next seed, which has the same method or its other direction.
            boolean inGroups = (keys.indexOf(by) + seed) % 2 == 0;
            if (!inGroups || method.equals("auto")) {
                assertEquals(
                        rows.expected(order), rows.rowsOf(csv(file, names, options), 1), "seed=" + seed + ", " + by);
            }
            if (inGroups || method.equals("auto")) {
                assertEquals(
                        rows.expectedInGroups(order),
                        rows.rowsOf(csv(file, names, grouped), 2),
                        "seed=" + seed + ", " + by);
            }
        }
    }

    /** Rows with a column of few values, a column of many values, and groups, one of them too long for one thread. */
    private static final class Rows {

        private final double[][] numbers;
        private final String[] groups;

        Rows(long seed, int n) {
            Random random = new Random(seed);
            numbers = new double[2][n];
            groups = new String[n];
            for (int row = 0; row < n; row++) {
                numbers[0][row] = random.nextInt(50) - 25;
                numbers[1][row] = random.nextInt(10) == 0 ? 0.1 : random.nextGaussian() * 1e3;
                groups[row] = random.nextInt(4) > 0 ? "long" : "g" + random.nextInt(n / 4);
            }
        }

        String text() {
            return IntStream.range(0, groups.length)
                    .mapToObj(row -> groups[row] + "," + numbers[0][row] + "," + numbers[1][row])
                    .collect(Collectors.joining("\n", "g,x,y\n", "\n"));
        }

        Comparator<Integer> order(List<String> by, boolean descending) {
            Comparator<Integer> order = (a, b) -> 0;
            for (String name : by) {
                double[] column = numbers[name.equals("x") ? 0 : 1];
                order = order.thenComparingDouble(row -> column[row]);
            }
            return descending ? order.reversed() : order;
        }

        List<Integer> expected(Comparator<Integer> order) {
            return IntStream.range(0, groups.length).boxed().sorted(order).toList();
        }

        List<Integer> expectedInGroups(Comparator<Integer> order) {
            Map<String, List<Integer>> together = new LinkedHashMap<>();
            for (int row = 0; row < groups.length; row++) {
                together.computeIfAbsent(groups[row], name -> new ArrayList<>()).add(row);
            }
            return together.values().stream()
                    .flatMap(rows -> rows.stream().sorted(order))
                    .toList();
        }

        List<Integer> rowsOf(String csv, int field) {
            return csv.lines()
                    .skip(1)
                    .map(line -> Integer.valueOf(line.split(",")[field]))
                    .toList();
        }
    }

    // The table and the last line

    @Test
    void shouldPrintTableOfFirstRows() {
        assertEquals(
                """
                kind   rank  name   x
                stone  1     plum   2
                stone  2     peach  2
                pome   1     pear   1
                3 of 5 rows; --rows N shows more, --output FILE writes all
                """,
                sort(fruit, "x", "--rows=3", "--id=name", "--group=kind")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldEndWithWhereItRanAndHowLong() {
        String line = sort(fruit, "x,y", "--threads=1", "--group=kind", "--descending")
                .shouldSucceed()
                .err();
        assertTrue(
                line.matches("jvm \\(1 thread, Java [^)]+\\): 5 rows in 3 groups by x,y descending in "
                        + CommandRun.times("read", "open", "sort", "write") + "\\R"),
                line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--by=x;MERGE for 5 rows on jvm (.*): estimated to be the fastest(?s:.*)  jvm RADIX +\\S+ s",
                "--by=x --method=radix;RADIX for 5 rows on jvm (.*): asked for\\s+jvm RADIX .*",
                "--by=x,y --method=radix-then-ties;RADIX_THEN_TIES for 5 rows on jvm (.*): asked for\\s+jvm RADIX .*",
                "--by=x --group=kind;3 segments on jvm (.*): all of up to 32768 rows, side by side"
            })
    void shouldExplainBesideTheAnswer(String options, String expected) {
        List<String> args =
                new ArrayList<>(List.of("sort", "--input=" + fruit, "--device=jvm", "--output=-", "--quiet"));
        args.addAll(List.of(options.split(" ")));
        CommandRun plain = CommandRun.of(args.toArray(String[]::new)).shouldSucceed();
        assertEquals("", plain.err());
        args.add("--explain");
        CommandRun explained = CommandRun.of(args.toArray(String[]::new)).shouldSucceed();
        assertEquals(plain.out(), explained.out());
        assertTrue(explained.err().strip().matches(expected.replace("(.*)", "\\(.*\\)")), explained.err());
    }

    @Test
    void shouldExplainBeforeTheWorkBegins() {
        List<String> flushed = new ArrayList<>();
        StringWriter text = new StringWriter();
        PrintWriter err = new PrintWriter(text) {
            @Override
            public void flush() {
                flushed.add(text.toString());
            }
        };
        String[] args = {"sort", "--input=" + fruit, "--by=x", "--device=jvm", "--explain"};
        assertEquals(ExitCode.OK, Main.run(args, new PrintWriter(new StringWriter()), err));
        assertTrue(
                flushed.get(0).startsWith("MERGE for 5 rows") && !flushed.get(0).contains("5 rows by x"),
                flushed::toString);
    }

    // Texts, dates, whole rows

    @Test
    void shouldSortTextByItsBytes() throws IOException {
        Path file = write("words.csv", "w\nb\n\nB\n\ud83d\ude00\n\uff5e\nä\n\"\"\na b\nab\n");
        assertEquals(
                List.of("", "B", "a b", "ab", "b", "ä", "\uff5e", "\ud83d\ude00"),
                column(csv(file, "w", "--text=w"), 2));
    }

    @Test
    void shouldSortTextByTheOrderOfALanguage() throws IOException {
        Path file = write("words.csv", "w\nzoo\nöl\nofen\nApfel\napfel\n");
        assertEquals(
                List.of("apfel", "Apfel", "ofen", "öl", "zoo"), column(csv(file, "w", "--text=w", "--locale=de"), 2));
        assertEquals(
                List.of("apfel", "Apfel", "ofen", "zoo", "öl"),
                column(csv(file, "w", "--text=w", "--locale=sv-SE"), 2));
        assertEquals(
                List.of("öl", "zoo", "ofen", "apfel", "Apfel"), column(csv(file, "w", "--text=w", "--descending"), 2));
    }

    @Test
    void shouldSortDatesByTheirTime() throws IOException {
        Path file = write("dates.csv", """
                t
                2024-02-29T12:30:00.000000002Z
                2024-02-29 12:30:00.000000001Z
                2024-02-29T12:30
                2024-02-29T13:30:00+02:00
                2024-02
                2024
                2024-01-01
                -0044-03-15
                """);
        assertEquals(List.of("7", "5", "6", "4", "3", "2", "1", "0"), column(csv(file, "t", "--date=t"), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2023-02-29", "20240229", "2024-2-9", "2024-02-29T25:00", "today", "2024-02-29x", "24"})
    void shouldNamePlaceOfWhatIsNoDate(String text) throws IOException {
        Path file = write("dates.csv", "t\n2024-02-29\n" + text + "\n");
        sort(file, "t", "--date=t")
                .shouldRefuse(file + ", line 3, column \"t\": not a date of ISO 8601", "\"" + text + "\"");
        sort(write("none.csv", "t,x\n,1\n"), "t", "--date=t").shouldRefuse("line 2, column \"t\": a date is missing");
    }

    @Test
    void shouldSkipRowsWithoutDate() throws IOException {
        Path file = write("dates.csv", "t,x\n2024,1\n,2\nNA,3\n2023,4\nsoon,5\n");
        CommandRun run = sort(file, "t", "--date=t", "--missing=skip", "--skip-bad-rows", "--keep=x", "--output=-");
        assertEquals("x\n4\n1\n", run.shouldSucceed().out());
        assertTrue(run.err().contains("2 rows with missing coordinates skipped, 1 row that cannot be read"), run.err());
        sort(file, "t", "--date=t", "--missing=skip").shouldRefuse("line 6, column \"t\": not a date");
        sort(file, "t", "--text=t,").shouldRefuse("--text has an empty name");
    }

    @Test
    void shouldMixNumbersTextsAndDates() throws IOException {
        Path file = write("mixed.csv", "k,t,x\nb,2024,1\na,2023,2\na,2024-01-01,1\nb,2023,3\na,2024,0\n");
        assertEquals(
                "rank,row,k,t,x\n1,1,a,2023,2\n2,4,a,2024,0\n3,2,a,2024-01-01,1\n4,3,b,2023,3\n5,0,b,2024,1\n",
                csv(file, "k,t,x", "--text=k", "--date=t"));
    }

    @Test
    void shouldWriteWholeRows() throws IOException {
        Path file = write("rows.csv", "a,x,a\n\"q\"\"u,x\",2, y \n,1,\"two\nlines\"\n");
        assertEquals("a,x,a\n,1,\"two\nlines\"\n\"q\"\"u,x\",2, y \n", csv(file, "x", "--keep=*"));
    }

    @Test
    void shouldWriteTheColumnsToKeepInTheirOrder() {
        assertEquals("y,name\n0,fig\n5,pear\n7,apple\n5,plum\n-3,peach\n", csv(fruit, "x", "--keep=y,name"));
        assertEquals(
                "kind,name\nstone,peach\nstone,plum\npome,pear\npome,apple\n,fig\n",
                csv(fruit, "y", "--group=kind", "--keep=kind,name"));
    }

    @Test
    void shouldRefuseOptionsThatContradictEachOther() {
        sort(fruit, "x", "--text=name").shouldRefuse("--text must name a column of --by: --text=name, --by=x");
        sort(fruit, "x", "--text=x", "--date=x").shouldRefuse("a column is text or a date", "--date=x");
        sort(fruit, "x", "--locale=de").shouldRefuse("--locale needs --text");
        sort(fruit, "name", "--text=name", "--locale=xx").shouldRefuse("no order of texts", "--locale=xx");
        sort(fruit, "x", "--keep=name", "--id=name").shouldRefuse("--keep writes the kept columns alone");
        sort(fruit, "x", "--keep=nmae").shouldRefuse("no column \"nmae\"", "did you mean \"name\"?");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSortTextsAsThePlainSortDoes(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> rows = Stream.generate(() -> random.ints(random.nextInt(6), 0, 6)
                                .mapToObj(i -> List.of("a", "B", "é", "\uffee", "\ud83d\ude00", " ")
                                        .get(i))
                                .collect(Collectors.joining())
                        + "," + random.nextInt(5))
                .limit(500)
                .toList();
        Path file = write("random.csv", "w,x\n" + String.join("\n", rows) + "\n");
        Comparator<String> binary = (a, b) ->
                Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        List<String> expected = rows.stream()
                .sorted(Comparator.<String, Integer>comparing(row -> Integer.valueOf(row.split(",")[1]))
                        .thenComparing(row -> row.split(",")[0], binary))
                .toList();
        assertEquals(
                expected,
                csv(file, "x,w", "--text=w", "--keep=*").lines().skip(1).toList(),
                "seed=" + seed);
    }

    private static List<String> column(String csv, int field) {
        return csv.lines()
                .skip(1)
                .map(line -> line.replace("\"", "").split(",", -1)[field])
                .toList();
    }

    @Test
    void shouldSortCitiesByPopulationInDemo() {
        List<String> lines = CommandRun.of("sort", "--demo", "--device=jvm", "--rows=2")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertTrue(lines.get(1).matches("1796236 +Shanghai +CN +31.22222 +121.45806 +22315474"), lines.get(1));
        assertTrue(lines.get(2).matches("745044 +Istanbul +TR .* 14804116"), lines.get(2));
        assertEquals("2 of 135,233 rows; --rows N shows more, --output FILE writes all", lines.get(3));
    }

    @Test
    void shouldSortCitiesAsAskedInDemo() {
        List<String> lines = CommandRun.of(
                        "sort", "--demo", "--device=jvm", "--by=lat,lon", "--id=id", "--group=country", "--output=-")
                .shouldSucceed()
                .out()
                .lines()
                .toList();
        assertEquals("country,rank,id,lat,lon", lines.get(0));
        assertTrue(lines.get(1).startsWith("AD,1,"), lines.get(1));
        assertEquals(1 + 135_233, lines.size());
    }

    private static CommandRun sort(Path input, String by, String... more) {
        return CommandRun.of(List.of("sort", "--input=" + input, "--by=" + by, "--device=jvm"), more);
    }

    private static String csv(Path input, String by, String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        if (args.stream().noneMatch(arg -> arg.startsWith("--keep"))) {
            args.add("--ranks");
        }
        return sort(input, by, args.toArray(String[]::new)).shouldSucceed().out();
    }
}
