package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnSelectionTest {

    private static final int NO_ID = -1;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "b                | 1",
                "d b              | 3 1",
                "b..d             | 1 2 3",
                "c..c             | 2",
                "d a..c           | 3 0 1 2",
                "b .. d           | 1 2 3",
                "*                | 0 1 2 3 4 5",
                "x*               | 4 5",
                "*1               | 4",
                "x*2              | 5",
                "**               | 0 1 2 3 4 5",
                "x1 *2 a          | 4 5 0"
            })
    void shouldSelectFields(String terms, String fields) {
        assertEquals(fields, select(terms.strip(), NO_ID, "a", "b", "c", "d", "x1", "x2"));
    }

    @Test
    void shouldPassOverTheIdInRangesAndPatternsOnly() {
        assertEquals("0 2", select("a..c", 1, "a", "b", "c"));
        assertEquals("0 2", select("*", 1, "a", "b", "c"));
        assertEquals("1", select("b", 1, "a", "b", "c"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"a..b | 0", "x* | 1", "* | 2", "a..a | 3", "a..b..c | 0 1 2 3 4 5", ".. | 6"})
    void shouldTakeANameAsItIsWhateverItHas(String term, String fields) {
        assertEquals(fields, select(term, NO_ID, "a..b", "x*", "*", "a..a", "xyz", "c", ".."));
    }

    @Test
    void shouldTakePatternsLiterallyButForTheStar() {
        assertEquals("0 2", select("v.*", NO_ID, "v.1", "v1", "v.(x)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "z      | no column \"z\"; columns: a, b, c, d",
                "a..z   | no column \"a..z\"; columns: a, b, c, d",
                "z*     | no column \"z*\"; columns: a, b, c, d",
                "c..a   | \"a\" comes before \"c\": \"c..a\"",
                "a *    | column \"a\" is asked for twice, by \"a\" and \"*\"",
                "a..c b | column \"b\" is asked for twice, by \"a..c\" and \"b\""
            })
    void shouldRefuse(String terms, String problem) {
        InputException e = assertThrows(InputException.class, () -> select(terms, NO_ID, "a", "b", "c", "d"));
        assertEquals("file.csv, line 1: " + problem, e.getMessage());
    }

    @Test
    void shouldRefuseRangesThatCanBeReadInTwoWays() {
        InputException e = assertThrows(InputException.class, () -> select("a..b..c", NO_ID, "a", "b..c", "a..b", "c"));
        assertTrue(e.getMessage().contains("more than one range can be meant: \"a..b..c\""), e.getMessage());
    }

    @Test
    void shouldRefuseEndsOfARangeThatTheHeaderHasTwice() {
        InputException e = assertThrows(InputException.class, () -> select("a..b", NO_ID, "a", "b", "a"));
        assertTrue(e.getMessage().contains("more than one column has this name"), e.getMessage());
    }

    @Test
    void shouldListTwentyColumnsOfMany() {
        String[] names = IntStream.range(0, 784).mapToObj(i -> "p" + i).toArray(String[]::new);
        InputException e = assertThrows(InputException.class, () -> select("q", NO_ID, names));
        assertTrue(e.getMessage().endsWith("p18, p19, … (784 in all)"), e.getMessage());
    }

    @Test
    void shouldRefuseNoTerms() {
        assertThrows(IllegalArgumentException.class, () -> ColumnSelection.of(List.of()));
    }

    /** Rows with as many numbers as a picture are read exactly as they were written. */
    @Test
    void shouldReadWideFiles() throws IOException {
        int rows = 200;
        int dims = 784;
        double[] values = new Random(5).doubles(rows * dims, -1000, 1000).toArray();
        StringBuilder text = new StringBuilder("label");
        IntStream.range(0, dims).forEach(dim -> text.append(",p").append(dim));
        for (int i = 0; i < values.length; i++) {
            text.append(i % dims == 0 ? "\nrow " + i / dims : "").append(',').append(values[i]);
        }
        Path file = Files.writeString(directory.resolve("wide.csv"), text);
        for (String term : List.of("*", "p*", "p0..p783")) {
            PointTable table = read(file, term, "label");
            assertArrayEquals(values, table.points().toRowMajor());
            assertEquals("row 199", table.label(199));
            assertEquals("p783", table.columns().get(783));
        }
        assertEquals(2, read(file, "p5..p6", null).points().dims());
    }

    @Test
    void shouldRefuseMoreColumnsThanPointsHave() throws IOException {
        String header = IntStream.range(0, 4097).mapToObj(i -> "p" + i).collect(Collectors.joining(","));
        Path file = Files.writeString(directory.resolve("wide.csv"), header + "\n");
        InputException e = assertThrows(InputException.class, () -> read(file, "*", null));
        assertEquals(file + ", line 1: points need 1 to 4096 columns: columns=4097", e.getMessage());
        assertEquals(4096, read(file, "*", "p0").points().dims());
    }

    @Test
    void shouldRefusePatternThatLeavesNothingBesideTheId() throws IOException {
        Path file = Files.writeString(directory.resolve("ids.csv"), "id\n1\n");
        InputException e = assertThrows(InputException.class, () -> read(file, "*", "id"));
        assertEquals(file + ", line 1: points need 1 to 4096 columns: columns=0", e.getMessage());
    }

    /** A star in the name of a column given to the older method is not a pattern. */
    @Test
    void shouldReadColumnsByNameAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("star.csv"), "x1,x2\n1,2\n");
        InputException e = assertThrows(
                InputException.class,
                () -> PointReader.read(dev.gyre.cli.csv.CsvSource.file(file), CsvColumns.of(List.of(Column.of("x*")))));
        assertTrue(e.getMessage().contains("no column \"x*\""), e.getMessage());
    }

    private static PointTable read(Path file, String term, String id) {
        return PointReader.read(
                dev.gyre.cli.csv.CsvSource.file(file),
                CsvColumns.of(ColumnSelection.of(List.of(term)), ColumnRanges.ANY)
                        .withTexts(id, null));
    }

    /** The fields of terms that are separated by spaces, joined by spaces; {@code " .. "} is one term. */
    private static String select(String terms, int id, String... names) {
        List<String> split = terms.contains(" .. ") ? List.of(terms) : List.of(terms.split(" +"));
        int[] fields = ColumnSelection.of(split).fields(new CsvHeader("file.csv", 1, List.of(names), ','), id);
        return IntStream.of(fields).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
