package dev.gyre.cli;

import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;

/** Options of the columns of files that the answer of a join has besides its own. */
final class KeepOptions extends Options {

    private final Option<List<String>> columns = columns(
            "--keep",
            "Adds these columns of --input to CSV, as right_NAME, and in a join of one file also as left_NAME, of "
                    + "the query; '*' stands for all, 'p*' and p0..p9 for several.");
    final Option<Boolean> leftJoin =
            flag("--left-join", "Adds a row to CSV for each query without a match, with empty fields for the match.");

    PointFile.Columns ofInput() {
        return PointFile.Columns.kept("--keep", columns.get());
    }

    /** Refuses options that have no effect: only CSV has kept columns and unmatched rows. */
    void check(QueryOptions query, Path output, boolean countsOnly, boolean pairsOnce) {
        boolean given = columns.isGiven() || leftJoin.isGiven() || query.keeps();
        if (given && countsOnly) {
            throw error("--count-only excludes --keep, --query-keep and --left-join");
        }
        if (leftJoin.isGiven() && pairsOnce) {
            throw error("--pairs-once and --left-join exclude one another");
        }
        if (given && (output == null || PointFormat.ofName(output) != PointFormat.CSV)) {
            throw error("--keep, --query-keep and --left-join are for CSV: "
                    + (output == null ? "--output is missing" : "--output=" + output));
        }
    }
}
