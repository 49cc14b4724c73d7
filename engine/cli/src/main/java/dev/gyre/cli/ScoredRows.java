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
 */
record ScoredRows(PointTable table, Points places, Scores scores) implements RowsRead {

    /** Separates the scores from the other columns of a file; messages name the file. */
    static ScoredRows of(PointTable table, String file) {
        return PointFile.inFile(file, () -> {
            PointTable apart = table.withNumbers();
            return new ScoredRows(table, apart.points(), Scores.wrap(apart.numbers()));
        });
    }

    @Override
    public String leftOut() {
        return table.leftOut();
    }
}
