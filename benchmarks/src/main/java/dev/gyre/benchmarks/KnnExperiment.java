package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run knn}: how fast all distances are searched, and rows selected, over k, dimensions, queries and
 * points: the experiments of {@link KnnFigure}.
 */
@Command(
        name = "benchmarks/run knn",
        description = "Times searches by all distances and selections of rows; writes tables, points and plots.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class KnnExperiment extends Experiment {

    private static final int QUICK_RUNS = 2;
    private static final int JVM_SHIFT = 8;
    private static final int MAX_SHIFT = 16;
    private static final int COPY_LENGTH = 1 << 26;
    private static final int ACCELERATOR_COPY_LENGTH = 1 << 28;
    private static final int QUICK_COPY_LENGTH = 1 << 12;

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
            paramLabel = "N",
            split = ",",
            description = "Which experiment: 5.6, 5.8, 5.9, 5.11, 5.12; can be repeated. Without it: all.")
    private List<String> figureNames = List.of();

    @Option(
            names = "--shift",
            paramLabel = "N",
            description = "2^N times fewer pairs than in the thesis, 0 to " + MAX_SHIFT + "; 0 on an accelerator and "
                    + JVM_SHIFT + " elsewhere unless given.")
    private Integer shift;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "Runs of a case after the warm-up, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Option(
            names = "--case-seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "After so long no further run of a case begins; ${DEFAULT-VALUE} unless given.")
    private double caseSeconds;

    @Option(
            names = "--run-seconds",
            paramLabel = "S",
            defaultValue = "20",
            description = "Where a run takes longer, larger k are left out; ${DEFAULT-VALUE} unless given.")
    private double runSeconds;

    @Option(
            names = "--peak-gflops",
            paramLabel = "X",
            description = "The float32 peak of the device, in 10^9 operations a second, for shares of it. "
                    + "On the JVM it is measured unless given.")
    private Double peakGflops;

    @Override
    String title() {
        return "knn";
    }

    @Override
    List<String> titles() {
        return KnnCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    @Override
    void check() {
        figureNames.forEach(KnnFigure::named);
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        require(
                shift == null || shift >= 0 && shift <= MAX_SHIFT,
                "shift must be in 0.." + MAX_SHIFT + ": shift=" + shift);
        require(peakGflops == null || peakGflops > 0, "peak-gflops must be above 0: peak-gflops=" + peakGflops);
        require(
                caseSeconds > 0 && runSeconds > 0,
                "seconds must be above 0: case-seconds=" + caseSeconds + ", run-seconds=" + runSeconds);
    }

    @Override
    Budget budget() {
        Budget least = isQuick() ? Budget.QUICK : Budget.FULL;
        return new Budget(
                1,
                least.warmupNanos(),
                1,
                isQuick() ? QUICK_RUNS : runs,
                least.runNanos(),
                (long) (caseSeconds * 1e9),
                Integer.MAX_VALUE);
    }

    @Override
    long mostNanos() {
        return (long) (runSeconds * 1e9);
    }

    @Override
    Map<String, String> facts() {
        return new TreeMap<>(Map.of(
                "Times",
                budget().toString(),
                "Data",
                "uniform points rounded to float32, queries apart from them; uniform values of a matrix"));
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<KnnFigure> figures = figureNames.isEmpty()
                ? List.of(KnnFigure.values())
                : figureNames.stream().map(KnnFigure::named).distinct().toList();
        List<Case> cases = new ArrayList<>();
        engines.forEach((device, engine) -> {
            boolean accelerator = engine.device().type().isAccelerator();
            KnnFigure.Scale scale = new KnnFigure.Scale(shift != null ? shift : accelerator ? 0 : JVM_SHIFT, isQuick());
            lines.accept(
                    PointsFile.fact("Pairs on " + device, "2^" + scale.shift() + " times fewer than in the thesis"));
            DevicePeak peak = peak(device, engine, accelerator, lines);
            figures.forEach(figure -> cases.addAll(KnnCase.all(figure, scale, peak, Backends.isJvm(device))));
        });
        return cases;
    }

    private DevicePeak peak(String device, Engine engine, boolean accelerator, Consumer<String> lines) {
        Budget times = isQuick() ? Budget.QUICK : Budget.FULL;
        int length = isQuick() ? QUICK_COPY_LENGTH : accelerator ? ACCELERATOR_COPY_LENGTH : COPY_LENGTH;
        double flops = Double.NaN;
        if (peakGflops != null) {
            flops = peakGflops * 1e9;
            lines.accept(PointsFile.fact(
                    "Peak of " + device, "float32 as given: " + MarkdownTable.number(peakGflops) + " GFLOP/s"));
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
        return Table.ofRows("device", "method", "q", "n")
                .text("d", row -> row.text("dims").replaceFirst("^0$", Run.UNKNOWN))
                .text("k", row -> row.text("k"))
                .number("launches ms", row -> row.number("resident median ns") / 1e6)
                .number("fastest ms", row -> row.number("resident fastest ns") / 1e6)
                .number("10^9 pairs/s", row -> pairRate(row) / 1e9)
                .number("GFLOP/s", row -> flops(row) / 1e9)
                .number("% of flops", row -> 100 * shareOfFlops(row))
                .number("% of memory", row -> 100 * shareOfMemory(row))
                .number("whole ms", row -> row.number("whole median ns") / 1e6)
                .number("whole 10^9 pairs/s", row -> pairs(row) / row.number("whole median ns"));
    }

    private static double pairs(Row row) {
        return (double) row.integer("q") * row.integer("n");
    }

    /** Pairs of a query and a point, or values of the matrix, per second of the launches. */
    static double pairRate(Row row) {
        return pairs(row) * 1e9 / row.number("resident median ns");
    }

    /** Operations per second; not a number for a selection. */
    static double flops(Row row) {
        int dims = row.integer("dims");
        return dims == 0 ? Double.NaN : Rate.FLOPS_OF_DIMENSION * dims * pairRate(row);
    }

    /** The share of the most operations that the device can do; not a number where that is not known. */
    static double shareOfFlops(Row row) {
        return flops(row) / row.number("peak flop/s");
    }

    /**
     * The share of the speed of memory that goes into the matrix: read once by a selection, written and read once by a search
     * in two stages. Not a number for methods that have no matrix.
     */
    static double shareOfMemory(Row row) {
        return KnnFigure.named(row.text("figure")).matrixBytes(row.text("method"))
                * pairRate(row)
                / row.number("copy bytes/s");
    }

    /** The speed of the launches: a look for each method on each device, a color for each value of what tells them apart. */
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
                    lines.add(new LogPlot.Series(
                            kind + (view.by() == null ? "" : ", " + view.by() + "=" + value),
                            colors.indexOf(value),
                            kinds.indexOf(kind),
                            line.stream().mapToDouble(view.over()::of).toArray(),
                            line.stream().mapToDouble(KnnExperiment::pairRate).toArray()));
                }
            }
        }
        if (figure.isSelection()) {
            rows.stream()
                    .map(row -> row.text("device"))
                    .distinct()
                    .forEach(device -> lines.add(bound(rows, device, view)));
        }
        return new LogPlot(
                figure + "-over-" + view.over(),
                "Figure " + figure + ": " + figure.title(),
                view.over().title(),
                figure.isSelection() ? "values per second" : "pairs of query and point per second",
                lines);
    }

    /** As many values as are read at the speed of a copy. */
    private static LogPlot.Series bound(List<Row> rows, String device, KnnFigure.View view) {
        List<Row> some =
                rows.stream().filter(row -> row.text("device").equals(device)).toList();
        double[] x =
                some.stream().mapToDouble(view.over()::of).distinct().sorted().toArray();
        double[] y = new double[x.length];
        Arrays.fill(y, some.get(0).number("copy bytes/s") / Float.BYTES);
        return new LogPlot.Series("speed of a copy, " + device, LogPlot.BLACK, 2, x, y);
    }

    private static String kind(Row row) {
        return row.text("method") + ", " + row.text("device");
    }

    private static int value(Row row, KnnFigure.View view) {
        return view.by() == null ? 0 : view.by().of(row);
    }
}
