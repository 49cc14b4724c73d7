package dev.gyre.cli.csv;

import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.IntStream;

/** Points of a file, with the names, identifiers and groups that the file gives them. Immutable. Read it with {@link PointReader}. */
public final class PointTable extends FileRows {

    private final Points points;
    private final List<String> columns;

    PointTable(FileRows rows, Points points, List<String> columns) {
        super(rows);
        this.points = points;
        this.columns = columns;
    }

    /** A table of points that come from no file and are known by their rows; columns are numbered from 0. */
    public static PointTable ofRows(Points points) {
        List<String> columns =
                IntStream.range(0, points.dims()).mapToObj(Integer::toString).toList();
        return new PointTable(new FileRows(null, List.of(), null, KeptTexts.NONE, ""), points, columns);
    }

    /** Returns this table with other coordinates of as many rows. */
    public PointTable with(Points newPoints) {
        return new PointTable(this, newPoints, columns);
    }

    /** The points, in the order of the file. */
    public Points points() {
        return points;
    }

    /** A name for each dimension. */
    public List<String> columns() {
        return columns;
    }
}
