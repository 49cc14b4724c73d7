package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuild;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Points of the {@link KdTreeExperiment}, rounded to float32, and what is done with them. */
abstract class KdTreeCase implements Case {

    static final List<String> TITLES =
            List.of("operation,backend,shape,n,dims,k,step,first ns,runs,median ns,fastest ns".split(","));

    static final String BUILD = "build";
    static final String JOIN = "self-join";
    static final String SORT = "sort";
    static final String ARRANGE = "arrange";
    static final String RESIDENT = "sort + arrange";
    private static final String VERIFY = "verify";
    private static final String SEARCH = "tree's search";

    final String operation;
    final String shape;
    final int n;
    final int dims;
    final int k;
    final Deque<Runnable> opened = new ArrayDeque<>();
    private Points points;

    private KdTreeCase(String operation, String shape, int n, int dims, int k) {
        this.operation = operation;
        this.shape = shape;
        this.n = n;
        this.dims = dims;
        this.k = k;
    }

    Points points() {
        if (points == null) {
            points = BenchmarkData.floatPoints(shape, n, dims);
        }
        return points;
    }

    KdTree tree(Engine engine) {
        close();
        KdTree tree = engine.kdTree(points());
        opened.push(tree::close);
        return tree;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }

    @Override
    public String series() {
        return toString();
    }

    /** A row for each step. */
    @Override
    public List<Row> rows(String device, Map<String, Runs> found) {
        List<Row> rows = new ArrayList<>();
        for (Runs runs : found.values()) {
            Map<String, Long> first = runs.early().get(0).parts();
            first.forEach((step, nanos) -> {
                List<Long> later = runs.part(step);
                rows.add(Row.of(
                        TITLES,
                        List.of(
                                operation,
                                device,
                                shape,
                                n,
                                dims,
                                k,
                                step,
                                nanos,
                                later.size(),
                                later.get(later.size() / 2),
                                later.get(0))));
            });
        }
        return rows;
    }

    @Override
    public String toString() {
        return operation + " of " + shape + ", n = " + n + ", dims = " + dims + (k == 0 ? "" : ", k = " + k);
    }

    /**
     * Builds by one prepared program. All but the first run find compiled code; a step is the wall clock around its phases,
     * launches and waits included. Then checks of the tree.
     */
    static final class Build extends KdTreeCase {

        Build(String shape, int n, int dims) {
            super(BUILD, shape, n, dims, 0);
        }

        @Override
        public List<String> timings() {
            return List.of(BUILD, VERIFY);
        }

        @Override
        public Supplier<Run> open(Engine engine, String timing) {
            if (timing.equals(VERIFY)) {
                KdTree tree = tree(engine);
                return () -> verify(tree);
            }
            Workers workers = new Workers(engine.settings().threads());
            opened.push(workers::close);
            KdBuild build = new KdBuild(n, dims, engine.device());
            Execution execution = engine.prepare(new Program("kd-tree", build.phases()));
            opened.push(execution::close);
            double[] coordinates = points().toRowMajor();
            return () -> build(coordinates, workers, build, execution);
        }

        private Run build(double[] coordinates, Workers workers, KdBuild build, Execution execution) {
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
            return new Run(all, steps, Run.UNKNOWN, (long) places[0]);
        }

        private static Run verify(KdTree tree) {
            StructureReport report = tree.verify();
            if (!report.isSound()) {
                throw new IllegalStateException("the tree is not sound: " + report.findings());
            }
            Map<String, Long> steps = new LinkedHashMap<>();
            steps.put(VERIFY, report.deviceNanos());
            steps.put("verify on the host", report.hostNanos());
            return new Run(report.deviceNanos(), steps, Run.UNKNOWN, null);
        }
    }

    /** Whole self-joins by way of a kd-tree, and the same with a tree that is there. */
    static final class Join extends KdTreeCase {

        Join(String shape, int n, int dims, int k) {
            super(JOIN, shape, n, dims, k);
        }

        @Override
        public List<String> timings() {
            return List.of(JOIN, SEARCH);
        }

        @Override
        public Supplier<Run> open(Engine engine, String timing) {
            if (timing.equals(SEARCH)) {
                KdTree tree = tree(engine);
                return () -> search(tree);
            }
            Points joined = points();
            JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE);
            return () -> join(engine, joined, options);
        }

        private Run join(Engine engine, Points joined, JoinOptions options) {
            Neighbors[] found = new Neighbors[1];
            long wall = Run.time(() -> found[0] = engine.knnSelfJoin(joined, k, options));
            ExecutionReport report = found[0].report();
            Map<String, Long> steps = CallAnswer.parts(report);
            steps.put("without transfers", report.computeNanos());
            steps.put("with transfers", report.computeNanos() + report.transferNanos());
            steps.put("wall clock", wall);
            return new Run(wall, steps, report.device().id(), answer(found[0]));
        }

        private Run search(KdTree tree) {
            Neighbors[] found = new Neighbors[1];
            long nanos = Run.time(() -> found[0] = tree.nearestOthers(k, Monitor.NONE));
            return new Run(nanos, Map.of(SEARCH, nanos), Run.UNKNOWN, answer(found[0]));
        }

        private static long answer(Neighbors found) {
            return Arrays.hashCode(found.toIdArray());
        }
    }
}
