package dev.gyre.cli.csv;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.CoordinateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    private final ColumnSelection selection;
    private final ColumnRanges ranges;
    private final String idColumn;
    private final String groupColumn;
    private final TextOrder[] orders;
    private final ColumnSelection kept;
    private final boolean boxes;
    private final String scoreColumn;

    private PointReader(
            CsvSource source, ColumnSelection selection, ColumnRanges ranges, RowTexts texts, boolean boxes) {
        this(
                source,
                selection,
                ranges,
                new RankingColumns(List.of(), Map.of(), texts.id(), null, texts.kept()),
                boxes,
                texts.score());
    }

    private PointReader(
            CsvSource source,
            ColumnSelection selection,
            ColumnRanges ranges,
            RankingColumns texts,
            boolean boxes,
            String scoreColumn) {
        this.boxes = boxes;
        this.scoreColumn = scoreColumn;
        this.source = source;
        this.selection = selection;
        this.ranges = ranges;
        this.idColumn = texts.id();
        this.groupColumn = texts.group();
        this.orders = texts.orders();
        this.kept = texts.kept();
    }

    /**
     * Reads points that are known by their rows.
     *
     * @param source the CSV text
     * @param columns the columns that make the coordinates, in this order; 1 or more, all different
     * @return the points
     * @throws InputException if the source cannot be read as points; names file, line and column
     * @throws IllegalArgumentException if no column is given, or one twice
     */
    public static PointTable read(CsvSource source, List<Column> columns) {
        return read(source, columns, null);
    }

    /**
     * Reads points with the user's identifiers.
     *
     * @param source the CSV text
     * @param columns the columns that make the coordinates, in this order; 1 or more, all different
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @return the points
     * @throws InputException if the source cannot be read as points; names file, line and column
     * @throws IllegalArgumentException if no column is given, or one twice
     */
    public static PointTable read(CsvSource source, List<Column> columns, String idColumn) {
        checkColumns(columns);
        ColumnSelection names =
                ColumnSelection.ofNames(columns.stream().map(Column::name).toList());
        List<Column> fixed = List.copyOf(columns);
        return new PointReader(source, names, asked -> fixed, RowTexts.ofId(idColumn), false).read();
    }

    /**
     * Reads points of columns that are selected from the header, such as all whose names fit a pattern.
     *
     * @param source the CSV text
     * @param selection the columns that make the coordinates
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @param ranges the numbers that the columns accept
     * @return the points
     * @throws InputException if the source cannot be read as points; names file, line and column
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    public static PointTable read(CsvSource source, ColumnSelection selection, String idColumn, ColumnRanges ranges) {
        return new PointReader(source, selection, ranges, RowTexts.ofId(idColumn), false).read();
    }

    /**
     * Reads boxes: rows of lower bounds, then as many upper bounds. No upper bound may be below its lower bound.
     *
     * @param source the CSV text
     * @param selection the columns of the bounds
     * @param idColumn the column of the identifiers, which are kept as they are; null for none
     * @param ranges the numbers that the columns accept
     * @return the boxes, as points of their bounds
     * @throws InputException if the source cannot be read as boxes; names file, line and column
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    public static PointTable readBoxes(
            CsvSource source, ColumnSelection selection, String idColumn, ColumnRanges ranges) {
        return new PointReader(source, selection, ranges, RowTexts.ofId(idColumn), true).read();
    }

    /**
     * What is read of a row besides its coordinates.
     *
     * @param id the column of the identifiers, or null
     * @param score a column of numbers that becomes the last coordinate, whatever the ranges; it may be one of the others; or null
     * @param kept columns whose texts are kept for the answer, or null
     */
    public record RowTexts(String id, String score, ColumnSelection kept) {

        /** Nothing. */
        public static final RowTexts NONE = new RowTexts(null, null, null);

        /** Identifiers alone. */
        static RowTexts ofId(String idOrNull) {
            return new RowTexts(idOrNull, null, null);
        }
    }

    /**
     * Reads points or boxes with all that an answer needs of their rows.
     *
     * @param source the CSV text
     * @param selection the columns of the coordinates or, for boxes, of lower bounds and then as many upper bounds
     * @param ranges the numbers that the columns accept
     * @param texts what is read besides
     * @param areBoxes whether the columns are bounds
     * @return the points; boxes as points of their bounds
     * @throws InputException if the source cannot be read; names file, line and column
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    public static PointTable read(
            CsvSource source, ColumnSelection selection, ColumnRanges ranges, RowTexts texts, boolean areBoxes) {
        return new PointReader(source, selection, ranges, texts, areBoxes).read();
    }

    /**
     * Reads rows to be ordered. The coordinates of a column of texts are the ranks of its texts.
     *
     * @param source the CSV text
     * @param columns the columns
     * @return the rows
     * @throws InputException if the source cannot be read; names file, line and column
     * @throws IllegalArgumentException if no column is given to order by, or one twice
     */
    public static PointTable read(CsvSource source, RankingColumns columns) {
        List<Column> keys = columns.keys().stream().map(Column::of).toList();
        checkColumns(keys);
        return new PointReader(source, ColumnSelection.ofNames(columns.keys()), asked -> keys, columns, false, null)
                .read();
    }

    private static void checkColumns(List<Column> columns) {
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("column \"" + column.name() + "\" is asked for twice");
            }
        }
    }

    private PointTable read() {
        PointRecordHandler handler = new PointRecordHandler();
        return handler.read(source, MAX_RECORD, (header, records) -> read(handler, header, records));
    }

    private PointTable read(PointRecordHandler handler, CsvHeader header, Iterator<PointRecordHandler> records) {
        List<Column> columns = selectColumns(header, handler);
        LeftOut leftOut = new LeftOut(source.name(), source.options());
        CoordinateBuffer coordinates = new CoordinateBuffer(source.name(), 0);
        List<String> ids = idColumn == null ? null : new ArrayList<>();
        Groups.Builder groups = groupColumn == null ? null : new Groups.Builder(groupColumn);
        Groups.Builder[] texts = texts(columns);
        KeptRows.Builder keptRows = kept == null ? null : new KeptRows.Builder(handler.keptNames());
        while (records.hasNext()) {
            records.next();
            if (!handler.isWhole() || handler.problem() != null) {
                leftOut.add(problem(header, handler), handler.lacksOnlyNumbers());
                continue;
            }
            coordinates.add(numbered(handler, texts));
            if (ids != null) {
                ids.add(handler.id());
            }
            if (groups != null) {
                groups.add(handler.group());
            }
            if (keptRows != null) {
                keptRows.add(handler.kept());
            }
        }
        double[] numbers = coordinates.toArray();
        Groups[] groupsOfTexts = Arrays.stream(texts)
                .map(text -> text == null ? null : text.build())
                .toArray(Groups[]::new);
        RankingColumns.rank(numbers, orders, groupsOfTexts);
        return new PointTable(
                Points.wrap(numbers, columns.size()),
                columns.stream().map(Column::name).toList(),
                idColumn,
                ids,
                groups == null ? null : groups.build(),
                keptRows == null ? null : keptRows.build(),
                leftOut.toString());
    }

    /** Returns a builder for each column of texts, null for one of numbers. */
    private Groups.Builder[] texts(List<Column> columns) {
        Groups.Builder[] texts = new Groups.Builder[orders.length];
        for (int dim = 0; dim < orders.length; dim++) {
            texts[dim] = orders[dim] == null
                    ? null
                    : new Groups.Builder(columns.get(dim).name());
        }
        return texts;
    }

    /** Returns the coordinates of a record. For a text it is the number of its group of equal texts, later replaced by a rank. */
    private static double[] numbered(PointRecordHandler handler, Groups.Builder... texts) {
        double[] coordinates = handler.coordinates();
        for (int dim = 0; dim < texts.length; dim++) {
            if (texts[dim] != null) {
                coordinates[dim] = texts[dim].add(handler.text(dim));
            }
        }
        return coordinates;
    }

    private List<Column> selectColumns(CsvHeader header, PointRecordHandler handler) {
        int idField = textField(header, idColumn);
        int groupField = textField(header, groupColumn);
        int[] places = selection.fields(header, idField);
        if (places.length < 1 || places.length > Points.MAX_DIMENSIONS) {
            throw header.problem("points need 1 to " + Points.MAX_DIMENSIONS + " columns: columns=" + places.length);
        }
        if (boxes && (places.length % 2 != 0 || places.length > 2 * Boxes.MAX_DIMENSIONS)) {
            throw header.problem("boxes need lower bounds, then as many upper bounds, of 1 to " + Boxes.MAX_DIMENSIONS
                    + " dimensions: columns=" + places.length);
        }
        List<Column> columns = new ArrayList<>(
                ranges.of(Arrays.stream(places).mapToObj(header::name).toList()));
        int[] fields = places;
        if (scoreColumn != null) {
            columns.add(Column.of(scoreColumn));
            fields = Arrays.copyOf(places, places.length + 1);
            fields[places.length] = header.field(scoreColumn);
        }
        handler.select(columns, fields, idField, groupField, source.options().decimal());
        if (boxes) {
            handler.takeBoxes(places.length);
        }
        handler.selectTexts(orders, kept == null ? new int[0] : kept.fields(header, RecordHandler.NO_FIELD));
        return columns;
    }

    private static int textField(CsvHeader header, String nameOrNull) {
        return nameOrNull == null ? RecordHandler.NO_FIELD : header.field(nameOrNull);
    }

    private InputException problem(CsvHeader header, PointRecordHandler handler) {
        if (!handler.isWhole()) {
            return handler.notWhole(source, header);
        }
        String help = handler.lacksOnlyNumbers() ? "; --missing skip leaves such rows out" : "";
        return InputException.atField(
                source.name(), handler.line(), handler.badColumn().name(), handler.problem() + help + header.hint());
    }
}
