package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointReader.RowTexts;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.op.RTree;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the ranked range query: the best rows in each window, or within a distance of each point, of a second file. */
final class WithinOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--within",
            paramLabel = "FILE",
            description =
                    "Finds the rows in each window of this file of CSV instead or, with --radius, near each of its points; "
                            + "for one --by column of numbers.")
    private Path file;

    @Option(
            names = "--columns",
            paramLabel = "NAME[,NAME]...",
            description = "With --within: the columns of the rows' coordinates (default: with --demo lon,lat).")
    private List<String> columns;

    @Option(
            names = "--within-columns",
            paramLabel = "NAME[,NAME]...",
            description =
                    "With --within: the columns of the lower bounds of the windows, then of as many upper bounds; with "
                            + "--radius, of the points (then default: those of --columns).")
    private List<String> withinColumns;

    @Option(
            names = "--radius",
            paramLabel = "D",
            description = "With --within: the largest Euclidean distance of a row from a point, itself included.")
    private Double radius;

    boolean isGiven() {
        return file != null;
    }

    /** Returns the file, or null. */
    Path file() {
        return file;
    }

    void check(SourceOptions input) {
        if (file == null && (columns != null || withinColumns != null || radius != null)) {
            throw Usage.error(spec, "--columns, --within-columns and --radius need --within");
        }
        Usage.checkReadOnce(spec, "--input", input.file(), "--within", file);
        Usage.checkDistance(spec, "radius", radius);
    }

    /** Reads the rows, with their scores as the last column, and the windows or points. */
    Both<PointTable> read(SourceOptions input, String score) {
        List<String> names = Usage.columns(
                spec,
                "--columns",
                columns == null && input.isDemo() ? input.demo().columns() : columns);
        RowTexts texts = new RowTexts(input.idColumn(), score, ColumnSelection.ofNames(List.of(score)));
        PointTable rows = PointReader.read(input.source(), ColumnSelection.of(names), ColumnRanges.ANY, texts, false);
        List<String> places = radius != null && withinColumns == null
                ? names
                : Usage.columns(spec, "--within-columns", withinColumns);
        CsvSource source = SourceOptions.source(file, input.csv());
        PointTable read = radius == null
                ? PointReader.readBoxes(source, ColumnSelection.of(places), null, ColumnRanges.ANY)
                : PointReader.read(source, ColumnSelection.of(places), null, ColumnRanges.ANY);
        int wanted = (rows.points().dims() - 1) * (radius == null ? 2 : 1);
        if (read.points().dims() != wanted) {
            throw new IllegalArgumentException(source.name() + " must have " + wanted + " columns of "
                    + (radius == null ? "bounds" : "coordinates") + ": columns="
                    + read.points().dims());
        }
        return new Both<>(rows, read);
    }

    /** Finds the k best rows of each window or point. */
    RankedRows find(Engine engine, ScoredRows rows, PointTable places, int k, boolean largest, boolean quiet) {
        Boxes queries = queries(places.points(), rows.places().dims());
        BoxPredicate predicate = radius == null ? BoxPredicate.CONTAINS : BoxPredicate.withinDistance(radius);
        return ProgressDisplay.watch("top", quiet, monitor -> {
            try (RTree tree = engine.rTree(Boxes.of(rows.places()))) {
                return tree.ranked(rows.scores(), !largest).top(queries, predicate, k, monitor);
            }
        });
    }

    private Boxes queries(Points places, int dims) {
        return Usage.inFile(file.toString(), () -> radius == null ? Boxes.of(places.array(), dims) : Boxes.of(places));
    }
}
