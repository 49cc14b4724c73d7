package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.op.KdTree;
import java.io.IOException;

/** Builds a kd-tree in a file from the rows of a file. */
final class KdBuildCommand extends Command {

    private final ColumnOptions columns = with(ColumnOptions.ofPoints());
    private final MetricOptions metric = with(new MetricOptions(
            "The metric of searches: euclidean, squared-euclidean, manhattan, chebyshev, lp:P, cosine, or haversine "
                    + "for longitude and latitude in degrees (default: euclidean, with --demo haversine)."));
    private final Option<Duplicates> duplicates = choice(
                    Names.of(Duplicates.class),
                    "--duplicates=TREATMENT",
                    "Treatment of equal points: keep, drop all but the first, or refuse (default: keep).")
            .byDefault("keep");
    private final TreeOutputOptions output = with(new TreeOutputOptions());

    private PointFile points;

    KdBuildCommand() {
        super(
                "build",
                "Builds a kd-tree of the rows of a file, with at most 16 columns, and writes it to another file.",
                POINT_FILES);
        footer(
                "The tree stores the coordinates, and the identifiers of --id; without these, points are known by their rows, "
                        + "numbered from 0. Every device and machine can use its file.");
    }

    @Override
    public Integer call() throws IOException {
        points = columns.check();
        output.run(columns.input.file.get(), () -> points.read(metric(), this::tell), this::build);
        return ExitCode.OK;
    }

    private Metric metric() {
        return metric.metric(columns.input.isDemo());
    }

    private TreeOutputOptions.Built build(Engine engine, PointTable rows) {
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMetric(metric()).withDuplicates(duplicates.get());
        KdTree tree = PointFile.inFile(
                points.name(),
                () -> ProgressDisplay.watch(
                        "kd build",
                        output.isQuiet(),
                        monitor -> engine.kdTree(rows.points(), options.withMonitor(monitor))
                                .withIdentifiers(rows.identifiers())));
        int size = tree.points().size();
        return new TreeOutputOptions.Built(
                Numbers.counted(size, "point") + ", " + Numbers.counted(tree.places(), "place") + ", "
                        + Numbers.counted(tree.levels(), "level"),
                Facts.of("points", size).and("places", tree.places()).and("levels", tree.levels()),
                tree.report(),
                tree::write);
    }
}
