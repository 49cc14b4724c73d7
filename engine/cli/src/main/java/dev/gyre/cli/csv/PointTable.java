package dev.gyre.cli.csv;

import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Points of a file, with the names, identifiers and groups that the file gives them. Immutable.
 *
 * <p>Read it with {@link PointReader}.
 */
public final class PointTable implements RowsRead, Labels {

    private static final String ROW = "row";

    private final Points points;
    private final List<String> columns;
    private final String idColumn;
    private final List<String> ids;
    private final Groups groups;
    private final KeptRows kept;
    private final String leftOut;

    /** The ids, the groups and what was kept may be null. */
    PointTable(
            Points points,
            List<String> columns,
            String idColumn,
            List<String> ids,
            Groups groups,
            KeptRows kept,
            String leftOut) {
        this.points = points;
        this.columns = columns;
        this.idColumn = idColumn;
        this.ids = ids;
        this.groups = groups;
        this.kept = kept;
        this.leftOut = leftOut;
    }

    /**
     * A table of points that come from no file and are known by their rows.
     *
     * @param points the points
     * @return a table whose columns are numbered from 0
     */
    public static PointTable ofRows(Points points) {
        List<String> columns =
                IntStream.range(0, points.dims()).mapToObj(Integer::toString).toList();
        return new PointTable(points, columns, null, null, null, null, "");
    }

    /**
     * Returns this table with other coordinates of its rows.
     *
     * @param newPoints the same number of points
     * @return the table
     */
    public PointTable with(Points newPoints) {
        return new PointTable(newPoints, columns, idColumn, ids, groups, kept, leftOut);
    }

    /**
     * Returns the user's names of the points.
     *
     * @return the texts of the id column, or an empty list if none was asked for
     */
    @Override
    public List<String> identifiers() {
        return ids == null ? List.of() : ids;
    }

    /**
     * The points, in the order of the file.
     *
     * @return the points
     */
    public Points points() {
        return points;
    }

    /**
     * The names of the coordinates.
     *
     * @return a name for each dimension, immutable
     */
    public List<String> columns() {
        return columns;
    }

    /**
     * The kind of the labels.
     *
     * @return the name of the id column, or {@code row} if none was asked for
     */
    public String labelName() {
        return ids == null ? ROW : idColumn;
    }

    /** Returns the texts that were kept as they are, or null if none were asked for. */
    KeptRows kept() {
        return kept;
    }

    @Override
    public String[] keptColumns() {
        return kept == null ? new String[0] : kept.columns();
    }

    @Override
    public String[] keptCells(int row) {
        return kept == null ? new String[0] : kept.cells(row);
    }

    /**
     * The groups of the rows.
     *
     * @return the groups, or null if no group column was asked for
     */
    public Groups groups() {
        return groups;
    }

    @Override
    public String leftOut() {
        return leftOut;
    }
}
