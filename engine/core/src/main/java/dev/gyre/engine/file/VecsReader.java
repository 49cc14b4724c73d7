package dev.gyre.engine.file;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;

/** Reads {@code .fvecs}, {@code .bvecs} and {@code .ivecs}: for each vector its dimensions as {@code int32}, then its elements. */
public final class VecsReader {

    private final BinaryInput in;
    private final ElementType type;

    public VecsReader(BinaryInput in, ElementType type) {
        this.in = in;
        this.type = type;
    }

    public Points read(ColumnRanges ranges) {
        if (in.atEnd()) {
            throw InputException.of(in.name(), "empty; the first vector, which tells the dimensions, is missing");
        }
        int dims = readDims(0);
        if (!VectorBuilder.allows(dims)) {
            throw problem(0, "the number of dimensions must be in 1.." + Points.MAX_DIMENSIONS + ": dims=" + dims);
        }
        int bytes = dims * type.bytes();
        // If the length is not that of whole vectors, reading finds the incomplete row.
        long expected = in.length() == Content.UNKNOWN_LENGTH ? 0 : in.length() / (Integer.BYTES + bytes) * dims;
        VectorBuilder vectors = new VectorBuilder(in, type, dims, ranges, expected);
        takeRow(vectors, 0, dims);
        for (long row = 1; !in.atEnd(); row++) {
            int same = readDims(row);
            if (same != dims) {
                throw problem(
                        row, "all vectors must have the dimensions of the first: dims=" + same + ", first has " + dims);
            }
            takeRow(vectors, row, dims);
        }
        return Points.wrap(vectors.toArray(), dims);
    }

    private int readDims(long row) {
        if (!in.has(Integer.BYTES)) {
            throw in.problem(
                    place(row),
                    in.offset(),
                    "truncated: a vector starts with its dimensions in 4 bytes, and there are " + in.remaining());
        }
        return in.bytes().getInt();
    }

    private void takeRow(VectorBuilder vectors, long row, int dims) {
        int bytes = dims * type.bytes();
        if (!in.has(bytes)) {
            throw in.problem(
                    place(row),
                    in.offset(),
                    "truncated: dims=" + dims + " take " + bytes + " bytes, and there are " + in.remaining());
        }
        for (int dim = 0; dim < dims; dim++) {
            vectors.take(row, dim);
        }
    }

    private InputException problem(long row, String problem) {
        return in.problem(place(row), in.offset() - Integer.BYTES, problem);
    }

    private static String place(long row) {
        return "row " + row;
    }
}
