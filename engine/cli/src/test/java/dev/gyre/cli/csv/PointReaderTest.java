package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointReaderTest {

    @TempDir
    private Path directory;

    @Test
    void shouldReadColumnsInTheOrderAskedFor() throws IOException {
        PointTable table = read("y,other,x\n1,a,2\n3,b,4\n", "x", "y");
        assertArrayEquals(new double[] {2, 1, 4, 3}, table.points().toRowMajor());
    }

    @Test
    void shouldLabelRowsByNumberWithoutIds() throws IOException {
        assertEquals("1", read("x\n5\n6\n", "x").label(1));
    }

    @Test
    void shouldKeepIdsAsTheyAre() throws IOException {
        Path file = write("x,id\n5, 007\n6,\"a\nb\"\n".getBytes(StandardCharsets.UTF_8));
        PointTable table = PointReader.read(
                CsvSource.file(file), CsvColumns.of(columns("x")).withTexts("id", null));
        assertEquals(List.of(" 007", "a\nb"), List.of(table.label(0), table.label(1)));
    }

    @Test
    void shouldTakeOneColumnAsCoordinateAndId() throws IOException {
        Path file = write("x\n5.50\n".getBytes(StandardCharsets.UTF_8));
        PointTable table = PointReader.read(
                CsvSource.file(file), CsvColumns.of(columns("x")).withTexts("x", null));
        assertEquals("5.50", table.label(0));
        assertEquals(5.5, table.points().coordinate(0, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x,y\r\n1,2\r\n",
                "x,y\n1,2",
                "\uFEFFx,y\n1,2\n",
                "\uFEFF\"x\",\"y\"\n\"1\",\"2\"\n",
                " x , y \n 1 ,\t2 \n",
                "\n\nx,y\n\n1,2\n\n"
            })
    void shouldPassOverWhatDoesNotCount(String text) throws IOException {
        assertArrayEquals(new double[] {1, 2}, read(text, "x", "y").points().toRowMajor());
    }

    @Test
    void shouldReadByteOrderMarkInsideGzip() throws IOException {
        byte[] compressed = gzip("\uFEFFx\n1\n");
        PointTable table = PointReader.read(CsvSource.file(write(compressed)), CsvColumns.of(columns("x")));
        assertArrayEquals(new double[] {1}, table.points().toRowMajor());
    }

    @Test
    void shouldReadManyRows() throws IOException {
        StringBuilder text = new StringBuilder("x,y\n");
        for (int row = 0; row < 10_000; row++) {
            text.append(row).append(',').append(-row).append('\n');
        }
        PointTable table = read(text.toString(), "x", "y");
        assertEquals(10_000, table.points().size());
        assertArrayEquals(new double[] {9_999, -9_999}, table.points().point(9_999));
    }

    @Test
    void shouldReadTheCitiesThatShip() {
        PointTable cities = PointReader.read(
                CsvSource.cities(), CsvColumns.of(columns("lon", "lat")).withTexts("name", null));
        assertEquals(135_233, cities.points().size());
        assertEquals("El Tarter", cities.label(0));
        assertArrayEquals(new double[] {1.65362, 42.57952}, cities.points().point(0));
    }

    @Test
    void shouldCountLinesInsideQuotes() {
        assertProblem("id,x\n\"a\nb\r\nc\",1\n\nd,oops\n", "line 6, column \"x\": not a number: \"oops\"", "x");
    }

    @Test
    void shouldNameTheLineWhereARecordStarts() {
        assertProblem("id,x\na,1\n\"b\nb\",oops\n", "line 3, column \"x\"", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "0x1p3", "1_000", "12 km", "1;5", "true"})
    void shouldRefuseWhatIsNoDecimalNumber(String text) {
        assertProblem("x\n" + text + "\n", "line 2, column \"x\": not a number: \"" + text + "\"", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "nan", "Infinity", "-Infinity", "inf", "+Inf"})
    void shouldRefuseWhatIsNotFinite(String text) {
        assertProblem("x\n" + text + "\n", "line 2, column \"x\": not a finite number: \"" + text + "\"", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "1e151"})
    void shouldRefuseWhatIsTooLarge(String text) {
        assertProblem("x\n" + text + "\n", "column \"x\": must be of magnitude 2^500 at most: " + text, "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,y\n1,\n", "x,y\n1,  \n", "x,y\n1,\"\"\n"})
    void shouldRefuseMissingNumber(String text) {
        assertProblem(text, "line 2, column \"y\": a number is missing", "x", "y");
    }

    @Test
    void shouldNameTheFirstOfTwoBadFields() {
        assertProblem("x,y\nbad,worse\n", "column \"x\": not a number: \"bad\"", "y", "x");
    }

    @Test
    void shouldCutLongTextInMessages() {
        assertProblem("x\n" + "z".repeat(1000) + "\n", "\"" + "z".repeat(40) + "…\"", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,y\n1,2\n3\n", "x,y\n1,2\n3,4,5\n"})
    void shouldRefuseRaggedRows(String text) {
        assertProblem(text, "line 3: as many fields as the header has are needed", "x");
    }

    @Test
    void shouldRefuseColumnThatTheHeaderHasTwice() {
        assertProblem("x,y,x\n1,2,3\n", "line 1, column \"x\": more than one column has this name", "x");
    }

    @Test
    void shouldPassOverTwoColumnsOfOneNameThatAreNotAskedFor() throws IOException {
        assertEquals(1, read("x,a,a\n1,2,3\n", "x").points().size());
    }

    @Test
    void shouldRefuseColumnAskedForTwice() {
        assertThrows(IllegalArgumentException.class, () -> read("x\n1\n", "x", "x"));
    }

    @Test
    void shouldRefuseNoColumns() {
        assertThrows(IllegalArgumentException.class, () -> read("x\n1\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "\uFEFF"})
    void shouldRefuseFileWithoutHeader(String text) {
        assertProblem(text, "empty; a header", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,y", "x,y\n", "x,y\r\n\r\n"})
    void shouldReadHeaderAloneAsNoPoints(String text) throws IOException {
        assertEquals(0, read(text, "x", "y").points().size());
    }

    @Test
    void shouldRefuseUnclosedQuote() {
        assertProblem("x,y\n1,2\n\"3,4\n5,6\n", "line 3: Unclosed quoted field", "x");
    }

    @Test
    void shouldRefuseTextAfterQuote() {
        assertProblem("x,y\n1,2\n\"3\"4,5\n", "line 3: Unexpected character after closing quote", "x");
    }

    @Test
    void shouldNameTheLineThatIsNotUtf8() throws IOException {
        byte[] text = "id,x\nä,1\n\u00fc,2\n".getBytes(StandardCharsets.UTF_8);
        text[text.length - 4] = (byte) 0xfc;
        assertProblem(text, "line 3: not UTF-8", "x");
    }

    @Test
    void shouldRefuseUtf16() throws IOException {
        assertProblem("x\n1\n".getBytes(StandardCharsets.UTF_16), "line 1: not UTF-8", "x");
    }

    @Test
    void shouldRefuseGzipThatEndsEarly() throws IOException {
        byte[] whole = gzip("x\n" + "1\n".repeat(1000));
        for (int length : new int[] {5, 12, whole.length - 4}) {
            assertProblem(Arrays.copyOf(whole, length), "damaged gzip", "x");
        }
    }

    @Test
    void shouldRefuseGzipWithFlippedBits() throws IOException {
        byte[] bytes = gzip("x\n" + "1\n2\n3\n".repeat(1000));
        bytes[bytes.length - 6] ^= 0x55;
        assertProblem(bytes, "damaged gzip", "x");
    }

    @Test
    void shouldRefuseDirectory() {
        InputException e = assertThrows(InputException.class, () -> CsvSource.file(directory));
        assertEquals(directory + ": is a directory, not a file", e.getMessage());
    }

    private PointTable read(String text, String... names) throws IOException {
        return PointReader.read(
                CsvSource.file(write(text.getBytes(StandardCharsets.UTF_8))), CsvColumns.of(columns(names)));
    }

    private void assertProblem(String text, String problem, String... names) {
        assertProblem(text.getBytes(StandardCharsets.UTF_8), problem, names);
    }

    private void assertProblem(byte[] bytes, String problem, String... names) {
        InputException e = assertThrows(
                InputException.class,
                () -> PointReader.read(CsvSource.file(write(bytes)), CsvColumns.of(columns(names))));
        assertTrue(e.getMessage().startsWith(directory.resolve("points.csv").toString()), e.getMessage());
        assertTrue(e.getMessage().contains(problem), e.getMessage());
    }

    private static List<Column> columns(String... names) {
        return Stream.of(names).map(Column::of).toList();
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("points.csv"), bytes);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
