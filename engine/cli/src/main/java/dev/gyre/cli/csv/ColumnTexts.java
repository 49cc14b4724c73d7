package dev.gyre.cli.csv;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.locationtech.jts.io.ParseException;

/** Collects names, groups and kept cells of rows of a file whose columns have types, one after the other. */
final class ColumnTexts {

    private final String idColumn;
    private final FileColumn id;
    private final TypedColumn ids;
    private final List<FileColumn> groupColumns;
    private final List<Groups.Builder> groups;
    private final FileColumn[] kept;
    private final TypedColumn[] cells;
    private final boolean[] areGeometries;
    private final LeftOut leftOut;

    /** Asks rows for the columns of texts; the first and the last may be null. */
    ColumnTexts(
            ColumnRows rows,
            RowSource source,
            CsvOptions options,
            String idColumn,
            List<String> groupNames,
            ColumnSelection keptColumns) {
        this.idColumn = idColumn;
        id = rows.column(idColumn);
        ids = id == null ? null : new TypedColumn(id.type());
        groupColumns = groupNames.stream().map(rows::column).toList();
        groups = groupNames.stream().map(Groups.Builder::new).toList();
        int[] fields = keptColumns == null ? new int[0] : keptColumns.fields(rows.header(), CsvRecord.NO_FIELD);
        kept = Arrays.stream(fields).mapToObj(rows::column).toArray(FileColumn[]::new);
        cells = Arrays.stream(kept)
                .map(column -> new TypedColumn(column.type()))
                .toArray(TypedColumn[]::new);
        areGeometries = new boolean[kept.length];
        for (int column = 0; column < kept.length; column++) {
            GeoColumns.GeoColumn geo = rows.geo().column(kept[column].name());
            areGeometries[column] =
                    kept[column].areBytes() && geo != null && geo.encoding().equals(GeoColumns.WHOLE);
        }
        leftOut = new LeftOut(source.name(), options);
    }

    /** Adds a row of the batch. */
    void add(int row) {
        if (id != null) {
            ids.append(id.cell(row));
        }
        for (int column = 0; column < groups.size(); column++) {
            groups.get(column).add(Objects.toString(groupColumns.get(column).cell(row), ""));
        }
        for (int column = 0; column < kept.length; column++) {
            cells[column].append(
                    areGeometries[column] && !kept[column].isNull(row)
                            ? wkt(kept[column], row)
                            : kept[column].cell(row));
        }
    }

    private static String wkt(FileColumn column, int row) {
        try {
            return column.geometry(row).toText();
        } catch (ParseException e) {
            return (String) column.cell(row);
        }
    }

    /** Adds rows that are not read, whose groups have texts that do not pass the conditions on them. */
    void addUnread(int rows, List<RowFilter> conditions) {
        List<String> failing = groupColumns.stream()
                .map(column -> conditions.stream()
                        .filter(condition -> condition.column().equals(column.name()))
                        .map(RowFilter::failing)
                        .findFirst()
                        .orElse(""))
                .toList();
        for (int row = 0; row < rows; row++) {
            if (id != null) {
                ids.append(null);
            }
            for (int column = 0; column < groups.size(); column++) {
                groups.get(column).add(failing.get(column));
            }
            for (TypedColumn column : cells) {
                column.append(null);
            }
        }
    }

    /** Returns whether nothing is collected. */
    boolean areNone() {
        return id == null && groups.isEmpty() && kept.length == 0;
    }

    LeftOut leftOut() {
        return leftOut;
    }

    FileRows build() {
        List<String> names = Arrays.stream(kept).map(FileColumn::name).toList();
        return new FileRows(
                idColumn,
                id == null ? List.of() : ids,
                groups.stream().map(Groups.Builder::build).toList(),
                kept.length == 0
                        ? KeptTexts.NONE
                        : new KeptTexts.OfTypes(
                                names,
                                IntStream.range(0, cells.length)
                                        .mapToObj(column -> cells[column])
                                        .toList()),
                leftOut.toString());
    }
}
