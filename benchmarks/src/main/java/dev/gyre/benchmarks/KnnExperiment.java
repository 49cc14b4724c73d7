package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run knn}: the speed of brute-force searches, and of selections of rows, over k, dimensions, queries and
 * points: the experiments of {@link KnnFigure}.
 */
final class KnnExperiment extends Experiment {

    private static final int QUICK_RUNS = 2;
    private static final int JVM_SHIFT = 8;
    private static final int MAX_SHIFT = 16;
    private static final int COPY_LENGTH = 1 << 26;
    private static final int ACCELERATOR_COPY_LENGTH = 1 << 28;
    private static final int QUICK_COPY_LENGTH = 1 << 12;

    /** With all data on the device, where the result stays. */
    private static final String RESIDENT = "resident";

    private static final String WHOLE = "whole";

    private static final String LEGEND = """
            `launches`: median time around the run of a program that is prepared and compiled, over data on the device, whose result
            stays there; of a search that is k candidates in float32, in no order. `whole`: of a search the wall clock around the
            join, from points on the host to neighbors on the host: a few candidates more than k, copies, compilation (each join
            prepares its program anew), and the exact order in double; of a selection with the matrix copied to the device and the
            result copied back, without compilation (on the JVM there is nothing to copy).

            - 10^9 pairs/s: q n / time / 10^9. In a selection a pair is a value of the matrix.
            - GFLOP/s: 3 d q n / time / 10^9: subtract, multiply and add for each pair and dimension, whatever the method does.
            - % of flops: GFLOP/s by the peak of the device in the header of the table, – where that was not given.
            - % of memory: b q n / time / speed of a copy, where b is what the matrix moves: 4 bytes in a selection, which has to
              read it, 8 in a search in two stages, which writes it and reads it; – for a search that has no matrix. The speed of
              a copy, reading and writing both counted, is measured in the same run.
            """;

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "5.6,5.8,5.9,5.11,5.12",
            description = "Experiments, by figures of the thesis; ${DEFAULT-VALUE} unless given.")
    private List<String> figureNames;

    @Option(names = "--runs", paramLabel = "N", description = "Runs of a case after the warm-up; 5 unless given.")
    private int runs = 5;

    @Option(
            names = "--shift",
            paramLabel = "N",
            description =
                    "2^N times fewer pairs than in the thesis, 0 to 16; 0 on an accelerator and 8 elsewhere unless "
                            + "given.")
    private Integer shift;

    @Option(
            names = "--case-seconds",
            paramLabel = "X",
            description = "Seconds after which no further run of a case begins; 10 unless given.")
    private double caseSeconds = 10;

    @Option(
            names = "--run-seconds",
            paramLabel = "X",
            description = "Seconds: where a run takes longer, larger k are left out; 20 unless given.")
    private double runSeconds = 20;

    @Option(
            names = "--peak-gflops",
            paramLabel = "X",
            description =
                    "The float32 peak of the device, in 10^9 operations a second, for shares of it; measured on the "
                            + "JVM unless given.")
    private Double peakGflops;

    private final Case.Shared<float[]> matrix = new Case.Shared<>();
    private final Case.Shared<List<Points>> points = new Case.Shared<>();

    KnnExperiment() {
        super(
                "knn",
                "Times searches by all distances and selections of rows; writes tables, points and plots.",
                "figure,device,method,q,n,dims,k,runs,resident median ns,resident fastest ns,whole median ns,whole fastest ns,"
                        + "copy bytes/s,peak flop/s");
    }

    @Override
    void check() {
        figureNames.forEach(KnnFigure::named);
        require(
                shift == null || shift >= 0 && shift <= MAX_SHIFT,
                "shift must be in 0.." + MAX_SHIFT + ": shift=" + shift);
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        require(
                caseSeconds > 0 && runSeconds > 0 && (peakGflops == null || peakGflops > 0),
                "seconds and GFLOP/s must be above 0");
    }

    @Override
    Budget budget() {
        Budget min = isQuick() ? Budget.QUICK : Budget.FULL;
        return new Budget(
                1,
                min.warmupNanos(),
                1,
                isQuick() ? QUICK_RUNS : runs,
                min.runNanos(),
                (long) (caseSeconds * 1e9),
                Integer.MAX_VALUE);
    }

    @Override
    long mostNanos() {
        return (long) (runSeconds * 1e9);
    }

    @Override
    Map<String, String> facts() {
        Map<String, String> facts = super.facts();
        facts.put("Data", "uniform points rounded to float32, queries apart from them; uniform values of a matrix");
        return facts;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<KnnFigure> figures =
                figureNames.stream().map(KnnFigure::named).distinct().toList();
        List<Case> cases = new ArrayList<>();
        engines.forEach((device, engine) -> {
            boolean accelerator = engine.device().type().isAccelerator();
            KnnFigure.Scale scale = new KnnFigure.Scale(shift != null ? shift : accelerator ? 0 : JVM_SHIFT, isQuick());
            lines.accept(
                    PointsFile.fact("Pairs on " + device, "2^" + scale.shift() + " times fewer than in the thesis"));
            DevicePeak peak = peak(device, engine, accelerator, lines);
            figures.forEach(figure -> cases.addAll(cases(figure, scale, peak)));
        });
        return cases;
    }

    /** Returns all cases of a figure. */
    List<Case> cases(KnnFigure figure, KnnFigure.Scale scale, DevicePeak peak) {
        List<Case> cases = new ArrayList<>();
        for (Sizes sizes : figure.sizes(scale)) {
            figure.methods().forEach(method -> cases.add(of(figure, method, sizes, peak)));
        }
        return cases;
    }

    /** A search by a {@link JoinMethod}, or a selection by a {@link SelectionOptions.Method}. */
    Case of(KnnFigure figure, Enum<?> method, Sizes sizes, DevicePeak peak) {
        Sizes all =
                Sizes.of("figure=" + figure + ",method=" + Sizes.title(method)).and(sizes);
        return new Case(all, (engine, timing, of) -> open(engine, timing, figure, method, of))
                .timing("", List.of(RESIDENT, WHOLE))
                .comparedBy(List.of("method"))
                .growingBy("k")
                .noting("copy bytes/s", peak.copyRate())
                .noting("peak flop/s", peak.flops());
    }

    /** Opens the stages over data on the device; else whole joins, or the stages with all copies. */
    private Supplier<Run> open(Engine engine, String timing, KnnFigure figure, Enum<?> method, Case of) {
        if (figure.isSelection() || timing.equals(RESIDENT)) {
            PreparedWork ready = of.kept(engine, PreparedWork.class, () -> prepare(engine, figure, method, of.sizes()));
            return timing.equals(RESIDENT)
                    ? () -> time(ready::load, ready::run)
                    : () -> time(ready::restore, ready::copyAndRun);
        }
        of.close();
        List<Points> both = points(of.sizes());
        int k = of.sizes().number("k");
        JoinOptions options = JoinOptions.DEFAULT.withMethod((JoinMethod) method);
        return () -> Run.of(() -> CallAnswer.of(engine.knnJoin(both.getFirst(), both.getLast(), k, options)));
    }

    private static Run time(Runnable before, Runnable work) {
        before.run();
        return new Run(Run.time(work));
    }

    private PreparedWork prepare(Engine engine, KnnFigure figure, Enum<?> method, Sizes sizes) {
        ResidentWork work = figure.isSelection()
                ? selection(engine, (SelectionOptions.Method) method, sizes)
                : KnnWork.of(
                        (JoinMethod) method,
                        points(sizes).getFirst(),
                        points(sizes).getLast(),
                        sizes.number("k"),
                        engine);
        String tooLarge = work.tooLarge(engine.device(), engine.settings().memoryLimit());
        if (tooLarge != null) {
            throw new Case.SkipException(tooLarge);
        }
        return work.named(Sizes.title(method)).prepare(engine);
    }

    private ResidentWork selection(Engine engine, SelectionOptions.Method method, Sizes sizes) {
        int q = sizes.number("q");
        int n = sizes.number("n");
        float[] rows = matrix.get(List.of(q, n), () -> RowData.UNIFORM.rows(q, n));
        try {
            RowValues values = RowValues.of(rows, q, n, Order.ASCENDING);
            RowSelection selection = RowSelection.of(values, sizes.number("k"), method, Layout.on(engine.device()));
            return ResidentWork.of(rows, selection);
        } catch (IllegalArgumentException e) {
            throw new Case.SkipException(e.getMessage());
        }
    }

    /** Returns queries, and points of the same distribution. */
    private List<Points> points(Sizes sizes) {
        int q = sizes.number("q");
        int n = sizes.number("n");
        int dims = sizes.number("dims");
        return points.get(List.of(q, n, dims), () -> {
            double[] rows = BenchmarkData.floatPoints(n + q, dims).toRowMajor();
            int split = n * dims;
            return List.of(
                    Points.of(Arrays.copyOfRange(rows, split, rows.length), dims),
                    Points.of(Arrays.copyOf(rows, split), dims));
        });
    }

    private DevicePeak peak(String device, Engine engine, boolean accelerator, Consumer<String> lines) {
        Budget times = isQuick() ? Budget.QUICK : Budget.FULL;
        int length = isQuick() ? QUICK_COPY_LENGTH : accelerator ? ACCELERATOR_COPY_LENGTH : COPY_LENGTH;
        double flops = Double.NaN;
        if (peakGflops != null) {
            flops = peakGflops * 1e9;
            lines.accept(
                    PointsFile.fact("Peak of " + device, "float32 as given: " + Table.number(peakGflops) + " GFLOP/s"));
        } else if (Backends.isJvm(device)) {
            flops = DevicePeak.flops(engine.settings().threads(), times);
            lines.accept(PointsFile.fact(
                    "Peak of " + device,
                    "float32 as measured: fused multiply-adds by plain Java loops on its threads"));
        }
        return new DevicePeak(DevicePeak.copyRate(engine, length, times), flops);
    }

    @Override
    String preamble(PointsFile file) {
        Table<Row> peaks = Table.ofRows("device")
                .number("copy, GB/s", row -> row.number("copy bytes/s") / 1e9)
                .number("peak, GFLOP/s", row -> row.number("peak flop/s") / 1e9);
        Map<List<String>, Row> byDevice = new LinkedHashMap<>();
        file.rows()
                .forEach(row -> byDevice.putIfAbsent(
                        List.of(row.text("device"), row.text("copy bytes/s"), row.text("peak flop/s")), row));
        return LEGEND + "\n" + peaks.of(List.copyOf(byDevice.values()));
    }

    @Override
    List<Part> parts(List<Row> rows) {
        List<Part> parts = new ArrayList<>();
        for (KnnFigure figure : KnnFigure.values()) {
            List<Row> some = rows.stream()
                    .filter(row -> row.text("figure").equals(figure.toString()))
                    .sorted(order())
                    .toList();
            if (!some.isEmpty()) {
                parts.add(new Part(
                        "Figure " + figure + ": " + figure.title(),
                        table().of(some),
                        figure.views().stream()
                                .map(view -> plot(figure, view, some))
                                .toList()));
            }
        }
        return parts;
    }

    private static Comparator<Row> order() {
        return Comparator.<Row, String>comparing(row -> row.text("device"))
                .thenComparing(row -> row.text("method"))
                .thenComparing(row -> row.integer("dims"))
                .thenComparing(row -> row.integer("n"))
                .thenComparing(row -> row.integer("k"));
    }

    private static Table<Row> table() {
        return Table.ofRows("device, method, q, n")
                .text("d", row -> row.text("dims").replaceFirst("^0$", Run.UNKNOWN))
                .text("k", row -> row.text("k"))
                .number("launches ms", row -> Table.millis(row, "resident median ns"))
                .number("fastest ms", row -> Table.millis(row, "resident fastest ns"))
                .number("10^9 pairs/s", row -> pairRate(row) / 1e9)
                .number("GFLOP/s", row -> flops(row) / 1e9)
                .number("% of flops", row -> 100 * shareOfFlops(row))
                .number("% of memory", row -> 100 * shareOfMemory(row))
                .number("whole ms", row -> Table.millis(row, "whole median ns"))
                .number("whole 10^9 pairs/s", row -> pairs(row) / row.number("whole median ns"));
    }

    private static double pairs(Row row) {
        return (double) row.integer("q") * row.integer("n");
    }

    /** Pairs of a query and a point, or values of the matrix, per second of the launches. */
    static double pairRate(Row row) {
        return pairs(row) * 1e9 / row.number("resident median ns");
    }

    /** Returns operations per second; not a number for a selection. */
    static double flops(Row row) {
        int dims = row.integer("dims");
        return dims == 0 ? Double.NaN : Rate.FLOPS_OF_DIMENSION * dims * pairRate(row);
    }

    /** Returns the share of the device's peak; not a number if the peak is not known. */
    static double shareOfFlops(Row row) {
        return flops(row) / row.number("peak flop/s");
    }

    /**
     * Returns the share of the speed of memory that the matrix uses: read once by a selection, written and read once by a search in two
     * stages. Not a number for methods that have no matrix.
     */
    static double shareOfMemory(Row row) {
        return KnnFigure.named(row.text("figure")).matrixBytes(row.text("method"))
                * pairRate(row)
                / row.number("copy bytes/s");
    }

    /** Plots the speed of the launches: a look for each method on each device, a color for each value of {@code view.by()}. */
    private static LogPlot plot(KnnFigure figure, KnnFigure.View view, List<Row> rows) {
        List<String> kinds = rows.stream().map(KnnExperiment::kind).distinct().toList();
        List<Integer> colors =
                rows.stream().map(row -> value(row, view)).distinct().sorted().toList();
        List<LogPlot.Series> lines = new ArrayList<>();
        for (String kind : kinds) {
            for (int value : colors) {
                List<Row> line = rows.stream()
                        .filter(row -> kind(row).equals(kind) && value(row, view) == value)
                        .sorted(Comparator.comparing(view.over()::of))
                        .toList();
                if (!line.isEmpty()) {
                    String name = kind + (view.by() == null ? "" : ", " + view.by() + "=" + value);
                    lines.add(LogPlot.Series.of(
                            name,
                            colors.indexOf(value),
                            kinds.indexOf(kind),
                            line,
                            view.over()::of,
                            KnnExperiment::pairRate));
                }
            }
        }
        if (figure.isSelection()) {
            rows.stream()
                    .collect(Collectors.groupingBy(row -> row.text("device"), LinkedHashMap::new, Collectors.toList()))
                    .forEach((device, some) -> lines.add(
                            // The number of values that can be read at the speed of a copy.
                            LogPlot.Series.of(
                                    "speed of a copy, " + device,
                                    LogPlot.BLACK,
                                    2,
                                    some.stream()
                                            .sorted(Comparator.comparing(view.over()::of))
                                            .toList(),
                                    view.over()::of,
                                    row -> row.number("copy bytes/s") / Float.BYTES)));
        }
        return new LogPlot(
                figure + "-over-" + view.over(),
                "Figure " + figure + ": " + figure.title(),
                view.over().title(),
                figure.isSelection() ? "values per second" : "pairs of query and point per second",
                lines);
    }

    private static String kind(Row row) {
        return row.text("method") + ", " + row.text("device");
    }

    private static int value(Row row, KnnFigure.View view) {
        return view.by() == null ? 0 : view.by().of(row);
    }
}
