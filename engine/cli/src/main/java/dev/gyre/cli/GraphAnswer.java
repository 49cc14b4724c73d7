package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.MatrixMarket;
import java.io.IOException;
import java.io.Writer;

/** The edges of a graph, as matches are or, instead of CSV, as a matrix. */
final class GraphAnswer extends MatchAnswer {

    private final int rows;
    private final boolean isSymmetric;
    private final boolean isMatrix;

    /** The edges of the rows of a table; a symmetric graph has each both ways. */
    GraphAnswer(MatchSource edges, PointTable table, Sought sought, boolean isSymmetric, boolean isMatrix) {
        super(edges, table, table, sought, MatchSource.Kept.all(false, false));
        rows = table.points().size();
        this.isSymmetric = isSymmetric;
        this.isMatrix = isMatrix;
    }

    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        if (!isMatrix) {
            super.write(out, form, monitor);
            return;
        }
        MatrixMarket matrix = MatrixMarket.begin(out, rows, size(), isSymmetric, form::distance);
        writeParts(matrix::write, monitor);
        matrix.finish();
    }
}
