package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;

/**
 * Rows whose last column has scores.
 *
 * @param table names the rows
 * @param places the other columns
 * @param scores the scores
 */
record ScoredRows(PointTable table, Points places, Scores scores) implements RowsRead {

    /** Separates the scores from the other columns of a file; messages name the file. */
    static ScoredRows of(PointTable table, String file) {
        Points all = table.points();
        int dims = all.dims() - 1;
        double[] places = new double[all.size() * dims];
        double[] scores = new double[all.size()];
        for (int row = 0; row < scores.length; row++) {
            System.arraycopy(all.array(), row * all.dims(), places, row * dims, dims);
            scores[row] = all.coordinate(row, dims);
        }
        return PointFile.inFile(file, () -> new ScoredRows(table, Points.wrap(places, dims), Scores.wrap(scores)));
    }

    @Override
    public String leftOut() {
        return table.leftOut();
    }
}
