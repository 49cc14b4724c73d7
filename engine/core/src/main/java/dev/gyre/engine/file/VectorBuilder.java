package dev.gyre.engine.file;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.Points;
import java.util.List;
import java.util.stream.IntStream;

/** Reads and checks the coordinates of a file of vectors, one by one in the order of the file. */
final class VectorBuilder {

    private final BinaryInput in;
    private final ElementType type;
    private final List<Column> columns;
    private final CoordinateBuffer coordinates;

    /**
     * Makes a builder for vectors of a number of dimensions.
     *
     * @param expected number of all coordinates if the file's length confirms it, else 0
     */
    VectorBuilder(BinaryInput in, ElementType type, int dims, ColumnRanges ranges, long expected) {
        this.in = in;
        this.type = type;
        this.columns =
                ranges.of(IntStream.range(0, dims).mapToObj(Integer::toString).toList());
        this.coordinates = new CoordinateBuffer(in.name(), expected);
    }

    /** Reads the next number of the input, which must have been loaded. */
    void take(long row, int dim) {
        double value = type.decode(in.bytes());
        if (!columns.get(dim).takes(value)) {
            throw in.problem(
                    "row " + row + ", column " + dim, in.offset() - type.bytes(), describe(value, columns.get(dim)));
        }
        coordinates.add(value);
    }

    /** Returns all coordinates in the order of the file. No more can be read afterwards. */
    double[] toArray() {
        return coordinates.toArray();
    }

    /** Returns whether a file may have this number of dimensions, to check before anything is allocated. */
    static boolean allows(long dims) {
        return dims >= 1 && dims <= Points.MAX_DIMENSIONS;
    }

    private String describe(double value, Column column) {
        if (Double.isNaN(value)) {
            return type.describeNan(in.bytes(), in.bytes().position() - type.bytes());
        }
        return Double.isInfinite(value) ? "not a finite number: " + value : "must be " + column.range() + ": " + value;
    }
}
