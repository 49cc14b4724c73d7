package dev.gyre.cli.csv;

/** A file of rows with names for its columns. */
public interface RowSource {

    /** The name for messages: the file as the user wrote it. */
    String name();

    /**
     * Reads points, or boxes as points of their bounds.
     *
     * @throws dev.gyre.engine.data.InputException if the source cannot be read; names file, place and column
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    PointTable points(CsvColumns columns);

    /**
     * Reads geometries of a column.
     *
     * @param column the column; null for that which the file names
     * @param identifier the column of the identifiers, or null
     * @param kept the columns to keep, or null
     * @throws dev.gyre.engine.data.InputException if the source cannot be read; names file, place and column
     */
    GeometryTable geometries(String column, String identifier, ColumnSelection kept);
}
