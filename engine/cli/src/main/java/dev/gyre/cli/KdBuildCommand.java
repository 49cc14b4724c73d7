package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds a tree in a file from the rows of a file. */
@Command(
        name = "build",
        description = {
            "Builds a kd-tree of the rows of a file, with at most 16 columns, and writes it to another file.",
            Usage.POINT_FILES
        },
        footer = {
            "",
            "The tree stores the coordinates, and the identifiers of --id; without these, points are known by their rows, "
                    + "numbered from 0. Every device and machine can use its file."
        })
final class KdBuildCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Mixin
    private CoordinateOptions coordinates;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            converter = JoinInput.MetricName.class,
            completionCandidates = JoinInput.MetricName.class,
            description =
                    "The metric of searches: euclidean, squared-euclidean, manhattan, chebyshev, lp:P, cosine, or haversine "
                            + "for longitude and latitude in degrees (default: euclidean, with --demo haversine).")
    private Metric metric;

    @Option(
            names = "--duplicates",
            paramLabel = "TREATMENT",
            converter = DuplicatesName.class,
            completionCandidates = DuplicatesName.class,
            defaultValue = "keep",
            description = "Treatment of equal points: keep, drop all but the first, or refuse (default: keep).")
    private Duplicates duplicates;

    @Mixin
    private TreeOutputOptions output;

    @Mixin
    private EngineOptions engineOptions;

    private PointFile points;

    /** The treatments of duplicates by name. */
    static final class DuplicatesName extends ConstantName<Duplicates> {
        DuplicatesName() {
            super(Duplicates.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (input.isDemo()) {
            metric = metric == null ? Metric.HAVERSINE : metric;
        }
        metric = metric == null ? Metric.EUCLIDEAN : metric;
        points = coordinates.points(input);
        input.checkFormats(points);
        output.run(engineOptions, input.file(), this::read, this::build);
        return ExitCode.OK;
    }

    private PointTable read() {
        PointTable read = points.read(metric);
        Usage.checkOrder(spec, points.name(), read.columns(), metric);
        return read;
    }

    private TreeOutputOptions.Built build(Engine engine, PointTable rows) {
        KdTreeOptions options = KdTreeOptions.DEFAULT.withMetric(metric).withDuplicates(duplicates);
        return Usage.inFile(
                points.name(),
                () -> ProgressDisplay.watch(
                        "kd build", output.isQuiet(), monitor -> build(engine, rows, options.withMonitor(monitor))));
    }

    private static TreeOutputOptions.Built build(Engine engine, PointTable rows, KdTreeOptions options) {
        KdTree tree = engine.kdTree(rows.points(), options).withIdentifiers(rows.identifiers());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("points", tree.points().size());
        facts.put("places", tree.places());
        facts.put("levels", tree.levels());
        String summary = Numbers.counted(tree.points().size(), "point") + ", " + Numbers.counted(tree.places(), "place")
                + ", " + Numbers.counted(tree.levels(), "level");
        return new TreeOutputOptions.Built(summary, facts, tree.report(), tree::write);
    }
}
