package dev.gyre.spark;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Points in a data set: a column for each coordinate, or one column with all of them; perhaps a column of ids; and the columns that come
 * with each match.
 *
 * @param rows the data set
 * @param id name of the column of ids: byte, short, int, long, date, timestamp or string. Ids should differ: in a self-join a row is not
 *     a neighbor of rows that share its id. Null if there is none; self-joins and top-k joins need one
 * @param coordinates names of the columns of the coordinates, of any numeric type; they are read as {@code double}. Or the name of one
 *     column: an array or a struct of numbers, or a vector of Spark's machine learning
 * @param kept names of further columns, of any type, that come with each match
 */
public record PointTable(Dataset<Row> rows, String id, List<String> coordinates, List<String> kept) {

    /** Copies the lists. */
    public PointTable {
        coordinates = List.copyOf(coordinates);
        kept = List.copyOf(kept);
    }

    /**
     * Names the columns.
     *
     * @param rows the data set
     * @param id name of the column of ids
     * @param coordinates names of the columns of the coordinates
     * @return the points
     */
    public static PointTable of(Dataset<Row> rows, String id, String... coordinates) {
        return new PointTable(rows, id, List.of(coordinates), List.of());
    }

    /**
     * Names the coordinates of points without ids. All columns of the data set come with each match.
     *
     * @param rows the data set
     * @param coordinates names of the columns of the coordinates
     * @return the points
     */
    public static PointTable withoutIds(Dataset<Row> rows, String... coordinates) {
        return of(rows, null, coordinates).keepingAll();
    }

    /**
     * Returns these points with all columns of the data set but the ids, which come with each match anyway.
     *
     * @return new points
     */
    public PointTable keepingAll() {
        return keeping(BoxTable.columnsBut(id, rows));
    }

    /**
     * Returns these points with other columns that come with each match.
     *
     * @param columns names of the columns
     * @return new points
     */
    public PointTable keeping(String... columns) {
        return new PointTable(rows, id, coordinates, List.of(columns));
    }
}
