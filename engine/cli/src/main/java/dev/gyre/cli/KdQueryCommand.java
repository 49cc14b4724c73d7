package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

    @Spec
    private CommandSpec spec;

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private InputOptions input;

    @Mixin
    private CoordinateOptions coordinates;

    @Option(names = "--k", paramLabel = "N", defaultValue = "5", description = "Neighbors per query (default: 5).")
    private int k;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "Largest distance of a neighbor, in the unit of the tree's metric (default: none).")
    private Double radius;

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
        if (k < 1) {
            throw Usage.error(spec, "--k must be 1 or more: k=" + k);
        }
        Usage.checkRadius(spec, radius);
        output.check(input.namesRows());
        output.checkApart(input.file(), treeOptions.file());
        new FileWork<PointTable, NeighborAnswer>(this::read, this::search).run(spec, engineOptions, output);
        return ExitCode.OK;
    }

    private PointTable read() {
        return points.read(ColumnRanges.ANY);
    }

    private NeighborAnswer search(Engine engine, PointTable queries) {
        Stopwatch watch = new Stopwatch();
        try (KdTree tree = treeOptions.loadKdTree(engine)) {
            Times load = Times.NONE.and("load", watch.lap());
            double limit = radius == null ? Double.POSITIVE_INFINITY : radius;
            Neighbors found = nearest(tree, queries, limit);
            return new NeighborAnswer(found, queries, Labels.of(tree.identifiers()), k, radius, load);
        }
    }

    private Neighbors nearest(KdTree tree, PointTable queries, double limit) {
        try {
            return ProgressDisplay.watch(
                    "kd query", output.isQuiet(), monitor -> tree.nearest(queries.points(), k, limit, monitor));
        } catch (IllegalArgumentException e) {
            throw InputException.of(points.name(), e.getMessage(), e);
        }
    }
}
