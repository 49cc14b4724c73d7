package dev.gyre.engine.io;

import dev.gyre.engine.data.Matches;
import java.io.IOException;
import java.io.Writer;
import java.util.function.DoubleFunction;

/**
 * Writes the edges of a graph as a sparse matrix of distances, in the coordinate form of Matrix Market: text that SciPy, Julia, R and MATLAB
 * read. Rows and columns are numbered from 1. A symmetric matrix is written as its lower triangle. Edges may come part by part, so that there
 * may be more than memory holds.
 *
 * <p>For use by one thread.
 */
public final class MatrixMarket {

    private final Writer out;
    private final boolean symmetric;
    private final long entries;
    private final DoubleFunction<String> format;
    private long written;

    private MatrixMarket(Writer out, boolean symmetric, long entries, DoubleFunction<String> format) {
        this.out = out;
        this.symmetric = symmetric;
        this.entries = entries;
        this.format = format;
    }

    /**
     * Begins a file.
     *
     * @param out destination, which is not closed
     * @param rows number of rows, which is that of columns
     * @param edges number of edges of all parts; a symmetric matrix counts each way
     * @param symmetric whether all edges are there both ways, with equal distances
     * @param format makes the text of a distance
     * @return a writer of the parts
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the matrix is symmetric and the edges are odd
     */
    public static MatrixMarket begin(Writer out, int rows, long edges, boolean symmetric, DoubleFunction<String> format)
            throws IOException {
        if (symmetric && edges % 2 != 0) {
            throw new IllegalArgumentException("a symmetric matrix has each edge both ways: edges=" + edges);
        }
        long entries = symmetric ? edges / 2 : edges;
        out.write("%%MatrixMarket matrix coordinate real " + (symmetric ? "symmetric" : "general") + "\n");
        out.write(rows + " " + rows + " " + entries + "\n");
        return new MatrixMarket(out, symmetric, entries, format);
    }

    /**
     * Writes the edges of the next rows.
     *
     * @param first the first row
     * @param part their edges
     * @throws IOException if writing fails
     */
    public void write(int first, Matches part) throws IOException {
        for (int query = 0; query < part.queries(); query++) {
            int row = first + query;
            for (int rank = 0; rank < part.count(query); rank++) {
                int column = part.id(query, rank);
                if (!symmetric || column < row) {
                    out.write((row + 1L) + " " + (column + 1L) + " " + format.apply(part.distance(query, rank)) + "\n");
                    written++;
                }
            }
        }
    }

    /**
     * Completes the file.
     *
     * @throws IOException if writing fails
     * @throws IllegalStateException if there were more or fewer edges than announced
     */
    public void finish() throws IOException {
        if (written != entries) {
            throw new IllegalStateException("entries expected=" + entries + ", written=" + written);
        }
        out.flush();
    }
}
