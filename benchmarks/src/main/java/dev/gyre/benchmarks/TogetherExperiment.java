package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The command {@code benchmarks/run together}: joins and selections by the JVM alone, by accelerators alone, and by sets of devices, in turn: what a set
 * gains over its best device, how the work is split, and how long a device waits for the others at the end. Arrays in, arrays out, each time of points
 * that no device has.
 */
final class TogetherExperiment extends Experiment {

    private static final int SAMPLE = 64;
    private static final String DATA = "data";
    private static final String MEDIAN = "median ns";
    private static final String LEGEND = """
            Milliseconds of the wall clock, arrays in, arrays out; devices and sets of devices take turns, and have the same answers. `ran on`: which devices
            answered which part in the run with the median time. `idle %`: the longest time from a device's last answer to the end of the call, of the
            whole call. `best alone / set`: the median of the fastest device alone over that of the set. `of the sum`: what the set answers in a second, of
            the sum of what its devices answer alone.
            """;

    /** What is done. */
    enum Work {
        /** Each point's k nearest others, by the method that the engine chooses. */
        KNN,
        /** The same by all distances. */
        KNN_BY_DISTANCES,
        /** All others within the median distance of the k-th nearest one. */
        RADIUS,
        /** The k smallest of each row of {@code dims} rows of n floats. */
        SELECTION
    }

    private final Values<Work> works = choices(Work.class, "work", "KNN", "What is done");
    private final Values<String> data =
            words("data", "UNIFORM,EXPONENTIAL,CLUSTERED,CITIES", "Shapes of points, or CITIES");
    private final Values<Integer> n = numbers("n", "2000000", "Points").quick(3_000);
    private final Values<Integer> dims = numbers("dims", "2,4,6", "Dimensions");
    private final Values<Integer> k = numbers("k", "1,8,32,128", "Neighbors");
    private final Case.Shared<double[]> coordinates = new Case.Shared<>();
    private final Case.Shared<Double> radius = new Case.Shared<>();
    private final Case.Shared<float[]> matrix = new Case.Shared<>();

    TogetherExperiment() {
        super(
                "together",
                "Times joins and selections by one device and by several together.",
                "work,data,n,dims,k,device,runs,first ns,second ns,median ns,fastest ns,slowest ns,ran on,devices,idle %",
                LEGEND);
        runs(3, 2);
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM, Settings.ALL);
    }

    @Override
    void check() {
        data.list().stream().filter(name -> !name.equals(BenchmarkData.CITIES)).forEach(Shape::valueOf);
    }

    @Override
    boolean inTurn() {
        return true;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        Set<Sizes> all = new LinkedHashSet<>();
        for (Sizes one : combinations(works, data, n, dims, k)) {
            if (one.text("work").equals(Work.SELECTION.name())) {
                all.add(one.with(DATA, Shape.UNIFORM));
            } else if (one.text(DATA).equals(BenchmarkData.CITIES)) {
                int cities = Math.min(one.number("n"), BenchmarkData.CITY_COUNT);
                all.add(one.with("n", cities).with("dims", 2));
            } else {
                all.add(one);
            }
        }
        return all.stream().map(one -> new Case(one, this::open)).toList();
    }

    private Supplier<Run> open(Engine engine, String timing, Case of) {
        Sizes sizes = of.sizes();
        int count = sizes.number("n");
        int d = sizes.number("dims");
        int neighbors = sizes.number("k");
        Work work = sizes.choice("work", Work.KNN);
        if (work == Work.SELECTION) {
            float[] values = matrix.get(sizes.without(List.of("k")), () -> RowData.UNIFORM.rows(d, count));
            return () -> Run.of(() -> CallAnswer.of(engine.selection().smallest(values, d, neighbors)));
        }
        double[] rows = coordinates.get(
                sizes.without(List.of("work", "k")),
                () -> BenchmarkData.points(sizes.text(DATA), count, d).toRowMajor());
        double within = work == Work.RADIUS ? radius.get(sizes, () -> radius(engine, rows, d, neighbors)) : 0;
        JoinOptions byDistances = JoinOptions.DEFAULT.withMethod(JoinMethod.BRUTE_FORCE);
        return () -> {
            // No device has the points of a new object.
            Points points = Points.of(rows, d);
            return Run.of(() -> switch (work) {
                case KNN -> CallAnswer.of(engine.knnSelfJoin(points, neighbors));
                case KNN_BY_DISTANCES -> CallAnswer.of(engine.knnSelfJoin(points, neighbors, byDistances));
                default -> CallAnswer.of(engine.radiusSelfJoin(points, within));
            });
        };
    }

    /** The median distance of the k-th neighbor of some points. */
    private static double radius(Engine engine, double[] coordinates, int dims, int k) {
        Points points = Points.of(coordinates, dims);
        int step = Math.max(1, points.size() / SAMPLE);
        double[] some = new double[dims * Math.ceilDiv(points.size(), step)];
        for (int i = 0; i * step < points.size(); i++) {
            System.arraycopy(points.point(i * step), 0, some, i * dims, dims);
        }
        Neighbors near = engine.knnJoin(Points.of(some, dims), points, k + 1);
        double[] distances = new double[near.queries()];
        Arrays.setAll(distances, query -> Metric.EUCLIDEAN.distance(near.key(query, k)));
        Arrays.sort(distances);
        return distances[distances.length / 2];
    }

    @Override
    List<Part> parts(List<Row> rows) {
        return tables(
                rows,
                "work,data,n,dims",
                some -> Table.ofRows(
                                "k, device, first ms, second ms, median ms, fastest ms, slowest ms, ran on, idle %")
                        .number("best alone / set", row -> gain(row, some))
                        .number("of the sum", row -> ofTheSum(row, some))
                        .of(some));
    }

    private static List<Row> alone(Row set, List<Row> rows) {
        return rows.stream()
                .filter(row -> row.text("k").equals(set.text("k")))
                .filter(row -> List.of(set.text("device").split("\\+")).contains(row.text("device")))
                .toList();
    }

    private static boolean isSet(Row row) {
        return row.text("device").contains("+");
    }

    private static double gain(Row set, List<Row> rows) {
        return isSet(set)
                ? alone(set, rows).stream()
                                .mapToDouble(row -> row.number(MEDIAN))
                                .min()
                                .orElse(Double.NaN)
                        / set.number(MEDIAN)
                : Double.NaN;
    }

    private static double ofTheSum(Row set, List<Row> rows) {
        double rates = alone(set, rows).stream()
                .mapToDouble(row -> 1 / row.number(MEDIAN))
                .sum();
        return isSet(set) && rates > 0 ? 1 / set.number(MEDIAN) / rates : Double.NaN;
    }
}
