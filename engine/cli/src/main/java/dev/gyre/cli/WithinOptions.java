package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowSource;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.op.RTree;
import java.nio.file.Path;
import java.util.List;

/** Options of the ranked range query: the best rows in each window, or within a distance of each point, of a second file. */
final class WithinOptions extends Options {

    private final Option<Path> file = file(
            "--within",
            "Finds the rows in each window of this file of CSV instead or, with --radius, near each of its points; "
                    + "for one --by column of numbers.");
    private final Option<List<String>> columns =
            columns("--columns", "With --within: the columns of the rows' coordinates (default: with --demo lon,lat).");
    private final Option<List<String>> withinColumns = columns(
            "--within-columns",
            "With --within: the columns of the lower bounds of the windows, then of as many upper bounds; with "
                    + "--radius, of the points (then default: those of --columns).");
    private final Option<Double> radius = number(
            "--radius=D", "With --within: the largest Euclidean distance of a row from a point, itself included.");

    boolean isGiven() {
        return file.isGiven();
    }

    /** Returns the file, or null. */
    Path file() {
        return file.get();
    }

    void check(InputOptions input) {
        if (!isGiven() && (columns.isGiven() || withinColumns.isGiven() || radius.isGiven())) {
            throw error("--columns, --within-columns and --radius need --within");
        }
        checkReadOnce("--input", input.file.get(), "--within", file.get());
        checkDistance("radius", radius.get());
    }

    /** Reads the rows, with their scores as the last column, and the windows or points. */
    Both<PointTable> read(InputOptions input, String score) {
        List<String> names = names("--columns", input.columns(columns));
        CsvColumns ofRows = CsvColumns.of(ColumnSelection.of(names), ColumnRanges.ANY)
                .withScore(score)
                .withTexts(input.idColumn(), ColumnSelection.ofNames(List.of(score)));
        PointTable rows = input.source().points(ofRows);
        boolean areWindows = !radius.isGiven();
        List<String> places =
                areWindows || withinColumns.isGiven() ? names("--within-columns", withinColumns.get()) : names;
        RowSource source = InputOptions.source(file.get(), input.csv());
        CsvColumns ofPlaces =
                CsvColumns.of(ColumnSelection.of(places), ColumnRanges.ANY).withBounds(areWindows);
        PointTable read = source.points(ofPlaces);
        int wanted = (rows.points().dims() - 1) * (areWindows ? 2 : 1);
        if (read.points().dims() != wanted) {
            throw new IllegalArgumentException(source.name() + " must have " + wanted + " columns of "
                    + (areWindows ? "bounds" : "coordinates") + ": columns="
                    + read.points().dims());
        }
        return new Both<>(rows, read);
    }

    /** Finds the k best rows of each window or point. */
    RankedRows find(Engine engine, ScoredRows rows, PointTable places, int k, boolean largest, boolean quiet) {
        Boxes queries = queries(places.points(), rows.places().dims());
        BoxPredicate predicate = radius.isGiven() ? BoxPredicate.withinDistance(radius.get()) : BoxPredicate.CONTAINS;
        return ProgressDisplay.watch("top", quiet, monitor -> {
            try (RTree tree = engine.rTree(Boxes.of(rows.places()))) {
                return tree.ranked(rows.scores(), !largest).top(queries, predicate, k, monitor);
            }
        });
    }

    private Boxes queries(Points places, int dims) {
        return PointFile.inFile(
                file.get().toString(), () -> radius.isGiven() ? Boxes.of(places) : Boxes.of(places.array(), dims));
    }
}
