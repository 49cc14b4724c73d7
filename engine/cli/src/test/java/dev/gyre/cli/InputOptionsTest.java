package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.io.VectorBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options that say how files are read, in all commands that read them. */
class InputOptionsTest {

    @TempDir
    private Path directory;

    // Names

    @ParameterizedTest
    @ValueSource(strings = {"x,", ",x", "x,,y", ",", "", " ,x"})
    void shouldRefuseEmptyNamesOfColumns(String names) throws IOException {
        Path file = write("x,y\n1,2\n");
        String problem = "has an empty name: ";
        CommandRun.of("knn-join", "--input=" + file, "--columns=" + names).shouldRefuse(problem + "--columns=" + names);
        CommandRun.of("kd", "build", "--input=" + file, "--columns=" + names, "--output=t.kd")
                .shouldRefuse(problem);
        CommandRun.of("sort", "--input=" + file, "--by=" + names).shouldRefuse(problem + "--by=" + names);
        CommandRun.of("radius-join", "--input=" + file, "--query=" + file, "--columns=x", "--query-columns=" + names)
                .shouldRefuse(problem + "--query-columns=" + names);
    }

    @Test
    void shouldTakeNamesInOneListOrSeveral() throws IOException {
        Path file = write("x,y,z\n0,0,0\n1,2,2\n");
        String[] joins = {"--columns=x,y,z", "--columns=x, y ,z"};
        for (String columns : joins) {
            assertTrue(knn(file, columns).out().contains(",3.0"), columns);
        }
        assertTrue(knn(file, "--columns=x", "--columns=y,z").out().contains(",3.0"));
    }

    @Test
    void shouldRefuseEmptyNamesOfFiles() throws IOException {
        CommandRun.of("sort", "--input=", "--by=x").shouldRefuse("\"\": the name of the file is empty");
        CommandRun.of("knn-join", "--input=" + write("x\n1\n"), "--query=", "--columns=x")
                .shouldRefuse("the name of the file is empty");
    }

    // Separators

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"; ;", "; semicolon", "| pipe", ": :", "\\t tab", ", comma", "§ §"})
    void shouldReadFieldsBetweenAnyCharacter(String separator, String name) throws IOException {
        String text = "x,id,y\n3,a,4\n0,\"b\",0\n".replace(",", separator.replace("\\t", "\t"));
        Path file = write(text);
        String expected = "query,rank,neighbor,distance\na,1,b,5.0\nb,1,a,5.0\n";
        assertEquals(
                expected,
                knn(file, "--columns=x,y", "--id=id", "--delimiter=" + name).out());
        CommandRun top =
                CommandRun.of("top", "--input=" + file, "--by=y", "--k=1", "--delimiter=" + name, "--output=-");
        assertEquals("rank,row,y\n1,1,0\n", top.shouldSucceed().out());
    }

    @ParameterizedTest
    @CsvSource({"';', semicolon", "'\t', tab", "|, pipe"})
    void shouldSayHowToReadAFileWithOtherSeparators(String separator, String name) throws IOException {
        Path file = write("x,y\n1,2\n".replace(",", separator));
        String help = "--delimiter " + name + " reads it";
        CommandRun.of("knn-join", "--input=" + file, "--columns=x,y").shouldRefuse(file.toString(), "line 1", help);
        CommandRun.of("knn-join", "--input=" + file, "--columns=*").shouldRefuse(file.toString(), "line 2", help);
        CommandRun.of("sort", "--input=" + file, "--by=x").shouldRefuse(help);
    }

    @Test
    void shouldSayThatAFileHasCommas() throws IOException {
        CommandRun.of("sort", "--input=" + write("x,y\n1,2\n"), "--by=x", "--delimiter=;")
                .shouldRefuse("--delimiter comma reads it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "\n", ",,", "Tab", "😀"})
    void shouldRefuseWhatSeparatesNothing(String separator) {
        CommandRun.of("sort", "--input=a.csv", "--by=x", "--delimiter=" + separator)
                .shouldRefuse("--delimiter", "expected one character");
    }

    @Test
    void shouldReadQueriesWithASeparatorOfTheirOwn() throws IOException {
        Path points = write("x,y\n0,0\n3,4\n");
        Path queries = Files.writeString(directory.resolve("q.csv"), "x;y\n3;5\n");
        String expected = "query,rank,neighbor,distance\n0,1,1,1.0\n";
        String[] options = {"--query=" + queries, "--query-delimiter=semicolon", "--columns=x,y", "--k=1"};
        assertEquals(expected, knn(points, options).out());
        CommandRun.of("knn-join", "--input=" + points, "--columns=x", "--query-delimiter=;")
                .shouldRefuse("need --query");
    }

    // Rows that are left out

    private static final String GAPS = "id,x,y\na,0,0\nb,oops,1\nc,,1\nd,3,4\ne,1\nf,NA,null\ng,1e999,2\nh,n/a,oops\n";

    @Test
    void shouldCountRowsThatAreLeftOut() throws IOException {
        Path file = write(GAPS);
        CommandRun both = knn(file, "--columns=x,y", "--id=id", "--skip-bad-rows", "--missing=skip");
        assertEquals("query,rank,neighbor,distance\na,1,d,5.0\nd,1,a,5.0\n", both.out());
        assertTrue(
                both.err()
                        .startsWith(
                                file + ": 2 rows with missing coordinates skipped, 4 rows that cannot be read skipped "
                                        + "(the first: line 3, column \"x\": not a number: \"oops\")\n"),
                both.err());
        CommandRun bad = knn(file, "--columns=x,y", "--skip-bad-rows");
        assertTrue(bad.err().startsWith(file + ": 6 rows that cannot be read skipped"), bad.err());
    }

    @Test
    void shouldCountRowsOfBothFilesAlsoWhenQuiet() throws IOException {
        Path points = write("x\n1\nNaN\n");
        Path queries = Files.writeString(directory.resolve("q.csv"), "x\n\"\"\n2\n");
        CommandRun run = knn(points, "--query=" + queries, "--columns=x", "--missing=skip", "--quiet");
        assertEquals(
                points + ": 1 row with missing coordinates skipped; " + queries
                        + ": 1 row with missing coordinates skipped\n",
                run.err());
    }

    @Test
    void shouldLeaveOutRowsInEveryCommand() throws IOException {
        Path file = write(GAPS);
        List<String> options = List.of("--input=" + file, "--skip-bad-rows", "--missing=skip", "--device=jvm");
        Path tree = directory.resolve("t.kd");
        CommandRun build = CommandRun.of(List.of("kd", "build"), join(options, "--columns=x,y", "--output=" + tree));
        assertTrue(build.shouldSucceed().err().contains(" 2 points, "), build.err());
        CommandRun query = CommandRun.of(
                List.of("kd", "query"), join(options, "--tree=" + tree, "--columns=x,y", "--k=1", "--output=-"));
        assertEquals(
                "query,rank,neighbor,distance\n0,1,0,0.0\n1,1,1,0.0\n",
                query.shouldSucceed().out());
        CommandRun sort =
                CommandRun.of(List.of("sort"), join(options, "--by=x,y", "--descending", "--id=id", "--output=-"));
        assertEquals("rank,id,x,y\n1,d,3,4\n2,a,0,0\n", sort.shouldSucceed().out());
        CommandRun join =
                CommandRun.of(List.of("radius-join"), join(options, "--columns=x,y", "--radius=9", "--output=-"));
        assertEquals(
                "query,neighbor,distance\n0,1,5.0\n1,0,5.0\n",
                join.shouldSucceed().out());
    }

    @Test
    void shouldRefuseMissingNumbersUnlessToldOtherwise() throws IOException {
        CommandRun.of("sort", "--input=" + write("x\n1\nNA\n"), "--by=x")
                .shouldRefuse("line 3, column \"x\": not a number: \"NA\"; --missing skip leaves such rows out");
        CommandRun.of("sort", "--input=" + write("x\n1\noops\n"), "--by=x", "--missing=skip")
                .shouldRefuse("line 3, column \"x\": not a number: \"oops\"");
    }

    @Test
    void shouldRefuseOptionsOfCsvForVectors() throws IOException {
        Path file = Files.write(directory.resolve("a.fvecs"), VectorBytes.fvecs(new double[] {1, 2}, 2));
        for (String option : List.of("--delimiter=;", "--skip-bad-rows", "--missing=error")) {
            CommandRun.of("knn-join", "--input=" + file, option).shouldRefuse("are for CSV", file.toString());
            CommandRun.of("kd", "build", "--input=" + file, option, "--output=t.kd")
                    .shouldRefuse("are for CSV");
        }
        CommandRun.of("knn-join", "--demo", "--delimiter=;").shouldRefuse("--demo brings its own rows");
    }

    // Standard input

    @Test
    void shouldReadStandardInput() throws IOException {
        byte[] text = "x\n1\n2\n".getBytes(StandardCharsets.UTF_8);
        String expected = "rank,row,x\n1,1,2\n2,0,1\n";
        String[] sort = {"sort", "--input=-", "--by=x", "--ranks", "--descending", "--output=-"};
        assertEquals(expected, withInput(text, sort).shouldSucceed().out());
        assertEquals(
                expected,
                withInput(VectorBytes.gzip(text), sort).shouldSucceed().out());
        Path points = write("x\n5\n");
        CommandRun queries =
                withInput(text, "knn-join", "--input=" + points, "--query=-", "--columns=x", "--k=1", "--output=-");
        assertEquals(3, queries.shouldSucceed().out().lines().count());
        byte[] vectors = VectorBytes.npy(new double[] {1, 2, 3}, 1);
        CommandRun npy = withInput(vectors, "knn-join", "--input=-", "--format=npy", "--k=1", "--output=-");
        assertEquals(4, npy.shouldSucceed().out().lines().count());
    }

    @Test
    void shouldNameTheLineOfAPipeThatIsNotUtf8() {
        byte[] text = "x,id\n1,a\n2,\u00fc\n3,c\n".getBytes(StandardCharsets.ISO_8859_1);
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> withInput(text, "sort", "--input=-", "--by=x").shouldRefuse("standard input, line 3: not UTF-8"));
    }

    @Test
    void shouldReadStandardInputOnce() {
        CommandRun.of("knn-join", "--input=-", "--query=-", "--columns=x").shouldRefuse("can be read once");
    }

    // Messages that name their file

    @Test
    void shouldNameTheFileOfPointsThatAMetricRefuses() throws IOException {
        Path good = write("x,y\n1,2\n");
        Path zeros = Files.writeString(directory.resolve("zeros.csv"), "x,y\n1,2\n0,0\n");
        Path half = Files.writeString(directory.resolve("half.csv"), "x,y\n1,2\n0.5,0\n");
        String zero = zeros + ": a vector of zeros has no direction: row=1";
        String notWhole = half + ": ";
        CommandRun.of("knn-join", "--input=" + zeros, "--columns=x,y", "--metric=cosine")
                .shouldRefuse(zero);
        CommandRun.of("knn-join", "--input=" + good, "--query=" + zeros, "--columns=x,y", "--metric=cosine")
                .shouldRefuse(zero);
        CommandRun.of("radius-join", "--input=" + half, "--columns=x,y", "--metric=hamming", "--radius=1")
                .shouldRefuse(notWhole);
        CommandRun.of("knn-join", "--input=" + good, "--query=" + half, "--columns=x,y", "--metric=hamming")
                .shouldRefuse(notWhole);
        Path tree = directory.resolve("t.kd");
        CommandRun.of("kd", "build", "--input=" + zeros, "--columns=x,y", "--metric=cosine", "--output=" + tree)
                .shouldRefuse(zero);
        CommandRun.of("kd", "build", "--input=" + good, "--columns=x,y", "--metric=cosine", "--output=" + tree)
                .shouldSucceed();
        CommandRun.of("kd", "query", "--tree=" + tree, "--input=" + zeros, "--columns=x,y")
                .shouldRefuse(zero);
    }

    @Test
    void shouldNameTheFileWithEqualRows() throws IOException {
        Path file = write("x\n1\n2\n1\n");
        CommandRun.of("kd", "build", "--input=" + file, "--columns=x", "--duplicates=refuse", "--output=t.kd")
                .shouldRefuse(file + ": points must differ: rows 0 and 2 are equal");
    }

    @Test
    void shouldNameAGzipThatIsHardlyThere() throws IOException {
        Path file = Files.write(directory.resolve("a.csv.gz"), new byte[] {0x1f, (byte) 0x8b, 8});
        CommandRun.of("sort", "--input=" + file, "--by=x").shouldRefuse(file + ": damaged gzip", "it ends too soon");
        CommandRun.of("knn-join", "--input=" + file, "--format=npy").shouldRefuse(file + ": damaged gzip");
    }

    @Test
    void shouldTellTooMuchMemoryFromText() {
        CommandRun.of("knn-join", "--demo", "--memory-limit=99999999999g")
                .shouldRefuse("setting memory-limit is out of range: memory-limit=99999999999g");
        CommandRun.of("knn-join", "--demo", "--threads=32767").shouldRefuse("threads must be in 1..1024");
    }

    // Outputs

    @Test
    void shouldNotWriteOverItsInput() throws IOException {
        Path file = write("x\n1\n2\n");
        Path other = Files.writeString(directory.resolve("q.csv"), "x\n1\n");
        Path link = Files.createSymbolicLink(directory.resolve("link.csv"), file);
        String problem = "the output would replace the input";
        String input = "--input=" + file;
        for (Path output : List.of(file, link, directory.resolve(".").resolve("in.csv"))) {
            CommandRun.of("knn-join", input, "--columns=x", "--output=" + output)
                    .shouldRefuse(problem);
            CommandRun.of("radius-join", input, "--columns=x", "--radius=1", "--output=" + output)
                    .shouldRefuse(problem);
            CommandRun.of("sort", input, "--by=x", "--output=" + output).shouldRefuse(problem);
            CommandRun.of("top", input, "--by=x", "--k=1", "--output=" + output).shouldRefuse(problem);
            CommandRun.of("kd", "build", input, "--columns=x", "--output=" + output)
                    .shouldRefuse(problem);
            CommandRun.of("knn-join", "--input=" + other, "--query=" + file, "--columns=x", "--output=" + output)
                    .shouldRefuse(problem);
        }
        assertEquals("x\n1\n2\n", Files.readString(file));
    }

    @Test
    void shouldNotWriteOverItsTree() throws IOException {
        Path file = write("x\n1\n2\n");
        Path tree = directory.resolve("t.csv");
        CommandRun.of("kd", "build", "--input=" + file, "--columns=x", "--output=" + tree)
                .shouldSucceed();
        CommandRun.of("kd", "query", "--tree=" + tree, "--input=" + file, "--columns=x", "--output=" + tree)
                .shouldRefuse("the output would replace the input");
    }

    private static CommandRun knn(Path input, String... options) {
        return CommandRun.of(List.of("knn-join", "--device=jvm", "--output=-", "--input=" + input), options)
                .shouldSucceed();
    }

    private static String[] join(List<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private static CommandRun withInput(byte[] bytes, String... arguments) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(bytes));
        try {
            return CommandRun.of(arguments);
        } finally {
            System.setIn(before);
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("in.csv"), text);
    }
}
