package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;
import java.util.Arrays;

/** Finds the points of a tree in windows, the rows of a file. */
final class KdWindowsCommand extends Command {

    private final TreeOptions treeOptions = with(new TreeOptions("kd"));
    private final ColumnOptions columns = with(ColumnOptions.ofWindows());
    private final MatchOptions matches = with(MatchOptions.ofTree());
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofMatches());

    private PointFile windows;

    KdWindowsCommand() {
        super(
                "windows",
                "Finds the points of a tree in every window of a file, its sides included. In a tree of the metric haversine, windows are "
                        + "west,south,east,north in degrees, and cross the 180th meridian where west is the larger one.",
                BOX_FILES);
        footer(
                "The answer is a table of the first windows or, with --output, CSV with the columns query and match, ascending by "
                        + "the row of the match, which may be larger than the memory. Matches have the identifiers that kd build "
                        + "stored, or else are rows of the tree's input, numbered from 0; --id names the windows, which are "
                        + "otherwise numbered too.");
    }

    @Override
    public Integer call() throws IOException {
        windows = columns.check();
        output.check(columns.input.namesRows(), matches.countOnly());
        output.checkApartFrom(columns.input.file.get(), treeOptions.file());
        output.run(windows::read, this::search);
        return ExitCode.OK;
    }

    private MatchAnswer search(Engine engine, PointTable table) {
        Stopwatch watch = new Stopwatch();
        KdTree tree = treeOptions.loadKdTree(engine);
        Times load = Times.of("load", watch.lap());
        Points bounds = table.points();
        int dims = tree.points().dims();
        if (bounds.dims() != 2 * dims) {
            throw InputException.of(
                    windows.name(),
                    "windows need the lower bounds of the tree's columns, then as many upper bounds: windows="
                            + bounds.dims() + ", columns of the tree=" + dims);
        }
        MatchSource source = MatchSource.of(
                tree, corners(bounds, 0, dims), corners(bounds, dims, dims), windows.name(), load, output.isQuiet());
        String where = tree.metric() == Metric.HAVERSINE ? "windows on the sphere" : "windows";
        return new MatchAnswer(
                source,
                table,
                Labels.of(tree.identifiers()),
                MatchAnswer.Sought.byQueries(where, Facts.of("predicate", "windows"), false),
                matches.kept(false));
    }

    private static Points corners(Points bounds, int first, int dims) {
        double[][] sides = new double[dims][bounds.size()];
        for (int dim = 0; dim < dims; dim++) {
            int column = first + dim;
            Arrays.setAll(sides[dim], row -> bounds.coordinate(row, column));
        }
        return Points.ofColumns(sides);
    }
}
