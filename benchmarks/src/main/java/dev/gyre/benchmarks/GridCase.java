package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.DeviceShare;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridAxes;
import dev.gyre.engine.grid.GridBuild;
import dev.gyre.engine.grid.HybridRadius;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Points of the {@link GridExperiment}, and what is done with them. Methods over the same points have the same question. */
abstract class GridCase implements Case {

    static final List<String> TITLES = List.of(("operation,backend,shape,n,dims,wanted,method,first ns,runs,median ns,"
                    + "fastest ns,found,on device %,idle %,failed %")
            .split(","));

    static final String BUILD = "build";
    static final String RADIUS = "radius self-join";
    static final String NEAREST = "nearest self-join";

    final String operation;
    final String shape;
    final int n;
    final int dims;
    final int wanted;
    final String method;
    final Deque<Runnable> opened = new ArrayDeque<>();

    /** What the last run found and did. */
    private double found = Double.NaN;

    private double onDevice = Double.NaN;
    private double idle = Double.NaN;
    private double failed = Double.NaN;
    private Points points;

    private GridCase(String operation, String shape, int n, int dims, int wanted, String method) {
        this.operation = operation;
        this.shape = shape;
        this.n = n;
        this.dims = dims;
        this.wanted = wanted;
        this.method = method;
    }

    Points points() {
        if (points == null) {
            points = BenchmarkData.floatPoints(shape, n, dims);
        }
        return points;
    }

    /** The radius of so many matches of a point on average, by the distances of some points to all. */
    static double radius(Points points, int matches) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return HybridRadius.of(points, Norm.EUCLIDEAN, matches, HybridGridOptions.DEFAULT, workers);
        }
    }

    @Override
    public String series() {
        return toString();
    }

    @Override
    public List<String> timings() {
        return List.of(operation);
    }

    @Override
    public String question() {
        return operation + " of " + shape + ", n = " + n + ", dims = " + dims + ", wanted = " + wanted;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
        points = null;
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> of) {
        return of.values().stream()
                .map(runs -> Row.of(
                        TITLES,
                        List.of(
                                operation,
                                device,
                                shape,
                                n,
                                dims,
                                wanted,
                                method,
                                runs.early().get(0).nanos(),
                                runs.count(),
                                runs.median(),
                                runs.fastest(),
                                found,
                                onDevice,
                                idle,
                                failed)))
                .toList();
    }

    /** Notes what a join found, and how it was shared. */
    void note(long size, long nanos, ExecutionReport report) {
        found = (double) size / n;
        if (!report.shares().isEmpty()) {
            DeviceShare first = report.shares().get(0);
            onDevice = 100.0 * first.answered() / n;
            idle = 100.0
                    * report.shares().stream()
                            .mapToLong(DeviceShare::idleNanos)
                            .max()
                            .orElse(0)
                    / nanos;
            failed = 100.0 * report.exactFallbacks() / n;
        }
    }

    @Override
    public String toString() {
        return question() + ", " + method;
    }

    /** Builds by one prepared program, of points on the device; the axes are made beforehand. */
    static final class Build extends GridCase {

        Build(String shape, int n, int dims, int fill) {
            super(BUILD, shape, n, dims, fill, JoinMethod.GRID.name());
        }

        @Override
        public Supplier<Run> open(Engine engine, String timing) {
            Workers workers = new Workers(engine.settings().threads());
            opened.push(workers::close);
            GridAxes axes = GridAxes.of(points(), radius(points(), wanted), workers);
            GridBuild build = GridBuild.of(points(), axes, engine.device());
            Execution execution = engine.prepare(new Program("grid build", build.phases()));
            opened.push(execution::close);
            build.load(execution::run);
            return () -> new Run(Run.time(() -> build.build(axes, n, execution::run, Progress.NONE)));
        }
    }

    /** Joins within a radius, arrays in and out. */
    static final class Radius extends GridCase {

        private final JoinMethod by;

        Radius(String shape, int n, int dims, int matches, JoinMethod by) {
            super(RADIUS, shape, n, dims, matches, by.name());
            this.by = by;
        }

        @Override
        public Supplier<Run> open(Engine engine, String timing) {
            Points joined = points();
            double radius = radius(joined, wanted);
            JoinOptions options = JoinOptions.DEFAULT.withMethod(by);
            return () -> {
                Matches[] matches = new Matches[1];
                long nanos = Run.time(() -> matches[0] = engine.radiusSelfJoin(joined, radius, options));
                note(matches[0].size(), nanos, matches[0].report());
                return new Run(nanos, Map.of(), Run.UNKNOWN, (long) Arrays.hashCode(matches[0].toIdArray()));
            };
        }
    }

    /** Joins of nearest neighbors, arrays in and out; a hybrid one by so many threads of the device a point. */
    static final class Nearest extends GridCase {

        private final JoinMethod by;
        private final int threads;

        Nearest(String shape, int n, int dims, int k, JoinMethod by, int threads) {
            super(NEAREST, shape, n, dims, k, by.name() + (threads == 0 ? "" : " " + threads));
            this.by = by;
            this.threads = threads;
        }

        @Override
        public Supplier<Run> open(Engine engine, String timing) {
            Points joined = points();
            JoinOptions options = JoinOptions.DEFAULT.withMethod(by);
            HybridGridOptions hybrid = threads == 0 ? null : HybridGridOptions.DEFAULT.withThreadsPerPoint(threads);
            return () -> {
                Neighbors[] neighbors = new Neighbors[1];
                long nanos = Run.time(() -> neighbors[0] = hybrid == null
                        ? engine.knnSelfJoin(joined, wanted, options)
                        : engine.hybridGridSelfJoin(joined, wanted, options, hybrid));
                note((long) wanted * n, nanos, neighbors[0].report());
                return new Run(nanos, Map.of(), Run.UNKNOWN, (long) Arrays.hashCode(neighbors[0].toIdArray()));
            };
        }
    }
}
