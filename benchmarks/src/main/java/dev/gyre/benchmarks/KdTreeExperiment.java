package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The command {@code benchmarks/run kd-tree}: the steps of the build of a large kd-tree by one prepared program, and of whole
 * self-joins.
 */
final class KdTreeExperiment extends Experiment {

    static final String BUILD = "build";
    static final String SORT = "sort";
    static final String ARRANGE = "arrange";
    static final String RESIDENT = "sort + arrange";

    private static final String OPERATION = "operation";
    private static final String VERIFY = "verify";
    private static final String SEARCH = "tree's search";
    private static final int QUICK_SIZE = 3_000;

    private static final String LEGEND = """
            Milliseconds. Of a build: `load`: the copy of the points to the device, and keys of their coordinates. `sort`: order by super key, and removal of
            duplicates. `arrange`: the tree and its boxes. After `load to arrange` the tree is on the device. The first run compiles.

            Of a self-join: `prepare` and `refine` are on the host, `compute` is build and search on the device, where every join runs its phases for the first
            time. With and without transfers: neither has `compile`, which every join does anew on a device; the wall clock has all.
            """;

    /** A half of the experiment. */
    enum Half {
        /** Builds by one prepared program. */
        BUILD,
        /** Whole self-joins. */
        JOIN
    }

    private final Values<Half> only = choices(Half.class, "only", "BUILD,JOIN", "The halves to measure");
    private final Values<Integer> n =
            numbers("n", "16777216", "Points of a build").quick(QUICK_SIZE);
    private final Values<Integer> dims = numbers("dims", "4", "Dimensions of a build");
    private final Values<String> shapes =
            words("shape", "UNIFORM", "Points of a build: also EXPONENTIAL, CLUSTERED, …");
    private final Values<Integer> joinN =
            numbers("join-n", "2000000", "Points of a join").column("n").quick(QUICK_SIZE);
    private final Values<Integer> joinDims =
            numbers("join-dims", "2,4,6", "Dimensions of a join").column("dims");
    private final Values<String> joinShapes = words(
                    "join-shape",
                    "UNIFORM,EXPONENTIAL",
                    "Points of a join: also ONE_1E10, FILL, SPREAD, TWO_CLUSTERS, …")
            .column("shape");
    private final Values<Integer> k = numbers("k", "8", "Neighbors per point of a join");
    private final Case.Shared<Points> points = new Case.Shared<>();

    KdTreeExperiment() {
        super(
                "kd-tree",
                "Times the steps of builds of kd-trees and of self-joins; writes tables, and figures as CSV.",
                "operation,backend,shape,n,dims,k,step,first ns,runs,median ns,fastest ns",
                LEGEND);
        runs(5, 1);
    }

    @Override
    Map<String, String> facts() {
        Map<String, String> facts = super.facts();
        facts.put("Points", "rounded to float32, but for shapes with outliers");
        return facts;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        if (only.list().contains(Half.BUILD)) {
            combinations(shapes, n, dims).forEach(sizes -> cases.add(build(sizes)));
        }
        if (only.list().contains(Half.JOIN)) {
            combinations(joinShapes, joinN, joinDims, k).forEach(sizes -> cases.add(join(sizes)));
        }
        return cases;
    }

    Case build(Sizes sizes) {
        return new Case(Sizes.of("operation=build").and(sizes).with("k", 0), this::openBuild)
                .timing("", List.of(BUILD, VERIFY));
    }

    private Case join(Sizes sizes) {
        return new Case(Sizes.of("operation=self-join").and(sizes), this::openJoin).timing("", List.of("join", SEARCH));
    }

    private Points points(Sizes sizes) {
        return points.get(sizes.without(List.of("k", OPERATION)), () -> BenchmarkData.floatPoints(sizes));
    }

    private KdTree tree(Engine engine, Case of) {
        of.close();
        KdTree tree = engine.kdTree(points(of.sizes()));
        of.atEnd(tree::close);
        return tree;
    }

    /**
     * Builds by one prepared program. All but the first run find compiled code; a step is the wall clock around its phases,
     * launches and waits included. Then checks of the tree.
     */
    private Supplier<Run> openBuild(Engine engine, String timing, Case of) {
        if (timing.equals(VERIFY)) {
            KdTree tree = tree(engine, of);
            return () -> verify(tree);
        }
        Points all = points(of.sizes());
        Workers workers = new Workers(engine.settings().threads());
        of.atEnd(workers::close);
        KdBuild build = new KdBuild(all.size(), all.dims(), engine.device());
        Execution execution = engine.prepare(new Program("kd-tree", build.phases()));
        of.atEnd(execution::close);
        double[] coordinates = all.toRowMajor();
        return () -> build(coordinates, all.size(), workers, build, execution);
    }

    private static Run build(double[] coordinates, int n, Workers workers, KdBuild build, Execution execution) {
        Map<String, Long> steps = new LinkedHashMap<>();
        int[] places = new int[1];
        long load = Run.time(() -> {
            build.prepare(coordinates, n, workers);
            build.load(execution::run, Progress.NONE);
        });
        long sort = Run.time(() -> places[0] =
                build.sort(execution::run, workers, true, Progress.NONE).size());
        long arrange = Run.time(() -> build.arrange(execution::run, Progress.NONE));
        long download = Run.time(() -> build.download(execution::run));
        steps.put("load", load);
        steps.put(SORT, sort);
        steps.put(ARRANGE, arrange);
        steps.put("download", download);
        steps.put(RESIDENT, sort + arrange);
        steps.put("load to arrange", load + sort + arrange);
        long all = load + sort + arrange + download;
        steps.put("load to download", all);
        return new Run(all, steps, Map.of(), (long) places[0]);
    }

    private static Run verify(KdTree tree) {
        StructureReport report = tree.verify();
        if (!report.isSound()) {
            throw new IllegalStateException("the tree is not sound: " + report.findings());
        }
        Map<String, Long> steps = new LinkedHashMap<>();
        steps.put(VERIFY, report.deviceNanos());
        steps.put("verify on the host", report.hostNanos());
        return new Run(report.deviceNanos(), steps, Map.of(), null);
    }

    /** Whole self-joins by way of a kd-tree, and the same with a tree that is there. */
    private Supplier<Run> openJoin(Engine engine, String timing, Case of) {
        int neighbors = of.sizes().number("k");
        if (timing.equals(SEARCH)) {
            KdTree tree = tree(engine, of);
            return () -> search(() -> CallAnswer.of(tree.nearestOthers(neighbors, Monitor.NONE)));
        }
        Points joined = points(of.sizes());
        JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE);
        return () -> join(() -> CallAnswer.of(engine.knnSelfJoin(joined, neighbors, options)));
    }

    private static Run join(Supplier<CallAnswer> call) {
        ExecutionReport[] report = new ExecutionReport[1];
        Run run = Run.of(() -> {
            CallAnswer answer = call.get();
            report[0] = answer.report();
            return answer;
        });
        Map<String, Long> steps = new LinkedHashMap<>(run.parts());
        steps.put("without transfers", report[0].computeNanos());
        steps.put("with transfers", report[0].computeNanos() + report[0].transferNanos());
        steps.put("wall clock", run.nanos());
        return new Run(run.nanos(), steps, run.notes(), run.answer());
    }

    private static Run search(Supplier<CallAnswer> call) {
        Run run = Run.of(call);
        return new Run(run.nanos(), Map.of(SEARCH, run.nanos()), run.notes(), run.answer());
    }

    @Override
    List<Part> parts(List<Row> rows) {
        return tables(rows, OPERATION, some -> Table.ofSteps(some, "backend, shape, n, dims, k"));
    }
}
