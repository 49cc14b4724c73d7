package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.RTree;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the nearest boxes of a tree for every row of a file. */
@Command(
        name = "nearest",
        description = {
            "Finds the k nearest boxes of a tree for every row of a file, which is a box or a point. The distance of two boxes is "
                    + "that of their nearest points, 0 where they touch or overlap.",
            BoxOptions.FILES
        },
        footer = {
            "",
            "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                    + "neighbor and distance; equally near boxes are in the order of their rows. Neighbors have the identifiers "
                    + "that rtree build stored, or else are rows of the tree's input, numbered from 0; --id names the "
                    + "queries, which are otherwise numbered too."
        })
final class RTreeNearestCommand implements Callable<Integer> {

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private InputOptions input;

    @Mixin
    private BoxOptions columns;

    @Mixin
    private NeighborOptions wanted;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            defaultValue = "euclidean",
            converter = PredicateOptions.MetricName.class,
            completionCandidates = PredicateOptions.MetricName.class,
            description = "euclidean, squared-euclidean, manhattan or chebyshev (default: ${DEFAULT-VALUE}).")
    private Metric metric;

    @Mixin
    private NeighborOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private BoxFile boxes;

    @Override
    public Integer call() throws IOException {
        input.check();
        boxes = columns.boxes(input);
        input.checkFormats(boxes.file());
        wanted.check();
        output.check(input.namesRows(), false);
        output.checkApart(input.file(), treeOptions.file());
        output.run(engineOptions, boxes::read, this::search);
        return ExitCode.OK;
    }

    private NeighborAnswer search(Engine engine, BoxFile.Rows queries) {
        Stopwatch watch = new Stopwatch();
        try (RTree tree = treeOptions.loadRTree(engine, boxes.file().name(), queries.boxes())) {
            Times load = Times.NONE.and("load", watch.lap());
            Neighbors found = ProgressDisplay.watch(
                    "rtree nearest",
                    output.isQuiet(),
                    monitor -> tree.nearest(queries.boxes(), wanted.k(), wanted.limit(), metric, monitor));
            return new NeighborAnswer(
                    found, queries.table(), Labels.of(tree.identifiers()), wanted.k(), wanted.radius(), load, false);
        }
    }
}
