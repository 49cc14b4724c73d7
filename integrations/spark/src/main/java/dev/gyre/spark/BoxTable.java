package dev.gyre.spark;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Boxes in a data set: a column of ids, and columns for the lower and the upper bounds in each dimension.
 *
 * @param rows the data set
 * @param id name of the column of ids, as in {@link PointTable}
 * @param lower names of the columns of the lower bounds
 * @param upper names of the columns of the upper bounds, one for each lower bound
 */
public record BoxTable(Dataset<Row> rows, String id, List<String> lower, List<String> upper) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if they differ in length
     */
    public BoxTable {
        lower = List.copyOf(lower);
        upper = List.copyOf(upper);
        if (lower.size() != upper.size()) {
            throw new IllegalArgumentException(
                    "boxes need as many lower as upper bounds: lower=" + lower + ", upper=" + upper);
        }
    }
}
