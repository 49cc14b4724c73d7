package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.RTree;
import java.io.IOException;

/** Finds the nearest boxes of a tree for every row of a file. */
final class RTreeNearestCommand extends Command {

    private final TreeOptions treeOptions = with(new TreeOptions("rtree"));
    private final ColumnOptions columns = with(ColumnOptions.ofBoxes(InputOptions.Demo.CITIES));
    private final NeighborOptions wanted = with(new NeighborOptions());
    private final Option<Metric> metric = choice(
                    Names.BOX_METRICS,
                    "--metric=METRIC",
                    "euclidean, squared-euclidean, manhattan or chebyshev (default: ${DEFAULT-VALUE}).")
            .byDefault("euclidean");
    private final OutputOptions<Answer.OfVectors> output = with(OutputOptions.ofNeighbors());

    private PointFile boxes;

    RTreeNearestCommand() {
        super(
                "nearest",
                "Finds the k nearest boxes of a tree for every row of a file, which is a box or a point. The distance of two boxes is "
                        + "that of their nearest points, 0 where they touch or overlap.",
                BOX_FILES);
        footer(
                "The answer is a table of the first queries or, with --output, CSV with the columns query, rank (from 1), "
                        + "neighbor and distance; equally near boxes are in the order of their rows. Neighbors have the identifiers "
                        + "that rtree build stored, or else are rows of the tree's input, numbered from 0; --id names the "
                        + "queries, which are otherwise numbered too.");
    }

    @Override
    public Integer call() throws IOException {
        boxes = columns.check();
        wanted.check();
        output.check(columns.input.namesRows(), false);
        output.checkApartFrom(columns.input.file.get(), treeOptions.file());
        output.run(boxes::readBoxes, this::search);
        return ExitCode.OK;
    }

    private NeighborAnswer search(Engine engine, PointFile.BoxRows queries) {
        Stopwatch watch = new Stopwatch();
        try (RTree tree = treeOptions.loadRTree(engine, boxes.name(), queries.boxes())) {
            Times load = Times.of("load", watch.lap());
            Neighbors found = ProgressDisplay.watch(
                    "rtree nearest",
                    output.isQuiet(),
                    monitor -> tree.nearest(queries.boxes(), wanted.k(), wanted.limit(), metric.get(), monitor));
            JoinedColumns joined = new JoinedColumns(queries.table(), Labels.of(tree.identifiers()));
            return new NeighborAnswer(found, joined, wanted, load, false);
        }
    }
}
