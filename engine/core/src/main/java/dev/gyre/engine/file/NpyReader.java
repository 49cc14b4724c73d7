package dev.gyre.engine.file;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Points;

/** Reads {@code .npy}: a {@linkplain NpyHeader header}, and the numbers of an array by rows or by columns. */
public final class NpyReader {

    /** Number of rows that are transposed together, so that the written rows stay in the cache. */
    private static final int TILE = 16;

    private final BinaryInput in;

    public NpyReader(BinaryInput in) {
        this.in = in;
    }

    public Points read(ColumnRanges ranges) {
        NpyHeader header = NpyHeader.read(in);
        in.bytes().order(header.order());
        long start = in.offset();
        boolean lengthKnown = in.length() != Content.UNKNOWN_LENGTH;
        if (lengthKnown && in.length() - start < header.bytes()) {
            throw truncated(header, start, in.length());
        }
        VectorBuilder vectors = new VectorBuilder(
                in, header.type(), header.dims(), ranges, lengthKnown ? (long) header.rows() * header.dims() : 0);
        if (header.columnMajor()) {
            for (int dim = 0; dim < header.dims(); dim++) {
                for (int row = 0; row < header.rows(); row++) {
                    take(vectors, header, start, row, dim);
                }
            }
        } else {
            for (int row = 0; row < header.rows(); row++) {
                for (int dim = 0; dim < header.dims(); dim++) {
                    take(vectors, header, start, row, dim);
                }
            }
        }
        if (!in.atEnd()) {
            throw in.problem("", in.offset(), "bytes after the last number: shape " + header.shape() + " ends here");
        }
        double[] read = vectors.toArray();
        return Points.wrap(header.columnMajor() ? transposed(read, header.rows(), header.dims()) : read, header.dims());
    }

    private void take(VectorBuilder vectors, NpyHeader header, long start, int row, int dim) {
        if (!in.has(header.type().bytes())) {
            throw truncated(header, start, in.offset() + in.remaining());
        }
        vectors.take(row, dim);
    }

    private InputException truncated(NpyHeader header, long start, long end) {
        return in.problem(
                "",
                end,
                "truncated: shape " + header.shape() + " takes " + header.bytes() + " bytes from byte " + start
                        + " on, and there are " + (end - start));
    }

    private static double[] transposed(double[] columns, int rows, int dims) {
        double[] transposed = new double[columns.length];
        for (int from = 0; from < rows; from += TILE) {
            int to = Math.min(rows, from + TILE);
            for (int dim = 0; dim < dims; dim++) {
                for (int row = from; row < to; row++) {
                    transposed[row * dims + dim] = columns[dim * rows + row];
                }
            }
        }
        return transposed;
    }
}
