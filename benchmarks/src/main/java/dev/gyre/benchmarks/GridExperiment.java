package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridAxes;
import dev.gyre.engine.grid.GridBuild;
import dev.gyre.engine.grid.HybridRadius;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The command {@code benchmarks/run grid}: builds of grids on a device, joins within a radius by grid and by tree, and joins of nearest neighbors by tree, grid
 * and both ({@link JoinMethod#HYBRID_GRID}) by threads of the device a point, over the datasets of Gowanlock (2021).
 */
final class GridExperiment extends Experiment {

    /** A part of the experiment. */
    enum Half {
        /** Builds on the device. */
        BUILD("build"),
        /** Joins within a radius. */
        RADIUS("radius self-join"),
        /** Joins of nearest neighbors. */
        NEAREST("nearest self-join");

        private final String title;

        Half(String title) {
            this.title = title;
        }
    }

    private static final String METHOD = "method";
    private static final String OPERATION = "operation";
    private static final String WANTED = "wanted";
    private static final String LEGEND = """
            Milliseconds of the wall clock. `wanted`: points within the width of a cell of a build, matches within the radius, neighbors; `found`: what a point has, on average. A
            build is of points that are on the device, and leaves the grid there. `HYBRID_GRID` with its threads a point: `on device %`, the queries that the device answered;
            `idle %`, the longest time from a side's last answer to the end, of the whole call; `failed %`, queries that came back from the device. The joins include the builds.
            """;

    private final Values<Half> only = choices(Half.class, "only", "BUILD,RADIUS,NEAREST", "The parts to measure");
    private final Values<Integer> n = numbers("n", "2000000", "Points").quick(2_000);
    private final Values<Integer> dims = numbers("dims", "2,4,6", "Dimensions");
    private final Values<String> shapes = words("shape", "UNIFORM,EXPONENTIAL", "Points: also CLUSTERED, …");
    private final Values<Integer> k = numbers("k", "1,8,32,128", "Neighbors").column(WANTED);
    private final Values<Integer> matches = numbers("matches", "2,20", "Matches within the radius of a point, about")
            .column(WANTED);
    private final Values<Integer> threads = numbers("threads-per-point", "1,8,16,32", "Threads of the device a point");
    private final Case.Shared<Points> points = new Case.Shared<>();

    GridExperiment() {
        super(
                "grid",
                "Times builds of grids, and self-joins by grids, trees and both together.",
                "operation,backend,shape,n,dims,wanted,method,first ns,runs,median ns,fastest ns,found,on device %,idle %,"
                        + "failed %",
                LEGEND);
        runs(3, 1);
    }

    @Override
    void check() {
        require(
                threads.list().stream().allMatch(each -> 32 % each == 0),
                "threads per point must divide 32: " + threads.list());
    }

    @Override
    Map<String, String> facts() {
        Map<String, String> facts = super.facts();
        facts.put("Points", "rounded to float32");
        return facts;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (Sizes sizes : combinations(shapes, n, dims)) {
            matches.list().forEach(wanted -> add(cases, Half.BUILD, sizes.with(WANTED, wanted), JoinMethod.GRID, 0));
            for (int wanted : matches.list()) {
                add(cases, Half.RADIUS, sizes.with(WANTED, wanted), JoinMethod.KD_TREE, 0);
                add(cases, Half.RADIUS, sizes.with(WANTED, wanted), JoinMethod.GRID, 0);
            }
            for (int wanted : k.list()) {
                Sizes nearest = sizes.with(WANTED, wanted);
                add(cases, Half.NEAREST, nearest, JoinMethod.KD_TREE, 0);
                add(cases, Half.NEAREST, nearest, JoinMethod.GRID, 0);
                threads.list().forEach(each -> add(cases, Half.NEAREST, nearest, JoinMethod.HYBRID_GRID, each));
            }
        }
        return cases;
    }

    private void add(List<Case> cases, Half part, Sizes sizes, JoinMethod by, int threadsPerPoint) {
        if (only.list().contains(part)) {
            Sizes all = Sizes.of("operation=" + part.title)
                    .and(sizes)
                    .with(METHOD, by + (threadsPerPoint == 0 ? "" : " " + threadsPerPoint));
            Case.Work work = switch (part) {
                case BUILD -> (engine, timing, of) -> build(engine, of);
                case RADIUS -> (engine, timing, of) -> radius(engine, by, of);
                case NEAREST -> (engine, timing, of) -> nearest(engine, by, threadsPerPoint, of);
            };
            cases.add(new Case(all, work).comparedBy(METHOD));
        }
    }

    private Points points(Case of) {
        Sizes sizes = of.sizes().without(List.of(OPERATION, METHOD, WANTED));
        return points.get(sizes, () -> BenchmarkData.floatPoints(sizes));
    }

    /** The radius of so many matches of a point on average, by the distances of some points to all. */
    private double radius(Case of) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return HybridRadius.of(
                    points(of), Norm.EUCLIDEAN, of.sizes().number(WANTED), HybridGridOptions.DEFAULT, workers);
        }
    }

    /** Builds by one prepared program, of points on the device; the axes are made beforehand. */
    private Supplier<Run> build(Engine engine, Case of) {
        Points all = points(of);
        Workers workers = new Workers(engine.settings().threads());
        of.atEnd(workers::close);
        GridAxes axes = GridAxes.of(all, radius(of), workers);
        GridBuild build = GridBuild.of(all, axes, engine.device());
        Execution execution = engine.prepare(new Program("grid build", build.phases()));
        of.atEnd(execution::close);
        build.load(execution::run);
        return () -> new Run(Run.time(() -> build.build(axes, all.size(), execution::run, Progress.NONE)));
    }

    /** Joins within a radius, arrays in and out. */
    private Supplier<Run> radius(Engine engine, JoinMethod by, Case of) {
        Points joined = points(of);
        double radius = radius(of);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(by);
        return () -> Run.of(() -> CallAnswer.of(engine.radiusSelfJoin(joined, radius, options)));
    }

    /** Joins of nearest neighbors, arrays in and out; a hybrid one by so many threads of the device a point. */
    private Supplier<Run> nearest(Engine engine, JoinMethod by, int threadsPerPoint, Case of) {
        Points joined = points(of);
        int wanted = of.sizes().number(WANTED);
        JoinOptions options = JoinOptions.DEFAULT.withMethod(by);
        if (threadsPerPoint == 0) {
            return () -> Run.of(() -> CallAnswer.of(engine.knnSelfJoin(joined, wanted, options)));
        }
        HybridGridOptions hybrid = HybridGridOptions.DEFAULT.withThreadsPerPoint(threadsPerPoint);
        return () -> Run.of(() -> CallAnswer.of(engine.hybridGridSelfJoin(joined, wanted, options, hybrid)));
    }

    @Override
    List<Part> parts(List<Row> rows) {
        Table<Row> table =
                Table.ofRows("backend, shape, n, dims, wanted, method, first ms, median ms, fastest ms, found, "
                        + "on device %, idle %, failed %");
        return tables(rows, OPERATION, table::of);
    }
}
