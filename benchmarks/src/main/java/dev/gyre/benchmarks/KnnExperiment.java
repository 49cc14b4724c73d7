package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmarks/run knn}: how fast all distances are searched, and rows selected, over k, dimensions, queries and
 * points, on one device: the experiments of {@link KnnFigure}.
 */
@Command(
        name = "benchmarks/run knn",
        description = "Times searches by all distances and selections of rows; writes tables, points and plots.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class KnnExperiment implements Callable<Integer> {

    private static final int QUICK_RUNS = 2;
    private static final int JVM_SHIFT = 8;
    private static final int MAX_SHIFT = 16;
    private static final int COPY_LENGTH = 1 << 26;
    private static final int ACCELERATOR_COPY_LENGTH = 1 << 28;
    private static final int QUICK_COPY_LENGTH = 1 << 12;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "ID",
            description = "Where: jvm-1 (one thread), jvm, opencl:0, …; jvm unless given, or none with --points.")
    private String device;

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

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description = "The .csv of an earlier run, to be reported together; can be repeated. "
                    + "Where nothing else is measured, the report is named as the first of them.")
    private List<Path> files = List.of();

    @Option(
            names = {"--quick", "--small"},
            description = "Tiny cases: shows that everything works.")
    private boolean quick;

    @Option(names = "--no-plots", description = "For a machine without fonts: draw with --points on another one.")
    private boolean noPlots;

    @Mixin
    private ReportOptions reportOptions;

    /** For the command line. */
    public KnnExperiment() {}

    /**
     * Runs the command.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new KnnExperiment()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        check();
        Files.createDirectories(reportOptions.output());
        List<PointsFile> found = new ArrayList<>();
        String name = null;
        if (device != null || files.isEmpty()) {
            String where = device == null ? "jvm" : device;
            // First, as a process that runs a driver cannot ask another one for the devices.
            Machine machine = new Machine();
            name = machine.fileName("knn") + "-" + where.replace(":", "");
            found.add(measure(where, machine.facts(), reportOptions.output().resolve(name + ".csv")));
        }
        for (Path file : files) {
            found.add(PointsFile.read(KnnPoint.CSV_TITLES, file));
        }
        if (name == null) {
            name = files.get(0).getFileName().toString().replaceFirst("\\.csv$", "");
        }
        PointsFile all = found.stream().reduce(PointsFile::plus).orElseThrow();
        write(all, name);
        return all.missing().stream().anyMatch(PointsFile::isFailure)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }

    private void check() {
        try {
            if (device != null) {
                Backends.requireKnown(List.of(device));
            }
            figureNames.forEach(KnnFigure::named);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        require(
                shift == null || shift >= 0 && shift <= MAX_SHIFT,
                "shift must be in 0.." + MAX_SHIFT + ": shift=" + shift);
        require(peakGflops == null || peakGflops > 0, "peak-gflops must be above 0: peak-gflops=" + peakGflops);
        require(
                caseSeconds > 0 && runSeconds > 0,
                "seconds must be above 0: case-seconds=" + caseSeconds + ", run-seconds=" + runSeconds);
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private List<KnnFigure> figures() {
        return figureNames.isEmpty()
                ? List.of(KnnFigure.values())
                : figureNames.stream().map(KnnFigure::named).distinct().toList();
    }

    /** Measures, and writes the points after each of them: a run on a borrowed machine may end early. */
    private PointsFile measure(String where, Map<String, String> machine, Path csv) {
        List<String> lines = new ArrayList<>();
        try (Engine engine = Backends.open(where)) {
            boolean accelerator = engine.device().type().isAccelerator();
            KnnFigure.Scale scale = new KnnFigure.Scale(shift != null ? shift : accelerator ? 0 : JVM_SHIFT, quick);
            Map<String, String> facts = facts(where, machine, scale);
            DevicePeak peak = peak(engine, where, accelerator);
            KnnSeries series = new KnnSeries(engine, where, budget(), peak, line -> {
                lines.add(line);
                spec.commandLine().getOut().println(line);
                write(PointsFile.of(facts, lines), csv);
            });
            figures().forEach(figure -> series.measure(figure, scale));
            return PointsFile.of(facts, lines);
        }
    }

    private static void write(PointsFile points, Path csv) {
        try {
            points.write(KnnPoint.CSV_TITLES, csv);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + csv, e);
        }
    }

    private KnnSeries.Budget budget() {
        RunBudget least = quick ? RunBudget.QUICK : RunBudget.FULL;
        return new KnnSeries.Budget(
                least.warmupNanos(), quick ? QUICK_RUNS : runs, least.runNanos(), (long) (caseSeconds * 1e9), (long)
                        (runSeconds * 1e9));
    }

    private DevicePeak peak(Engine engine, String where, boolean accelerator) {
        RunBudget times = quick ? RunBudget.QUICK : RunBudget.FULL;
        int length = quick ? QUICK_COPY_LENGTH : accelerator ? ACCELERATOR_COPY_LENGTH : COPY_LENGTH;
        double flops = Double.NaN;
        if (peakGflops != null) {
            flops = peakGflops * 1e9;
        } else if (Backends.isJvm(where)) {
            flops = DevicePeak.flops(Backends.threads(where), times);
        }
        return new DevicePeak(DevicePeak.copyRate(engine, length, times), flops);
    }

    private Map<String, String> facts(String where, Map<String, String> machine, KnnFigure.Scale scale) {
        Map<String, String> facts = new LinkedHashMap<>(machine);
        facts.put("Backend", where);
        facts.put(
                "Times",
                "wall clock, in this process; median of " + budget().runs() + " runs and "
                        + budget().leastNanos() / 1_000_000 + " ms at least, after one run and "
                        + budget().warmupNanos() / 1_000_000 + " ms of warm-up; fewer runs after " + caseSeconds
                        + " s");
        facts.put("Pairs on " + where, "2^" + scale.shift() + " times fewer than in the thesis");
        facts.put("Data", "uniform points rounded to float32, queries apart from them; uniform values of a matrix");
        if (peakGflops != null) {
            facts.put("Peak of " + where, "float32 as given: " + MarkdownTable.number(peakGflops) + " GFLOP/s");
        } else if (Backends.isJvm(where)) {
            facts.put(
                    "Peak of " + where, "float32 as measured: fused multiply-adds by plain Java loops on its threads");
        }
        if (quick) {
            facts.put("Note", Header.QUICK);
        }
        reportOptions.addNote(facts);
        return facts;
    }

    private void write(PointsFile all, String name) throws IOException {
        all.write(KnnPoint.CSV_TITLES, reportOptions.output().resolve(name + ".csv"));
        List<KnnPoint> points = all.points().stream().map(KnnPoint::ofCsv).toList();
        Path report = reportOptions.output().resolve(name + ".md");
        Files.writeString(report, KnnReport.of(all, points, !noPlots, name));
        if (!noPlots) {
            // Last, as it fails where there are no fonts.
            KnnReport.plot(points, reportOptions.output(), name);
        }
        spec.commandLine().getOut().println("written: " + report);
    }
}
