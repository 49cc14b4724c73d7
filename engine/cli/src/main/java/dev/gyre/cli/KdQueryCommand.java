package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;

/** Finds the nearest points of a tree for every row of a file. */
final class KdQueryCommand extends Command {

    private final TreeOptions treeOptions = with(new TreeOptions("kd"));
    private final ColumnOptions columns = with(ColumnOptions.ofPoints());
    private final NeighborOptions wanted = with(new NeighborOptions());
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofNeighbors());

    private PointFile points;

    KdQueryCommand() {
        super(
                "query",
                "Finds the k nearest points of a tree for every row of a file, whose columns have the order of the columns of the "
                        + "tree.",
                POINT_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                        + "neighbor and distance. Neighbors have the identifiers that kd build stored, or else are rows of the "
                        + "tree's input, numbered from 0; --id names the queries, which are otherwise numbered too. Distances are in the unit of the tree's metric.");
    }

    @Override
    public Integer call() throws IOException {
        points = columns.check();
        wanted.check();
        output.check(columns.input.namesRows(), false);
        output.checkApartFrom(columns.input.file.get(), treeOptions.file());
        output.run(points::read, this::search);
        return ExitCode.OK;
    }

    private NeighborAnswer search(Engine engine, PointTable queries) {
        Stopwatch watch = new Stopwatch();
        try (KdTree tree = treeOptions.loadKdTree(engine)) {
            Times load = Times.of("load", watch.lap());
            Neighbors found = PointFile.inFile(
                    points.name(),
                    () -> ProgressDisplay.watch(
                            "kd query",
                            output.isQuiet(),
                            monitor -> tree.nearest(queries.points(), wanted.k(), wanted.limit(), monitor)));
            JoinedColumns joined = new JoinedColumns(queries, Labels.of(tree.identifiers()));
            return new NeighborAnswer(found, joined, wanted, load, false);
        }
    }
}
