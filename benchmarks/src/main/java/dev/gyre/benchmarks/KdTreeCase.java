package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.ResidentKdBuild;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;

/**
 * Points of the {@link KdTreeExperiment}.
 *
 * @param shape see {@link BenchmarkData#points}; rounded to float32
 * @param n number of points
 * @param dims number of dimensions
 */
record KdTreeCase(String shape, int n, int dims) {

    /** A check prepares a program of its own each time. */
    private static final int MOST_CHECKS = 2;

    static final String SORT = "sort";
    static final String ARRANGE = "arrange";
    static final String RESIDENT = "sort + arrange";

    /**
     * Times builds by one prepared program. All but the first run find compiled code; a step is the wall clock around its
     * phases, launches and waits included.
     *
     * @param engine where
     * @param workers threads of the host
     * @param runs how often, after a first run
     */
    StepTimes build(Engine engine, Workers workers, int runs) {
        Points points = BenchmarkData.floatPoints(shape, n, dims);
        StepTimes times = new StepTimes();
        int stride = Float32Frame.stride(n);
        ResidentKdBuild build = ResidentKdBuild.of(image(points, workers), stride, n, dims, engine.device());
        try (Execution execution = engine.prepare(new Program("kd-tree", build.phases()))) {
            int[] places = new int[1];
            for (int run = 0; run <= runs; run++) {
                // Equal to the image that the program has: it uploads the array that it was made with.
                long form = times.time("form", () -> image(points, workers));
                long load = times.time("load", () -> build.load(execution));
                int before = places[0];
                long sort = times.time(SORT, () -> places[0] = build.sort(execution, Progress.NONE));
                if (run > 0 && places[0] != before) {
                    throw new IllegalStateException(
                            "places must be the same in each run: " + before + ", " + places[0]);
                }
                long arrange = times.time(ARRANGE, () -> build.arrange(execution, Progress.NONE));
                long download = times.time("download", () -> build.download(execution));
                times.add(RESIDENT, sort + arrange);
                times.add("form to arrange", form + load + sort + arrange);
                times.add("form to download", form + load + sort + arrange + download);
            }
        }
        try (KdTree tree = engine.kdTree(points)) {
            for (int run = 0; run <= Math.min(runs, MOST_CHECKS); run++) {
                StructureReport report = tree.verify();
                if (!report.isSound()) {
                    throw new IllegalStateException("the tree is not sound: " + report.findings());
                }
                times.add("verify", report.deviceNanos());
                times.add("verify on the host", report.hostNanos());
            }
        }
        return times;
    }

    private static float[] image(Points points, Workers workers) {
        return new Float32Frame(points, points, Norm.EUCLIDEAN, workers).of(points);
    }

    /**
     * Times whole self-joins by way of a kd-tree. On a device each of them compiles: its time is a step of its own.
     *
     * @param engine where
     * @param k neighbors per point
     * @param runs how often, after a first run
     */
    StepTimes join(Engine engine, int k, int runs) {
        Points points = BenchmarkData.floatPoints(shape, n, dims);
        StepTimes times = new StepTimes();
        JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE);
        for (int run = 0; run <= runs; run++) {
            long start = System.nanoTime();
            ExecutionReport report = engine.knnSelfJoin(points, k, options).report();
            long wall = System.nanoTime() - start;
            times.add("prepare", report.prepareNanos());
            times.add("upload", report.deviceTiming().uploadNanos());
            times.add("compile", report.compileNanos());
            times.add("compute", report.deviceTiming().computeNanos());
            times.add("download", report.deviceTiming().downloadNanos());
            times.add("refine", report.refineNanos());
            times.add("without transfers", report.computeNanos());
            times.add("with transfers", report.computeNanos() + report.transferNanos());
            times.add("wall clock", wall);
        }
        try (KdTree tree = engine.kdTree(points)) {
            for (int run = 0; run <= runs; run++) {
                times.time("tree's search", () -> tree.nearestOthers(k, Monitor.NONE));
            }
        }
        return times;
    }
}
