package dev.gyre.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Boxes in a data set: columns for the lower and the upper bounds in each dimension, perhaps a column of ids, and the columns that come with
 * each match.
 *
 * @param rows the data set
 * @param id name of the column of ids, as in {@link PointTable}
 * @param lower names of the columns of the lower bounds
 * @param upper names of the columns of the upper bounds, one for each lower bound
 * @param kept names of further columns, of any type, that come with each match
 */
public record BoxTable(Dataset<Row> rows, String id, List<String> lower, List<String> upper, List<String> kept) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if they differ in length
     */
    public BoxTable {
        kept = List.copyOf(kept);
        lower = List.copyOf(lower);
        upper = List.copyOf(upper);
        if (lower.size() != upper.size()) {
            throw new IllegalArgumentException(
                    "boxes need as many lower as upper bounds: lower=" + lower + ", upper=" + upper);
        }
    }

    /**
     * Names the columns.
     *
     * @param rows the data set
     * @param id name of the column of ids, or null
     * @param lower names of the columns of the lower bounds
     * @param upper names of the columns of the upper bounds
     * @throws IllegalArgumentException if they differ in length
     */
    public BoxTable(Dataset<Row> rows, String id, List<String> lower, List<String> upper) {
        this(rows, id, lower, upper, List.of());
    }

    /**
     * Returns these boxes with all columns of the data set but the ids, which come with each match anyway.
     *
     * @return new boxes
     */
    public BoxTable keepingAll() {
        return new BoxTable(rows, id, lower, upper, List.of(columnsBut(id, rows)));
    }

    static String[] columnsBut(String id, Dataset<Row> rows) {
        return Arrays.stream(rows.columns()).filter(name -> !name.equals(id)).toArray(String[]::new);
    }
}
