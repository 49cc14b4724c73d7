package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmarks/run calls}: what a caller of the public API waits for, from Java arrays to Java arrays: first,
 * second and later calls on every device in one process, over sizes, in new processes, and many of them in a soak.
 */
@Command(
        name = "benchmarks/run calls",
        description = "Times calls of the public API on every device; writes a table, and figures as CSV.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CallsExperiment implements Callable<Integer> {

    private static final int QUICK_SIZE = 1_000;
    private static final int QUICK_REPEATS = 2;
    private static final long LEAST_NANOS = 200_000_000;
    private static final int SOAK_SIZE = 50_000;
    private static final int QUICK_SOAK = 120;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"--devices", "--device"},
            paramLabel = "ID",
            split = ",",
            description =
                    "jvm, jvm-1 (one thread), auto, opencl:0, …; can be repeated. Answers are compared with those of the first one. "
                            + "Without it: all devices, jvm and auto; or none with --points.")
    private List<String> devices;

    @Option(
            names = {"--calls", "--call"},
            paramLabel = "NAME",
            split = ",",
            description =
                    "Which calls; can be repeated. Without it: those of the table, or all with --series and --soak.")
    private List<String> names = List.of();

    @Option(
            names = "--series",
            description = "Each call over sizes from 10^3 to 10^7, or to the most that is sensible.")
    private boolean series;

    @Option(
            names = "--sizes",
            paramLabel = "N",
            split = ",",
            description = "Sizes instead: 1e3..1e7 for each power of ten, or several.")
    private List<String> sizes = List.of();

    @Option(
            names = "--first",
            description = "The first call of a process: engine open and all, each in a process of its own.")
    private boolean first;

    @Option(
            names = "--soak",
            paramLabel = "N",
            description =
                    "So many small calls of mixed sizes and operations on one engine for each device, all answers checked.")
    private Integer soak;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that call the engine of a soak at once; ${DEFAULT-VALUE} unless given.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "20261122",
            description = "Of the mix of a soak; ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Option(
            names = "--growth",
            paramLabel = "MIB",
            defaultValue = "64",
            description =
                    "How much the heap may grow in a soak after its first 100 calls; ${DEFAULT-VALUE} unless given.")
    private double growth;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Calls after the first two, 7 unless given; with --first processes, 3 unless given.")
    private Integer repeats;

    @Option(
            names = "--case-seconds",
            paramLabel = "S",
            description =
                    "After so long no further call of a case on a device begins, but for three in all; 10 unless given, or 3 "
                            + "with --series.")
    private Double caseSeconds;

    @Option(
            names = "--run-seconds",
            paramLabel = "S",
            defaultValue = "2",
            description = "Where a call takes longer, larger sizes are left out; ${DEFAULT-VALUE} unless given.")
    private double runSeconds;

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description =
                    "The .csv of an earlier run of the table or the series, to be reported together; can be repeated. "
                            + "Where nothing else is measured, the report is named as the first of them.")
    private List<Path> files = List.of();

    @Option(
            names = "--overview",
            paramLabel = "FILE",
            description =
                    "Only draws the times of the --calls in the files of --points into this PNG file: solid on devices, dashed on the "
                            + "JVM.")
    private Path overview;

    @Option(names = "--quick", description = "Tiny sizes: shows that everything works.")
    private boolean quick;

    @Option(names = "--no-plots", description = "For a machine without fonts: draw with --points on another one.")
    private boolean noPlots;

    @Mixin
    private ReportOptions reportOptions;

    /** For the command line. */
    public CallsExperiment() {}

    /**
     * Runs the command.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new CallsExperiment()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        check();
        if (overview != null) {
            return overview();
        }
        Files.createDirectories(reportOptions.output());
        if (devices == null && !files.isEmpty()) {
            return together(null, null);
        }
        // First, as a process that runs a driver cannot ask another one for the devices.
        Machine machine = new Machine();
        Map<String, String> facts = facts(machine);
        String name = machine.fileName("calls" + (series ? "-series" : first ? "-first" : soak != null ? "-soak" : ""));
        if (first) {
            return first(facts, reportOptions.output().resolve(name));
        }
        if (soak != null) {
            return soak(facts, reportOptions.output().resolve(name));
        }
        return together(measure(facts, reportOptions.output().resolve(name + ".csv")), name);
    }

    private void check() {
        try {
            if (devices == null && files.isEmpty()) {
                devices = new ArrayList<>(Backends.all());
                devices.remove(Backends.JVM_1);
                devices.add(Settings.AUTO);
            }
            if (devices != null) {
                Backends.requireKnown(devices.stream()
                        .filter(device -> !device.equals(Settings.AUTO))
                        .toList());
            }
            names.forEach(Call::named);
            sizes();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        require(
                overview == null || devices == null && !files.isEmpty() && !names.isEmpty(),
                "--overview needs --points and --calls, and measures nothing");
        require(
                (series ? 1 : 0) + (first ? 1 : 0) + (soak != null ? 1 : 0) <= 1,
                "only one of --series, --first, --soak");
        require(soak == null || soak >= 1, "soak must be 1 or more: soak=" + soak);
        require(threads >= 1, "threads must be 1 or more: threads=" + threads);
        require(threads == 1 || soak != null, "--threads belongs to --soak");
        require(repeats == null || repeats >= 1, "repeats must be 1 or more: repeats=" + repeats);
        require(
                (caseSeconds == null || caseSeconds > 0) && runSeconds > 0,
                "seconds must be above 0: case-seconds=" + caseSeconds + ", run-seconds=" + runSeconds);
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private List<Call> calls() {
        return names.isEmpty()
                ? Call.ALL.stream()
                        .filter(call -> series || soak != null || !call.table().isEmpty())
                        .toList()
                : names.stream().map(Call::named).distinct().toList();
    }

    /** The sizes that were given, ascending. */
    private List<Integer> sizes() {
        return sizes.stream()
                .flatMap(text -> {
                    String[] ends = text.split("\\.\\.");
                    return ends.length == 2 ? powers(size(ends[0]), size(ends[1])) : Stream.of(size(text));
                })
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<Integer> powers(int from, int to) {
        return IntStream.iterate(0, exponent -> exponent + 1)
                .mapToLong(exponent -> from * (long) Math.pow(10, exponent))
                .takeWhile(size -> size <= to)
                .mapToObj(Math::toIntExact);
    }

    private static int size(String text) {
        try {
            int size = new BigDecimal(text).intValueExact();
            if (size >= 1) {
                return size;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("not a size: " + text, e);
        }
        throw new IllegalArgumentException("sizes must be 1 or more: " + text);
    }

    private List<Integer> sizes(Call call) {
        List<Integer> given = sizes();
        if (given.isEmpty()) {
            given = quick
                    ? (series ? List.of(QUICK_SIZE / 10, QUICK_SIZE / 2, QUICK_SIZE) : List.of(QUICK_SIZE))
                    : series || call.table().isEmpty()
                            ? powers(1_000, call.largest()).toList()
                            : call.table();
        }
        return given;
    }

    private int repeats(int unlessGiven) {
        return repeats != null ? repeats : quick ? QUICK_REPEATS : unlessGiven;
    }

    private Map<String, String> facts(Machine machine) {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put(
                "JVM options",
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(option -> option.startsWith("-X") && !option.contains("/"))
                        .collect(Collectors.joining(" ")));
        facts.put("Heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        if (quick) {
            facts.put("Note", Header.QUICK);
        }
        reportOptions.addNote(facts);
        return facts;
    }

    /** Prints lines as they come and writes them: a run on a borrowed machine may end early. */
    private Consumer<String> written(String titles, Map<String, String> facts, List<String> lines, Path csv) {
        return line -> {
            lines.add(line);
            spec.commandLine().getOut().println(line);
            spec.commandLine().getOut().flush();
            try {
                PointsFile.of(facts, lines).write(titles, csv);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + csv, e);
            }
        };
    }

    private PointsFile measure(Map<String, String> facts, Path csv) {
        double seconds = caseSeconds != null ? caseSeconds : series ? 3 : 10;
        CallSeries.Effort effort = new CallSeries.Effort(
                repeats(7), quick ? 0 : LEAST_NANOS, (long) (seconds * 1e9), (long) (runSeconds * 1e9), !series);
        facts.put(
                "Times",
                "wall clock, all devices in this process, in turn; " + effort.repeats() + " later calls, fewer after "
                        + seconds + " s, more where they are short");
        Map<String, Engine> engines = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        try {
            List<String> opened = new ArrayList<>();
            for (String device : devices) {
                long start = System.nanoTime();
                engines.put(device, Backends.open(device));
                opened.add(device + " " + MarkdownTable.number((System.nanoTime() - start) / 1e6) + " ms");
            }
            facts.put("Engines opened in", String.join(", ", opened));
            CallSeries timer = new CallSeries(engines, effort, written(CallPoint.CSV_TITLES, facts, lines, csv));
            calls().forEach(call -> timer.measure(call, sizes(call)));
        } finally {
            engines.values().forEach(Engine::close);
        }
        return PointsFile.of(facts, lines);
    }

    private int overview() throws IOException {
        PointsFile all = read().stream().reduce(PointsFile::plus).orElseThrow();
        List<CallPoint> points = all.points().stream().map(CallPoint::ofCsv).toList();
        for (String name : names) {
            require(
                    points.stream().anyMatch(point -> point.call().equals(name)),
                    "the files of --points have no " + name);
        }
        CallReport.overview(
                "Time of later calls: " + all.facts().get("Devices") + ", jvm ("
                        + all.facts().get("Processor") + ")",
                names,
                points,
                overview);
        return 0;
    }

    private List<PointsFile> read() throws IOException {
        List<PointsFile> found = new ArrayList<>();
        for (Path file : files) {
            found.add(PointsFile.read(CallPoint.CSV_TITLES, file));
        }
        return found;
    }

    /** Reports what was measured, if anything, and the files. */
    private int together(PointsFile measured, String measuredName) throws IOException {
        List<PointsFile> found = new ArrayList<>();
        if (measured != null) {
            found.add(measured);
        }
        found.addAll(read());
        String name = measuredName != null
                ? measuredName
                : files.get(0).getFileName().toString().replaceFirst("\\.csv$", "");
        PointsFile all = found.stream().reduce(PointsFile::plus).orElseThrow();
        all.write(CallPoint.CSV_TITLES, reportOptions.output().resolve(name + ".csv"));
        List<CallPoint> points = all.points().stream().map(CallPoint::ofCsv).toList();
        Map<String, String> plots = noPlots ? Map.of() : CallReport.plots(points, name);
        int status = end(
                all, CallReport.of(all, points, plots), reportOptions.output().resolve(name));
        // Last, as it fails where there are no fonts.
        for (Map.Entry<String, String> plot : plots.entrySet()) {
            CallReport.plot(plot.getKey(), points, reportOptions.output().resolve(plot.getValue()));
        }
        return status;
    }

    private int first(Map<String, String> facts, Path name) throws IOException {
        facts.put("Times", "wall clock; each case in a process of its own");
        List<String> lines = new ArrayList<>();
        Consumer<String> written =
                written(CallStart.CSV_TITLES, facts, lines, name.resolveSibling(name.getFileName() + ".csv"));
        for (Call call : calls()) {
            for (int n : sizes(call)) {
                for (String device : devices) {
                    CallStart.measure(call, n, device, repeats(3), written);
                }
            }
        }
        PointsFile all = PointsFile.of(facts, lines);
        return end(all, CallStart.report(all), name);
    }

    private int soak(Map<String, String> facts, Path name) throws IOException {
        int count = quick ? Math.min(soak, QUICK_SOAK) : soak;
        facts.put("Soak", count + " calls, at once " + threads + ", seed " + seed);
        List<String> all = new ArrayList<>();
        StringBuilder tables = new StringBuilder();
        Consumer<String> written = written(
                "device," + CallSoak.Look.CSV_TITLES, facts, all, name.resolveSibling(name.getFileName() + ".csv"));
        for (String device : devices) {
            tables.append("\n## ").append(device).append("\n\n");
            MarkdownTable.titles(tables, List.of(CallSoak.Look.CSV_TITLES.split(",")));
            new CallSoak(calls(), quick ? QUICK_SIZE : SOAK_SIZE, seed, threads, line -> {
                        if (PointsFile.isMissing(line)) {
                            written.accept(line.replaceFirst(": ", ": " + device + ", "));
                        } else {
                            MarkdownTable.line(tables, List.of(line.split(",")));
                            written.accept(device + "," + line);
                        }
                    })
                    .run(device, count, growth);
        }
        StringBuilder text = new StringBuilder(Header.of("soak of calls", facts));
        PointsFile file = PointsFile.of(facts, all);
        text.append(
                file.missing().isEmpty()
                        ? "All answers were right, and neither heap nor threads grew by more than they may.\n"
                        : "");
        file.missing().forEach(line -> text.append("- **").append(line).append("**\n"));
        return end(file, text.append(tables).toString(), name);
    }

    /** Writes a report and gives the exit code. */
    private int end(PointsFile file, String text, Path name) throws IOException {
        Path report = name.resolveSibling(name.getFileName() + ".md");
        Files.writeString(report, text);
        spec.commandLine().getOut().println("written: " + report);
        return file.missing().stream().anyMatch(PointsFile::isFailure)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }
}
