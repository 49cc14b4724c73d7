package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/** Finds clusters of rows. */
final class ClusterCommand extends Command {

    private static final double DEMO_KILOMETRES = 20;
    private static final int DEMO_MIN_POINTS = 40;
    private static final int COLUMNS_OF_PLOT = 2;

    private final PointInput input = with(new PointInput(
            "--input to CSV",
            new MetricOptions(
                    "euclidean, squared-euclidean, manhattan or chebyshev in the columns' own unit;",
                    "haversine for longitude and latitude in degrees: kilometres;",
                    "cosine: 1 less the cosine of the angle (default: euclidean, with --demo haversine).")));
    private final Option<Method> method = choice(
                    Names.of(Method.class),
                    "--method=METHOD",
                    "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
            .byDefault("dbscan");
    private final Option<Double> eps = number(
            "--eps=E",
            "dbscan: the largest distance of rows that are near each other, itself included, in the unit of the metric "
                    + "(default: with --demo 20).");
    private final Option<Integer> minPoints = integer(
            "--min-points=N",
            "dbscan: a row is in the core of a cluster if so many rows are near it, itself included "
                    + "(default: 5, with --demo 40); hdbscan: the core distance of a row is that to so many of the nearest, itself "
                    + "included (default: that of --min-cluster-size).");
    private final HierarchyOptions hierarchy = with(new HierarchyOptions());
    private final Option<Boolean> explain = flag("--explain", "Prints where the work runs, and why.");
    private final Option<Path> plot = file(
            "--plot", "A picture to write, .png: the rows by two columns, noise in gray, each cluster in a color.");
    private final OutputOptions<Answer> output = with(OutputOptions.ofCsv());

    /** How clusters are found. */
    private enum Method {
        DBSCAN,
        HDBSCAN
    }

    ClusterCommand() {
        super(
                "cluster",
                "Finds clusters of rows that are near each other, of any shape, and the noise around them.",
                POINT_FILES);
        footer(
                "The answer is a table of the largest clusters with the number of their rows, their center (the mean of the columns) and "
                        + "the --id of the row nearest to it or, with --output, CSV with a row for each row of the input, in its order: "
                        + "the --id column or row (from 0), cluster (from 0, -1 for noise) and, of dbscan, core (1 or 0), or, of hdbscan, "
                        + "probability and outlier_score. Clusters are numbered by their first row in the file, of dbscan by their first core row.");
    }

    @Override
    public Integer call() throws IOException {
        input.check(output);
        checkNumbers();
        output.check("CSV", false);
        if (!isHierarchy()) {
            output.checkNoPrecision();
        }
        if (input.isAnyKept() && output.output() == null) {
            throw error("--keep is for CSV: --output is missing");
        }
        output.checkApartFrom(input.file());
        if (!plot.isGiven()) {
            run(null);
            return ExitCode.OK;
        }
        checkPlot();
        ShutdownGuard.use(() -> open(() -> OutputFile.create(plot.get())), this::run);
        return ExitCode.OK;
    }

    private boolean isHierarchy() {
        return method.get() == Method.HDBSCAN;
    }

    private void checkNumbers() {
        checkLeast("min-points", 1, minPoints.get());
        if (isHierarchy()) {
            if (eps.isGiven()) {
                throw error("--eps is for dbscan; hdbscan takes all distances at once: --eps=" + eps.get());
            }
            hierarchy.check();
            return;
        }
        if (hierarchy.areGiven()) {
            throw error("--min-cluster-size, --selection, --epsilon and --allow-single-cluster need --method=hdbscan");
        }
        if (eps() == null) {
            throw error("--eps is missing");
        }
        checkDistance("eps", eps());
    }

    private void checkPlot() {
        if (!plot.get().toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
            throw error("--plot must end in .png: --plot=" + plot.get());
        }
        checkApart(plot.get(), input.file());
        if (output.namesFile()
                && output.output()
                        .toAbsolutePath()
                        .normalize()
                        .equals(plot.get().toAbsolutePath().normalize())) {
            throw error("--output and --plot must be two files: " + plot.get());
        }
    }

    private Double eps() {
        return eps.get() == null && input.isDemo() ? Double.valueOf(DEMO_KILOMETRES) : eps.get();
    }

    private int minPoints() {
        return minPoints.or(input.isDemo() ? DEMO_MIN_POINTS : 5);
    }

    private void run(OutputFile picture) throws IOException {
        output.run(this::read, (engine, table) -> {
            ClusterAnswer answer = answer(engine, table);
            if (picture != null) {
                draw(answer, picture);
            }
            return answer;
        });
    }

    private PointTable read() {
        PointTable table = input.readUnscaled();
        int dims = table.points().dims();
        if (plot.isGiven() && dims != COLUMNS_OF_PLOT) {
            throw error("--plot draws two columns: columns=" + dims);
        }
        return table;
    }

    private ClusterAnswer answer(Engine engine, PointTable table) {
        Points points = input.scaled(table).points();
        Facts asked = Facts.of("rows", points.size())
                .and("method", Names.nameOf(method.get()))
                .and("metric", input.metric().name());
        return ProgressDisplay.watch(
                "cluster",
                output.isQuiet(),
                monitor -> isHierarchy()
                        ? byHierarchy(engine, table, points, asked, monitor)
                        : byDensity(engine, table, points, asked, monitor));
    }

    private ClusterAnswer byDensity(Engine engine, PointTable table, Points points, Facts asked, Monitor monitor) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(input.metric()).withMonitor(monitor);
        if (explain.isGiven()) {
            tell(engine.explainDbscan(points, minPoints(), options));
        }
        Clusters found = engine.dbscan(points, eps(), minPoints(), options);
        String words = "eps=" + eps() + ", min-points=" + minPoints();
        asked.and("eps", eps()).and("min_points", minPoints());
        return new ClusterAnswer(table, found, ClusterAnswer.Columns.of(found), input.metric(), words, asked);
    }

    private ClusterAnswer byHierarchy(Engine engine, PointTable table, Points points, Facts asked, Monitor monitor) {
        HdbscanOptions options = hierarchy.options(input.isDemo(), minPoints.get(), input.metric(), monitor);
        if (explain.isGiven()) {
            int nearest = Math.clamp(options.minPoints(), 1, Math.max(1, points.size()));
            tell(engine.explainSpanningTree(points, nearest, JoinOptions.DEFAULT.withMetric(input.metric())));
        }
        Hierarchy found = engine.hdbscan(points, options);
        String words = "min-cluster-size=" + options.minClusterSize() + ", min-points=" + options.minPoints();
        asked.and(HierarchyOptions.facts(options));
        return new ClusterAnswer(
                table, found.toClusters(), ClusterAnswer.Columns.of(found), input.metric(), words, asked);
    }

    private void draw(ClusterAnswer answer, OutputFile picture) {
        try {
            ProgressDisplay.watch("plot", true, monitor -> {
                ClusterPlot.write(answer.table().points(), answer.clusters(), picture.stream());
                return null;
            });
            picture.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(OutputFiles.notWritten(plot.get(), e));
        }
    }
}
