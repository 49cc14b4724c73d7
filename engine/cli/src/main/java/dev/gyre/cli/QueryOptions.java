package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Options of the queries of a join, which may have their own file, and of what the answer keeps of rows and queries. */
final class QueryOptions extends Options {

    final Option<Path> file =
            file("--query", "The queries; - for standard input (default: the rows of --input themselves).");
    final Option<List<String>> columns =
            columns("--query-columns", "The columns of the queries' coordinates in CSV (default: those of --columns).");
    private final Option<PointFormat> format = choice(
            PointFile.FORMATS,
            "--query-format=FORMAT",
            "The format of the queries (default: by its extension, independent of --format).");
    private final Option<Character> delimiter = choice(
            CsvReading.SEPARATORS,
            "--query-delimiter=CHAR",
            "The character between fields of the queries in CSV (default: that of --delimiter).");
    final Option<String> id = text("--query-id=NAME", "A column that identifies the queries in the answer.");
    private final Option<List<String>> kept =
            columns("--query-keep", "Adds these columns of the queries to CSV, as left_NAME.");
    private final Option<List<String>> keptOfInput = columns(
            "--keep",
            "Adds these columns of --input to CSV, as right_NAME, and in a join of one file also as left_NAME, of "
                    + "the query; '*' stands for all, 'p*' and p0..p9 for several.");
    final Option<Boolean> leftJoin =
            flag("--left-join", "Adds a row to CSV for each query without a match, with empty fields for the match.");

    /** Refuses options of queries if there are none. */
    void check(InputOptions input) {
        if (!file.isGiven() && Stream.of(columns, id, kept, format, delimiter).anyMatch(Option::isGiven)) {
            throw error("--query-columns, --query-id, --query-keep, --query-delimiter and --query-format need --query");
        }
        checkReadOnce("--input", input.file.get(), "--query", file.get());
    }

    /** Refuses options that have no effect: only CSV has kept columns and unmatched rows. */
    void checkKept(Path output, boolean countsOnly, boolean pairsOnce) {
        boolean given = Stream.of(keptOfInput, kept, leftJoin).anyMatch(Option::isGiven);
        if (given && countsOnly) {
            throw error("--count-only excludes --keep, --query-keep and --left-join");
        }
        if (leftJoin.isGiven() && pairsOnce) {
            throw error("--pairs-once and --left-join exclude one another");
        }
        if (given && !OutputOptions.namesRecords(output)) {
            throw error("--keep, --query-keep and --left-join are for CSV, Parquet and Arrow: "
                    + (output == null ? "--output is missing" : "--output=" + output));
        }
    }

    /** Refuses options of rows where the answer has none. */
    void checkNothingKept(String why) {
        if (Stream.of(keptOfInput, kept, leftJoin, id).anyMatch(Option::isGiven)) {
            throw error("--keep, --query-keep, --query-id and --left-join are for rows: " + why);
        }
    }

    PointFile.Columns keptOfInput() {
        return PointFile.Columns.kept("--keep", keptOfInput.get());
    }

    /** Returns the queries; queries in CSV without their own columns have those of {@code others}. */
    PointFile rows(PointFile.Columns own, List<String> others, CsvOptions csv, PointFile.Beside beside) {
        PointFormat known = format.isGiven() ? format.get() : PointFormat.ofName(file.get());
        if (delimiter.isGiven() && known != PointFormat.CSV) {
            throw error("--query-delimiter is for CSV: --query=" + file.get());
        }
        boolean same = own.terms() == null && PointFile.hasNames(known);
        PointFile.Columns selected = same ? new PointFile.Columns(own.option(), others, own.areBounds()) : own;
        CsvOptions read = delimiter.isGiven() ? csv.withSeparator(delimiter.get()) : csv;
        PointFile.Texts texts =
                new PointFile.Texts(id.get(), PointFile.Columns.kept("--query-keep", kept.get()), beside);
        return PointFile.of(this, "--query-", file.get(), known, read, selected, texts);
    }
}
