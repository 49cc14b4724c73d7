package dev.gyre.cli.csv;

import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.IntStream;

/** Points of a file, with the names, identifiers and groups that the file gives them. Immutable. Read it with {@link PointReader}. */
public final class PointTable extends FileRows {

    private final Points points;
    private final List<String> columns;
    private final String system;

    /** A number for each row besides the points, or null. */
    private final double[] numbers;

    PointTable(FileRows rows, Points points, List<String> columns) {
        this(rows, points, columns, "", null);
    }

    private PointTable(FileRows rows, Points points, List<String> columns, String system, double[] numbers) {
        super(rows);
        this.points = points;
        this.columns = columns;
        this.system = system;
        this.numbers = numbers;
    }

    /** Returns this table with the name of its coordinate system. */
    PointTable in(String newSystem) {
        return new PointTable(this, points, columns, newSystem, numbers);
    }

    /** A table of points that come from no file and are known by their rows; columns are numbered from 0. */
    public static PointTable ofRows(Points points) {
        List<String> columns =
                IntStream.range(0, points.dims()).mapToObj(Integer::toString).toList();
        return new PointTable(new FileRows(null, List.of(), List.of(), KeptTexts.NONE, ""), points, columns);
    }

    /** Returns this table with other coordinates of as many rows. */
    public PointTable with(Points newPoints) {
        return new PointTable(this, newPoints, columns, system, numbers);
    }

    /** Returns this table with the last column apart from the points. */
    public PointTable withNumbers() {
        int dims = points.dims() - 1;
        double[] places = new double[points.size() * dims];
        double[] last = new double[points.size()];
        for (int row = 0; row < last.length; row++) {
            System.arraycopy(points.array(), row * points.dims(), places, row * dims, dims);
            last[row] = points.coordinate(row, dims);
        }
        return new PointTable(this, Points.wrap(places, dims), columns.subList(0, dims), system, last);
    }

    /** The numbers apart from the points; the array itself, null if there are none. */
    public double[] numbers() {
        return numbers;
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
