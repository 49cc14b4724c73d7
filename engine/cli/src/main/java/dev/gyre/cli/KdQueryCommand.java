package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Finds the nearest points of a tree for every row of a file. */
@Command(
        name = "query",
        description = {
            "Finds the k nearest points of a tree for every row of a file, whose columns have the order of the columns of the "
                    + "tree.",
            Usage.POINT_FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                    + "neighbor and distance. Neighbors have the identifiers that kd build stored, or else are rows of the "
                    + "tree's input, numbered from 0; --id names the queries, which are otherwise numbered too. Distances are in the unit of the tree's metric."
        })
final class KdQueryCommand implements Callable<Integer> {

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private InputOptions input;

    @Mixin
    private CoordinateOptions coordinates;

    @Mixin
    private NeighborOptions wanted;

    @Mixin
    private NeighborOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private PointFile points;

    @Override
    public Integer call() throws IOException {
        input.check();
        points = coordinates.points(input);
        input.checkFormats(points);
        wanted.check();
        output.check(input.namesRows(), false);
        output.checkApart(input.file(), treeOptions.file());
        output.run(engineOptions, () -> points.read(ColumnRanges.ANY), this::search);
        return ExitCode.OK;
    }

    private NeighborAnswer search(Engine engine, PointTable queries) {
        Stopwatch watch = new Stopwatch();
        try (KdTree tree = treeOptions.loadKdTree(engine)) {
            Times load = Times.NONE.and("load", watch.lap());
            Neighbors found = nearest(tree, queries);
            return new NeighborAnswer(
                    found, queries, Labels.of(tree.identifiers()), wanted.k(), wanted.radius(), load, false);
        }
    }

    private Neighbors nearest(KdTree tree, PointTable queries) {
        return Usage.inFile(
                points.name(),
                () -> ProgressDisplay.watch(
                        "kd query",
                        output.isQuiet(),
                        monitor -> tree.nearest(queries.points(), wanted.k(), wanted.limit(), monitor)));
    }
}
