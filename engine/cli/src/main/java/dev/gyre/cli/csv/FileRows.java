package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of a file without their coordinates: their names, their groups, and what is kept of them for the answer. Immutable. */
public class FileRows implements Labels, RowsRead {

    /** Null if rows are known by their numbers. */
    private final String idColumn;

    private final List<String> identifiers;
    private final List<Groups> groups;
    private final KeptTexts kept;
    private final String leftOut;

    /** The id column may be null. */
    FileRows(String idColumn, List<String> identifiers, List<Groups> groups, KeptTexts kept, String leftOut) {
        this.idColumn = idColumn;
        this.identifiers = identifiers;
        this.groups = groups;
        this.kept = kept;
        this.leftOut = leftOut;
    }

    FileRows(FileRows rows) {
        this(rows, rows.kept);
    }

    FileRows(FileRows rows, KeptTexts kept) {
        this(rows.idColumn, rows.identifiers, rows.groups, kept, rows.leftOut);
    }

    /** The texts of the id column, or an empty list if none was asked for. */
    @Override
    public final List<String> identifiers() {
        return identifiers;
    }

    /** The name of the id column, or {@code row} if none was asked for. */
    public final String labelName() {
        return idColumn == null ? "row" : idColumn;
    }

    /** The groups of the rows by the first group column, or null if no group column was asked for. */
    public final Groups groups() {
        return groups.isEmpty() ? null : groups.get(0);
    }

    /** The groups of the rows by a column, or null if that was not asked for. */
    public final Groups groups(String column) {
        return groups.stream()
                .filter(some -> some.column().equals(column))
                .findFirst()
                .orElse(null);
    }

    /** What is kept of the rows. */
    public final KeptTexts kept() {
        return kept;
    }

    @Override
    public final String[] keptColumns() {
        return kept.columns().toArray(String[]::new);
    }

    @Override
    public final AnswerColumn[] keptColumns(String prefix) {
        List<String> names = kept.columns();
        return IntStream.range(0, names.size())
                .mapToObj(column -> AnswerColumn.of(prefix + names.get(column), () -> kept.type(column)))
                .toArray(AnswerColumn[]::new);
    }

    @Override
    public final Object[] keptValues(int row) {
        return kept.values(row);
    }

    @Override
    public final String[] keptCells(int row) {
        return kept.cells(row);
    }

    @Override
    public final String leftOut() {
        return leftOut;
    }

    /** Collects the texts of records, one after the other. */
    static final class Builder {

        private final String idColumn;
        private final CsvRecord.Text id;
        private final List<CsvRecord.Text> groupTexts;
        private final CsvRecord.Text[] kept;
        private final List<String> ids = new ArrayList<>();
        private final List<Groups.Builder> groups;
        private final KeptTexts.Builder keptTexts;
        private final LeftOut leftOut;

        /** Asks a record for the columns of texts; the first and the last may be null. */
        Builder(
                CsvRecord record,
                CsvSource source,
                String idColumn,
                List<String> groupColumns,
                ColumnSelection keptColumns) {
            this.idColumn = idColumn;
            id = record.text(idColumn);
            groupTexts = groupColumns.stream().map(record::text).toList();
            groups = groupColumns.stream().map(Groups.Builder::new).toList();
            CsvHeader header = record.header();
            int[] fields = keptColumns == null ? new int[0] : keptColumns.fields(header, CsvRecord.NO_FIELD);
            kept = Arrays.stream(fields).mapToObj(record::text).toArray(CsvRecord.Text[]::new);
            keptTexts = fields.length == 0
                    ? null
                    : new KeptTexts.Builder(
                            Arrays.stream(fields).mapToObj(header::name).toList());
            leftOut = new LeftOut(source.name(), source.options());
        }

        void add() {
            if (id != null) {
                ids.add(id.value());
            }
            for (int column = 0; column < groups.size(); column++) {
                groups.get(column).add(groupTexts.get(column).value());
            }
            if (keptTexts != null) {
                keptTexts.add(kept);
            }
        }

        /** Leaves out a row, or throws its problem if the options want every row. */
        void leaveOut(InputException problem, boolean onlyMissing) {
            leftOut.add(problem, onlyMissing);
        }

        FileRows build() {
            return new FileRows(
                    idColumn,
                    ids,
                    groups.stream().map(Groups.Builder::build).toList(),
                    keptTexts == null ? KeptTexts.NONE : keptTexts.build(),
                    leftOut.toString());
        }
    }
}
