package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Row groups that conditions leave unread, beside all rows and the conditions on their texts. */
class RowGroupsTest {

    private static final int ROWS_OF_GROUP = 10;

    private static final List<AnswerColumn> HEADER = List.of(
            AnswerColumn.of("x", CellType.DOUBLE),
            AnswerColumn.of("y", CellType.DOUBLE),
            AnswerColumn.of("n", CellType.LONG),
            AnswerColumn.of("d", CellType.DOUBLE),
            AnswerColumn.of("f", CellType.FLOAT),
            AnswerColumn.of("t", CellType.TEXT));

    private record Read(PointTable table, int groups) {}

    private static byte[] bytes(List<Object[]> rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParquetRecords.write(out, ROWS_OF_GROUP, records -> {
            records.accept(HEADER.toArray());
            rows.forEach(records);
        });
        return out.toByteArray();
    }

    private static Read read(byte[] file, CsvOptions options, boolean leavesOut, String... conditions) {
        ParquetSource source = ParquetSource.stream("test", new ByteArrayInputStream(file), options);
        List<RowFilter> filters = Stream.of(conditions).map(RowFilter::of).toList();
        CsvColumns columns = CsvColumns.of(List.of(Column.of("x"), Column.of("y")))
                .withGroups(filters.stream().map(RowFilter::column).toArray(String[]::new))
                .withConditions(leavesOut ? filters : List.of())
                .withTexts("n", null);
        return ParquetRows.read(
                source, rows -> new Read(new ColumnPoints(source, options, columns, rows).read(), rows.groupsRead()));
    }

    private static BitSet passing(PointTable table, String... conditions) {
        BitSet passing = new BitSet();
        passing.set(0, table.points().size());
        for (String condition : conditions) {
            RowFilter filter = RowFilter.of(condition);
            passing.and(filter.rows(table.groups(filter.column())));
        }
        return passing;
    }

    private static void assertSame(byte[] file, String message, String... conditions) {
        PointTable all = read(file, CsvOptions.DEFAULT, false, conditions).table();
        PointTable some = read(file, CsvOptions.DEFAULT, true, conditions).table();
        assertEquals(all.points().size(), some.points().size(), message);
        BitSet passing = passing(all, conditions);
        assertEquals(passing, passing(some, conditions), message);
        passing.stream().forEach(row -> {
            assertArrayEquals(all.points().point(row), some.points().point(row), message);
            assertEquals(all.label(row), some.label(row), message);
        });
    }

    /** Eight groups, each with numbers of its own and a text of two groups. */
    private static List<Object[]> sorted() {
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < 8 * ROWS_OF_GROUP; row++) {
            rows.add(new Object[] {
                row + 0.5, 1.0, (long) row, row / 8.0, row / 10f, "town " + (char) ('a' + row / (2 * ROWS_OF_GROUP))
            });
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({
        "n>=75, 1",
        "n<10, 1",
        "n<=10, 2",
        "n=33, 1",
        "n=99, 0",
        "n!=33, 8",
        "d>9, 1",
        "f<=0.9, 1",
        "t=town b, 8",
        "t=town, 8",
        "t=b, 8",
        "t!=town b, 8",
        "t>town b, 8",
        "n>=abc, 8"
    })
    void shouldReadOnlyGroupsThatMayHaveARowThatPasses(String condition, int groups) throws IOException {
        byte[] file = bytes(sorted());
        assertEquals(8, read(file, CsvOptions.DEFAULT, false, condition).groups());
        assertEquals(groups, read(file, CsvOptions.DEFAULT, true, condition).groups());
        assertSame(file, condition, condition);
    }

    @Test
    void shouldReadOnlyGroupsInAWindow() throws IOException {
        byte[] file = bytes(sorted());
        String[] window = {"x>=25", "x<=37", "y>=0", "y<=1"};
        assertEquals(2, read(file, CsvOptions.DEFAULT, true, window).groups());
        assertSame(file, "window", window);
        assertEquals(0, read(file, CsvOptions.DEFAULT, true, "x>=25", "y>1").groups());
    }

    /** No row of a group with equal numbers passes "is another number"; but those without a number do. */
    @Test
    void shouldKnowWhatHasNoNumber() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < 3 * ROWS_OF_GROUP; row++) {
            int group = row / ROWS_OF_GROUP;
            Long number = group == 1 && row % 3 == 0 ? null : Long.valueOf(7);
            rows.add(new Object[] {1.0 * row, 0.0, number, group == 2 && row % 3 == 0 ? Double.NaN : 7.0, 7f, ""});
        }
        byte[] file = bytes(rows);
        assertEquals(1, read(file, CsvOptions.DEFAULT, true, "n!=7").groups());
        assertSame(file, "n!=7", "n!=7");
        assertEquals(3, read(file, CsvOptions.DEFAULT, true, "d!=7").groups());
        assertSame(file, "d!=7", "d!=7");
    }

    /** Each condition with one of the files. */
    @Test
    void shouldGiveTheSameRowsThatPassWhateverTheColumns() throws IOException {
        assertSameRows(4);
    }

    @Test
    @Tag("thorough")
    void shouldGiveTheSameRowsThatPassEachConditionWhateverTheColumns() throws IOException {
        assertSameRows(1);
    }

    private static void assertSameRows(int step) throws IOException {
        String[] texts = {"a", "b", " b", "b ", "b\u2003", "\u2003b", "ab", "ba", "", "ä", "7", "7.0", "\u00a0b"};
        double[] numbers = {0, -0.0, 7, 7.1, Double.NaN, Double.POSITIVE_INFINITY, -1e300, Double.MIN_VALUE};
        String[] operators = {"=", "!=", "<", "<=", ">", ">="};
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            List<Object[]> rows = new ArrayList<>();
            for (int group = 0; group < 6; group++) {
                // Few values of a group are what statistics tell from others.
                int kinds = 1 + random.nextInt(2);
                int firstText = random.nextInt(texts.length);
                int firstNumber = random.nextInt(numbers.length);
                for (int row = 0; row < ROWS_OF_GROUP; row++) {
                    double number = numbers[(firstNumber + random.nextInt(kinds)) % numbers.length];
                    String text = texts[(firstText + random.nextInt(kinds)) % texts.length];
                    Long whole = random.nextInt(30) == 0 ? null : random.nextLong(3) + (1L << 53) * (group % 2);
                    rows.add(new Object[] {random.nextDouble(), 1.0, whole, number, (float) number, text});
                }
            }
            byte[] file = bytes(rows);
            int tried = 0;
            for (String operator : operators) {
                for (String value : List.of("b", "7", "0", "7.1", "9007199254740993", "", "ä", "1e-320")) {
                    for (String column : List.of("n", "d", "f", "t")) {
                        String condition = column + operator + value;
                        if ((tried + tried++ / 4 + seed) % step == 0) {
                            assertSame(file, condition + ", seed=" + seed, condition);
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldNotLookAtGroupsThatAreLeftOut() throws IOException {
        byte[] file = bytes(sorted());
        byte[] damaged = file.clone();
        Arrays.fill(damaged, 4, 300, (byte) 0xff);
        InputException e = assertThrows(InputException.class, () -> read(damaged, CsvOptions.DEFAULT, true, "n>=5"));
        assertTrue(e.getMessage().contains("damaged Parquet"), e.getMessage());
        PointTable table = read(damaged, CsvOptions.DEFAULT, true, "n>=75").table();
        assertArrayEquals(
                IntStream.range(75, 80).toArray(),
                passing(table, "n>=75").stream().toArray());
        assertEquals("79", table.label(79));
        assertEquals(79.5, table.points().coordinate(79, 0));
    }

    /** The number of a row depends on the rows before it that are left out. */
    @Test
    void shouldReadAllWhereRowsMayBeLeftOut() throws IOException {
        List<Object[]> rows = sorted();
        rows.get(3)[0] = null;
        byte[] file = bytes(rows);
        CsvOptions skipping = new CsvOptions(',', '.', StandardCharsets.UTF_8, true, true, false);
        Read read = read(file, skipping, true, "n>=75");
        assertEquals(8, read.groups());
        assertEquals(79, read.table().points().size());
        assertEquals(
                80,
                read(file, CsvOptions.DEFAULT, true, "n>=75").table().points().size());
    }
}
