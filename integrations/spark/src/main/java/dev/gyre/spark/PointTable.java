package dev.gyre.spark;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Points in a data set: a column of ids and a column for each coordinate.
 *
 * @param rows the data set
 * @param id name of the column of ids: byte, short, int, long, date, timestamp or string. Ids should differ: in a self-join a row is not
 *     a neighbor of rows that share its id
 * @param coordinates names of the columns of the coordinates, of any numeric type; they are read as {@code double}
 */
public record PointTable(Dataset<Row> rows, String id, List<String> coordinates) {

    /** Copies the list. */
    public PointTable {
        coordinates = List.copyOf(coordinates);
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
        return new PointTable(rows, id, List.of(coordinates));
    }
}
