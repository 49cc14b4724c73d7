package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.MatrixMarket;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.Consumer;

/**
 * The edges of a graph, as a table, CSV and arrays as matches are, or as a matrix.
 *
 * @param edges the edges
 * @param rows number of rows of the graph
 * @param isSymmetric whether the graph has each edge both ways
 * @param isMatrix whether a matrix is written, instead of CSV
 */
record GraphAnswer(MatchAnswer edges, int rows, boolean isSymmetric, boolean isMatrix) implements Answer.OfVectors {

    @Override
    public void print(int shownRows, PrintWriter out) {
        edges.print(shownRows, out);
    }

    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        edges.records(monitor, records);
    }

    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        if (!isMatrix) {
            Answer.OfVectors.super.write(out, form, monitor);
            return;
        }
        MatrixMarket matrix = MatrixMarket.begin(out, rows, edges.size(), isSymmetric, form::distance);
        try {
            edges.handOut(monitor, (first, part) -> {
                try {
                    matrix.write(first, part);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        matrix.finish();
    }

    @Override
    public void writeVectors(Content content, PointFormat format, OutputStream out, Monitor monitor)
            throws IOException {
        edges.writeVectors(content, format, out, monitor);
    }

    @Override
    public Outcome outcome(long workNanos) {
        return edges.outcome(workNanos);
    }
}
