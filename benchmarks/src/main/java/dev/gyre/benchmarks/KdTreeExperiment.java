package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.jvm.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmarks/run kd-tree}: the steps of the build of a large kd-tree by one prepared program, and of whole
 * self-joins, on one device.
 */
@Command(
        name = "benchmarks/run kd-tree",
        description = "Times the steps of builds of kd-trees and of self-joins; writes tables, and figures as CSV.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class KdTreeExperiment implements Callable<Integer> {

    /** A half of the experiment. */
    enum Part {
        /** Builds by one prepared program. */
        BUILD,
        /** Whole self-joins. */
        JOIN
    }

    private static final int QUICK_SIZE = 3_000;
    private static final int QUICK_RUNS = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "ID",
            defaultValue = "jvm",
            description = "Where: jvm-1 (one thread), jvm, opencl:0, …; ${DEFAULT-VALUE} unless given.")
    private String device;

    @Option(names = "--only", paramLabel = "PART", description = "${COMPLETION-CANDIDATES}: leave the other one out.")
    private Part only;

    @Option(
            names = "--n",
            split = ",",
            defaultValue = "16777216",
            description = "Points of a build; ${DEFAULT-VALUE} unless given.")
    private int[] sizes;

    @Option(
            names = "--dims",
            split = ",",
            defaultValue = "4",
            description = "Dimensions of a build; ${DEFAULT-VALUE} unless given.")
    private int[] dims;

    @Option(
            names = "--shape",
            split = ",",
            defaultValue = "UNIFORM",
            description = "Points of a build: UNIFORM, EXPONENTIAL, CLUSTERED, …; ${DEFAULT-VALUE} unless given.")
    private String[] shapes;

    @Option(
            names = "--join-n",
            split = ",",
            defaultValue = "2000000",
            description = "Points of a join; ${DEFAULT-VALUE} unless given.")
    private int[] joinSizes;

    @Option(
            names = "--join-dims",
            split = ",",
            defaultValue = "2,4,6",
            description = "Dimensions of a join; ${DEFAULT-VALUE} unless given.")
    private int[] joinDims;

    @Option(
            names = "--join-shape",
            split = ",",
            defaultValue = "UNIFORM,EXPONENTIAL",
            description = "Points of a join; ${DEFAULT-VALUE} unless given.")
    private String[] joinShapes;

    @Option(
            names = "--k",
            defaultValue = "8",
            description = "Neighbors per point of a join; ${DEFAULT-VALUE} unless given.")
    private int k;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "Runs after a first one, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Option(names = "--quick", description = "Tiny cases: shows that everything works.")
    private boolean quick;

    @Mixin
    private ReportOptions reportOptions;

    /** For the command line. */
    public KdTreeExperiment() {}

    /**
     * Runs the command.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new KdTreeExperiment())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        check();
        // First, as a process that runs a driver cannot ask another one for the devices.
        Machine machine = new Machine();
        Map<String, String> facts = facts(machine);
        List<KdTreePoint> points = new ArrayList<>();
        try (Engine engine = Backends.open(device);
                Workers workers = new Workers(Backends.threads(device))) {
            if (only != Part.JOIN) {
                for (KdTreeCase build : cases(sizes, dims, shapes)) {
                    points.add(
                            new KdTreePoint(KdTreePoint.BUILD, device, build, 0, build.build(engine, workers, runs())));
                }
            }
            if (only != Part.BUILD) {
                for (KdTreeCase join : cases(joinSizes, joinDims, joinShapes)) {
                    points.add(new KdTreePoint(KdTreePoint.JOIN, device, join, k, join.join(engine, k, runs())));
                }
            }
        }
        write(facts, points, machine.fileName("kd-tree") + "-" + device.replace(":", ""));
        return CommandLine.ExitCode.OK;
    }

    private void check() {
        try {
            Backends.requireKnown(List.of(device));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "runs must be 1 or more: runs=" + runs);
        }
    }

    private int runs() {
        return quick ? QUICK_RUNS : runs;
    }

    private List<KdTreeCase> cases(int[] ofSizes, int[] ofDims, String[] ofShapes) {
        List<KdTreeCase> cases = new ArrayList<>();
        for (String shape : ofShapes) {
            for (int n : quick ? new int[] {QUICK_SIZE} : ofSizes) {
                for (int dim : ofDims) {
                    cases.add(new KdTreeCase(shape, n, dim));
                }
            }
        }
        return cases;
    }

    private Map<String, String> facts(Machine machine) {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put("Backend", device);
        facts.put("Times", "wall clock, in this process; " + runs() + " runs after a first one");
        facts.put("Points", "rounded to float32");
        if (quick) {
            facts.put("Note", Header.QUICK);
        }
        reportOptions.addNote(facts);
        return facts;
    }

    private void write(Map<String, String> facts, List<KdTreePoint> points, String name) throws IOException {
        Files.createDirectories(reportOptions.output());
        List<String> lines = new ArrayList<>();
        facts.forEach((fact, value) -> lines.add("# " + fact + ": " + value));
        lines.add(KdTreePoint.CSV_TITLES);
        points.forEach(point -> lines.addAll(point.toCsv()));
        Files.write(reportOptions.output().resolve(name + ".csv"), lines);
        StringBuilder text = new StringBuilder(Header.of("kd-tree", facts));
        section(
                text,
                "Build",
                "Milliseconds. `form`: float32 columns from the points, on the host. `load`: their copy to the device, and"
                        + " sort keys. `sort`: order by super key, and removal of duplicates. `arrange`: the tree and its"
                        + " boxes. After `form to arrange` the tree is on the device. The first run compiles.",
                points.stream()
                        .filter(point -> point.operation().equals(KdTreePoint.BUILD))
                        .toList());
        section(
                text,
                "Self-join",
                "Milliseconds. `prepare` and `refine` are on the host, `compute` is build and search on the device, where every"
                        + " join runs its phases for the first time. With and without transfers: neither has `compile`,"
                        + " which every join does anew on a device; the wall clock has all.",
                points.stream()
                        .filter(point -> point.operation().equals(KdTreePoint.JOIN))
                        .toList());
        Path report = reportOptions.output().resolve(name + ".md");
        Files.writeString(report, text);
        spec.commandLine().getOut().println("written: " + report);
    }

    private static void section(StringBuilder text, String title, String legend, List<KdTreePoint> points) {
        if (points.isEmpty()) {
            return;
        }
        List<String> steps = points.get(0).times().steps();
        List<String> titles = new ArrayList<>(List.of("shape", "n", "dims", "k", "run"));
        titles.addAll(steps);
        text.append("## ").append(title).append("\n\n").append(legend).append("\n\n");
        MarkdownTable.titles(text, titles);
        for (KdTreePoint point : points) {
            StepTimes times = point.times();
            line(text, point, steps, "first", times::first);
            line(text, point, steps, "median", step -> times.later(step).median());
            line(text, point, steps, "fastest", step -> times.later(step).fastest());
        }
        text.append('\n');
    }

    private static void line(
            StringBuilder text, KdTreePoint point, List<String> steps, String run, ToLongFunction<String> nanos) {
        List<String> cells = new ArrayList<>(List.of(
                point.points().shape(),
                Integer.toString(point.points().n()),
                Integer.toString(point.points().dims()),
                point.k() == 0 ? "–" : Integer.toString(point.k()),
                run));
        steps.forEach(step -> cells.add(MarkdownTable.number(nanos.applyAsLong(step) / 1e6)));
        MarkdownTable.line(text, cells);
    }
}
