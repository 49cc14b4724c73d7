package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.DeviceShare;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.TopKFloats;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A join or a selection of one size for the {@link TogetherExperiment}: arrays in, arrays out, each time of points that no device has. */
final class TogetherCase implements Case {

    static final List<String> TITLES = List.of(
            "work,data,n,dims,k,device,runs,first ns,second ns,median ns,fastest ns,slowest ns,ran on,devices,idle %"
                    .split(","));

    private static final String CALL = "call";
    private static final long SEED = 20261122;
    private static final int SAMPLE = 64;

    /** What is done. */
    enum Work {
        /** Each point's k nearest others, by the method that the engine chooses. */
        KNN {
            @Override
            Answer run(TogetherCase what, Engine engine, Points points) {
                return Answer.of(engine.knnSelfJoin(points, what.k));
            }
        },
        /** The same by all distances. */
        KNN_BY_DISTANCES {
            @Override
            Answer run(TogetherCase what, Engine engine, Points points) {
                JoinOptions options = JoinOptions.DEFAULT.withMethod(JoinMethod.BRUTE_FORCE);
                return Answer.of(engine.knnSelfJoin(points, what.k, options));
            }
        },
        /** All others within the median distance of the k-th nearest one. */
        RADIUS {
            @Override
            Answer run(TogetherCase what, Engine engine, Points points) {
                return Answer.of(engine.radiusSelfJoin(points, what.radius));
            }
        },
        /** The k smallest of each row of {@code dims} rows of n floats. */
        SELECTION {
            @Override
            Answer run(TogetherCase what, Engine engine, Points points) {
                TopKFloats found = engine.selection().smallest(what.matrix, what.dims, what.k);
                return new Answer(found::toIdArray, null);
            }
        };

        abstract Answer run(TogetherCase what, Engine engine, Points points);
    }

    /**
     * What was found.
     *
     * @param ids all ids, for a hash that is not timed
     */
    private record Answer(Supplier<int[]> ids, ExecutionReport report) {

        static Answer of(Neighbors found) {
            return new Answer(found::toIdArray, found.report());
        }

        static Answer of(Matches found) {
            return new Answer(found::toIdArray, found.report());
        }
    }

    private final Work work;
    private final String data;
    private final int n;
    private final int dims;
    private final int k;
    private double[] coordinates;
    private float[] matrix;
    private double radius;

    TogetherCase(Work work, String data, int n, int dims, int k) {
        this.work = work;
        this.data = data;
        this.n = data.equals(BenchmarkData.CITIES) ? Math.min(n, BenchmarkData.CITY_COUNT) : n;
        this.dims = data.equals(BenchmarkData.CITIES) ? 2 : dims;
        this.k = k;
    }

    @Override
    public String series() {
        return toString();
    }

    @Override
    public List<String> timings() {
        return List.of(CALL);
    }

    @Override
    public Supplier<Run> open(Engine engine, String timing) {
        if (work == Work.SELECTION && matrix == null) {
            matrix = new float[Math.multiplyExact(n, dims)];
            Random random = new Random(SEED);
            for (int i = 0; i < matrix.length; i++) {
                matrix[i] = random.nextFloat();
            }
        } else if (work != Work.SELECTION && coordinates == null) {
            coordinates = BenchmarkData.points(data, n, dims).toRowMajor();
            radius = work == Work.RADIUS ? radius(engine) : 0;
        }
        return () -> {
            // No device has the points of a new object.
            Points points = work == Work.SELECTION ? Points.of(new double[dims], dims) : Points.of(coordinates, dims);
            Answer[] answer = new Answer[1];
            long nanos = Run.time(() -> answer[0] = work.run(this, engine, points));
            ExecutionReport report = answer[0].report();
            return new Run(nanos, parts(report), ranOn(report), (long)
                    Arrays.hashCode(answer[0].ids().get()));
        };
    }

    /** The median distance of the k-th neighbor of some points. */
    private double radius(Engine engine) {
        Points points = Points.of(coordinates, dims);
        int step = Math.max(1, n / SAMPLE);
        double[] some = new double[dims * Math.ceilDiv(n, step)];
        for (int i = 0; i * step < n; i++) {
            System.arraycopy(points.point(i * step), 0, some, i * dims, dims);
        }
        Neighbors near = engine.knnJoin(Points.of(some, dims), points, k + 1);
        double[] distances = new double[near.queries()];
        Arrays.setAll(distances, query -> Metric.EUCLIDEAN.distance(near.key(query, k)));
        Arrays.sort(distances);
        return distances[distances.length / 2];
    }

    private static Map<String, Long> parts(ExecutionReport report) {
        Map<String, Long> idle = new LinkedHashMap<>();
        if (report != null) {
            report.shares().forEach(share -> idle.put(share.device().id(), share.idleNanos()));
        }
        return idle;
    }

    private static String ranOn(ExecutionReport report) {
        if (report == null) {
            return Run.UNKNOWN;
        }
        long all = report.shares().stream().mapToLong(DeviceShare::answered).sum();
        return report.shares().isEmpty()
                ? report.device().id()
                : report.shares().stream()
                        .map(share -> share.device().id() + " "
                                + MarkdownTable.number(100.0 * share.answered() / Math.max(1, all)) + " %")
                        .collect(Collectors.joining(" + "));
    }

    @Override
    public List<Row> rows(String device, Map<String, Runs> found) {
        Runs runs = found.get(CALL);
        if (runs == null) {
            return List.of();
        }
        List<Run> early = runs.early();
        Run median = runs.medianRun();
        double idle = median.parts().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        return List.of(Row.of(
                TITLES,
                List.of(
                        work,
                        data,
                        n,
                        dims,
                        k,
                        device,
                        runs.count(),
                        early.get(0).nanos(),
                        early.get(early.size() - 1).nanos(),
                        median.nanos(),
                        runs.fastest(),
                        runs.slowest(),
                        median.ranOn(),
                        median.parts().isEmpty() ? 1 : median.parts().size(),
                        100 * idle / median.nanos())));
    }

    @Override
    public void close() {
        coordinates = null;
        matrix = null;
    }

    @Override
    public String toString() {
        return work + " of " + data + ", n = " + n + ", d = " + dims + ", k = " + k;
    }
}
