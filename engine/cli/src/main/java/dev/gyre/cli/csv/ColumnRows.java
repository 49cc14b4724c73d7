package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges.Column;
import java.util.List;

/** The rows of an open file whose columns have types: columns that were asked for, batch by batch. */
interface ColumnRows {

    /** Does something with the first rows of a batch. */
    @FunctionalInterface
    interface Batch {
        void of(int rows);
    }

    /** The names of all columns. */
    CsvHeader header();

    GeoColumns geo();

    /** Asks for a column of the header. */
    FileColumn column(int field);

    /** Asks for a column by name; null asks for nothing. */
    default FileColumn column(String nameOrNull) {
        return nameOrNull == null ? null : column(header().field(nameOrNull));
    }

    /** The number of rows that the file says it has; 0 if it does not say. */
    long size();

    /** Allows the rows to be left unread that do not pass some conditions. Comes before columns are asked for. */
    default void leaveOut(List<RowFilter> conditions) {}

    /**
     * Reads columns that were asked for, of numbers or one of points, at once.
     *
     * @return the coordinates; null if they must be read row by row
     */
    default double[] coordinatesOrNull(List<FileColumn> columns, List<Column> ranges) {
        return null;
    }

    /** Reads the columns that were asked for; of rows that are left unread, only counts them. */
    void forEach(Batch batch, Batch unread);
}
