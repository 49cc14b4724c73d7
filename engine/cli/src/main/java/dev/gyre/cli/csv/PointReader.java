package dev.gyre.cli.csv;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.CoordinateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads points from CSV with a header: fields separated by commas or the character of {@link CsvOptions}, quoted with {@code "}, in UTF-8
 * with or without a byte-order mark. Columns are chosen by name; spaces around names and numbers are ignored, and so are empty lines.
 * Rows that {@link CsvOptions} leaves out have no number: the others are numbered without them.
 *
 * <p>Memory: 8 bytes per coordinate, twice while reading, the texts of the id column, and for a group column 4 bytes per row
 * and the texts that differ.
 */
public final class PointReader {

    /** Most characters of a record. */
    private static final int MAX_RECORD = 1 << 24;

    private final CsvSource source;
    private final CsvColumns wanted;
    private final CsvRecord record;
    private final List<Column> columns;
    private final double[] numbers;

    /** For each column of texts the text, and the groups of equal ones; else null. */
    private final CsvRecord.Text[] texts;

    private final Groups.Builder[] groups;

    private PointReader(CsvSource source, CsvColumns wanted, CsvRecord record) {
        this.source = source;
        this.wanted = wanted;
        this.record = record;
        int[] fields = fields();
        columns = columns(fields);
        numbers = new double[columns.size()];
        texts = new CsvRecord.Text[numbers.length];
        groups = new Groups.Builder[numbers.length];
        for (int dim = 0; dim < numbers.length; dim++) {
            Column column = columns.get(dim);
            int field = dim < fields.length ? fields[dim] : record.header().field(wanted.score());
            TextOrder order = wanted.orders().get(column.name());
            if (order == null) {
                record.number(field, column, numbers, dim);
            } else {
                texts[dim] = record.text(field, column, order);
                groups[dim] = new Groups.Builder(column.name());
            }
        }
    }

    /**
     * Reads points, or boxes as points of their bounds.
     *
     * @throws InputException if the source cannot be read; names file, line and column
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    public static PointTable read(CsvSource source, CsvColumns columns) {
        return CsvRecord.read(
                source, MAX_RECORD, (record, records) -> new PointReader(source, columns, record).read(records));
    }

    private int[] fields() {
        CsvHeader header = record.header();
        int[] fields =
                wanted.numbers().fields(header, wanted.id() == null ? CsvRecord.NO_FIELD : header.field(wanted.id()));
        checkFields(header, wanted, fields);
        return fields;
    }

    /** Refuses a number of columns that points or boxes do not have. */
    static void checkFields(CsvHeader header, CsvColumns wanted, int... fields) {
        if (fields.length < 1 || fields.length > Points.MAX_DIMENSIONS) {
            throw header.problem("points need 1 to " + Points.MAX_DIMENSIONS + " columns: columns=" + fields.length);
        }
        if (wanted.areBounds() && (fields.length % 2 != 0 || fields.length > 2 * Boxes.MAX_DIMENSIONS)) {
            throw header.problem("boxes need lower bounds, then as many upper bounds, of 1 to " + Boxes.MAX_DIMENSIONS
                    + " dimensions: columns=" + fields.length);
        }
    }

    private List<Column> columns(int... fields) {
        List<String> names =
                Arrays.stream(fields).mapToObj(record.header()::name).toList();
        List<Column> all = new ArrayList<>(wanted.ranges().of(names));
        if (wanted.score() != null) {
            all.add(Column.of(wanted.score()));
        }
        return all;
    }

    private PointTable read(Iterator<CsvRecord> records) {
        FileRows.Builder rows = new FileRows.Builder(record, source, wanted.id(), wanted.groups(), wanted.kept());
        CoordinateBuffer coordinates = new CoordinateBuffer(source.name(), 0);
        while (records.hasNext()) {
            records.next();
            if (wanted.areBounds() && record.fits()) {
                checkBounds();
            }
            if (!record.fits()) {
                rows.leaveOut(record.problem(), record.lacksOnlyNumbers());
                continue;
            }
            numberTexts();
            coordinates.add(numbers);
            rows.add();
        }
        double[] all = coordinates.toArray();
        rankTexts(all);
        List<String> names = columns.stream().map(Column::name).toList();
        return new PointTable(rows.build(), Points.wrap(all, numbers.length), names);
    }

    private void checkBounds() {
        int dims = columns.size() / 2;
        for (int dim = 0; dim < dims && record.fits(); dim++) {
            double lower = numbers[dim];
            double upper = numbers[dims + dim];
            if (lower > upper) {
                record.refuse(
                        columns.get(dims + dim), boundsProblem(columns.get(dim).name(), lower, upper));
            }
        }
    }

    static String boundsProblem(String lowerColumn, double lower, double upper) {
        return "must not be below the lower bound, column \"" + lowerColumn + "\": lower=" + lower + ", upper=" + upper;
    }

    /** Sets the coordinates of texts to the numbers of their groups of equal texts, later replaced by ranks. */
    private void numberTexts() {
        for (int dim = 0; dim < texts.length; dim++) {
            if (texts[dim] != null) {
                numbers[dim] = groups[dim].add(texts[dim].value());
            }
        }
    }

    private void rankTexts(double... coordinates) {
        for (int dim = 0; dim < texts.length; dim++) {
            if (texts[dim] != null) {
                rank(
                        coordinates,
                        dim,
                        texts.length,
                        wanted.orders().get(columns.get(dim).name()),
                        groups[dim]);
            }
        }
    }

    /** Replaces the numbers of groups of equal texts in a column of coordinates by the ranks of the texts. */
    static void rank(double[] coordinates, int dim, int dims, TextOrder order, Groups.Builder groups) {
        double[] ranks = order.ranks(groups.build().names());
        IntStream.range(0, coordinates.length / dims).parallel().forEach(row -> {
            int at = row * dims + dim;
            coordinates[at] = ranks[(int) coordinates[at]];
        });
    }
}
