package dev.gyre.cli.csv;

import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.IntStream;

/** Points of a file, with the names, identifiers and groups that the file gives them. Immutable. Read it with {@link PointReader}. */
public final class PointTable extends FileRows {

    private final Points points;
    private final List<String> columns;
    private final String system;

    PointTable(FileRows rows, Points points, List<String> columns) {
        this(rows, points, columns, "");
    }

    private PointTable(FileRows rows, Points points, List<String> columns, String system) {
        super(rows);
        this.points = points;
        this.columns = columns;
        this.system = system;
    }

    /** Returns this table with the name of its coordinate system. */
    PointTable in(String newSystem) {
        return new PointTable(this, points, columns, newSystem);
    }

    /** A table of points that come from no file and are known by their rows; columns are numbered from 0. */
    public static PointTable ofRows(Points points) {
        List<String> columns =
                IntStream.range(0, points.dims()).mapToObj(Integer::toString).toList();
        return new PointTable(new FileRows(null, List.of(), null, KeptTexts.NONE, ""), points, columns);
    }

    /** Returns this table with other coordinates of as many rows. */
    public PointTable with(Points newPoints) {
        return new PointTable(this, newPoints, columns, system);
    }

    /** The points, in the order of the file. */
    public Points points() {
        return points;
    }

    /** The coordinate reference system, or an empty text if the file does not say. */
    public String system() {
        return system;
    }

    /** A name for each dimension. */
    public List<String> columns() {
        return columns;
    }
}
