package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The base of all experiments that are timed without JMH: {@link Case}s on devices give rows, which are written as CSV at once; rows of
 * this run and of earlier runs become a report of tables and plots.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class Experiment implements Callable<Integer> {

    private final String title;
    private final String what;
    private final List<String> titles;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"--device", "--devices"},
            paramLabel = "ID",
            split = ",",
            description =
                    "Where: jvm-1 (one thread), jvm, opencl:0, …; can be repeated. Without it: what the experiment "
                            + "makes sense for, or none with --points.")
    private List<String> devices;

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description = "The .csv of an earlier run, to be reported together; can be repeated. "
                    + "Where nothing else is measured, the report is named as the first of them.")
    private List<Path> files = List.of();

    @Option(names = "--no-plots", description = "For a machine without fonts: draw with --points on another one.")
    private boolean noPlots;

    /** The device for which another process started this one. */
    @Option(names = "--here", hidden = true)
    private String here;

    @Mixin
    private final ReportOptions reportOptions = new ReportOptions();

    /**
     * A section of a report.
     *
     * @param title its heading
     * @param text tables and the text about them
     * @param plots its plots
     */
    record Part(String title, String text, List<LogPlot> plots) {}

    Experiment(String title, String what, String titles) {
        this.title = title;
        this.what = what;
        this.titles = List.of(titles.split(","));
    }

    /** Runs an experiment with the arguments of its command line and returns the exit code. */
    static int run(Experiment experiment, String... arguments) {
        CommandLine line = new CommandLine(experiment).setCommandName("benchmarks/run " + experiment.title());
        line.getCommandSpec().usageMessage().description(experiment.what);
        return line.setCaseInsensitiveEnumValuesAllowed(true).execute(arguments);
    }

    /** Returns its name, which is also that of its files. */
    String title() {
        return title;
    }

    /** Returns the titles of its rows. */
    List<String> titles() {
        return titles;
    }

    /** Returns the devices to use unless others are named. */
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    /** Checks the options beyond their types. */
    void check() {}

    /** Returns how often a case is timed. */
    abstract Budget budget();

    /** Returns the median time of a case above which later cases of its series are left out. */
    abstract long mostNanos();

    /** Returns whether devices take turns in one process; else each has its own process, except in quick runs. */
    boolean inTurn() {
        return false;
    }

    /** Returns the facts of the report besides machine, date and devices. */
    Map<String, String> facts() {
        return new TreeMap<>(Map.of("Times", "wall clock; " + budget()));
    }

    /** Returns the cases, those of a series by ascending size. */
    abstract List<Case> cases(Map<String, Engine> engines, Consumer<String> lines);

    /** Returns the text above all tables. */
    abstract String preamble(PointsFile file);

    /** Returns the tables and plots. */
    abstract List<Part> parts(List<Row> rows);

    /** Returns a table of rows for each combination of the values of some columns, whose titles are separated by commas. */
    static List<Part> tables(List<Row> rows, String by, Function<List<Row>, String> table) {
        List<String> titles = List.of(by.split(","));
        Map<Sizes, List<Row>> groups = rows.stream()
                .collect(Collectors.groupingBy(row -> Sizes.of(row, titles), LinkedHashMap::new, Collectors.toList()));
        List<Part> parts = new ArrayList<>();
        groups.forEach((group, some) -> parts.add(new Part(group.title(), table.apply(some), List.of())));
        return parts;
    }

    /** Measures the cases; experiments without cases override this. */
    void measure(List<String> where, Consumer<String> lines) throws IOException {
        if (inTurn()) {
            measureHere(where, lines);
            return;
        }
        for (String device : where) {
            if (isQuick()) {
                measureHere(List.of(device), lines);
            } else {
                List<String> arguments = new ArrayList<>(List.of(title));
                arguments.addAll(spec.commandLine().getParseResult().originalArgs());
                arguments.addAll(List.of("--here", device));
                AnotherProcess.run(Main.class, device, lines, arguments.toArray(String[]::new));
            }
        }
    }

    private void measureHere(List<String> where, Consumer<String> lines) {
        Map<String, Engine> engines = new LinkedHashMap<>();
        try {
            List<String> opened = new ArrayList<>();
            for (String device : where) {
                long nanos = Run.time(() -> engines.put(device, Backends.open(device)));
                opened.add(device + " " + Table.number(nanos / 1e6) + " ms");
            }
            lines.accept(PointsFile.fact("Engines opened in", String.join(", ", opened)));
            Measuring measuring = new Measuring(titles(), engines, budget(), mostNanos(), lines);
            cases(engines, lines).forEach(measuring::measure);
        } finally {
            engines.values().forEach(Engine::close);
        }
    }

    @Override
    public Integer call() throws IOException {
        try {
            if (devices == null && files.isEmpty() && here == null) {
                devices = allDevices();
            }
            if (devices != null && here == null) {
                Backends.requireKnown(devices.stream()
                        .filter(device -> !inTurn() || !device.equals(Settings.AUTO))
                        .toList());
            }
            check();
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        }
        if (here != null) {
            String mark = AnotherProcess.mark(Main.class);
            measureHere(List.of(here), line -> System.out.println(mark + line));
            return CommandLine.ExitCode.OK;
        }
        return report();
    }

    /** Measures, if there are devices, and reports the results together with the files. */
    int report() throws IOException {
        Files.createDirectories(reportOptions.output());
        List<PointsFile> found = new ArrayList<>();
        String name =
                files.isEmpty() ? null : files.get(0).getFileName().toString().replaceFirst("\\.csv$", "");
        if (devices != null) {
            // First, because a process that runs a driver cannot ask another one for the devices.
            Machine machine = new Machine();
            name = machine.fileName(title())
                    + (devices.size() == 1 ? "-" + devices.get(0).replace(":", "") : "");
            found.add(measured(machine, reportOptions.output().resolve(name + ".csv")));
        }
        found.addAll(earlier());
        PointsFile all = found.stream().reduce(PointsFile::plus).orElseThrow();
        all.write(reportOptions.output().resolve(name + ".csv"));
        write(all, name);
        return all.failures().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** Reads the results of earlier runs. */
    List<PointsFile> earlier() throws IOException {
        List<PointsFile> found = new ArrayList<>();
        for (Path file : files) {
            found.add(PointsFile.read(titles(), file));
        }
        return found;
    }

    private PointsFile measured(Machine machine, Path csv) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put(
                "JVM options",
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(option -> option.startsWith("-X") && !option.contains("/"))
                        .collect(Collectors.joining(" ")));
        facts.put("Heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        facts.putAll(facts());
        reportOptions.addNotes(facts);
        List<String> lines = new ArrayList<>();
        measure(devices, line -> {
            lines.add(line);
            spec.commandLine().getOut().println(line);
            spec.commandLine().getOut().flush();
            try {
                // After each line: a run on a borrowed machine may end early.
                PointsFile.of(titles(), facts, lines).write(csv);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + csv, e);
            }
        });
        return PointsFile.of(titles(), facts, lines);
    }

    private void write(PointsFile all, String name) throws IOException {
        StringBuilder text = new StringBuilder(ReportOptions.header(title(), all.facts()));
        all.failures().forEach(line -> text.append("- **").append(line).append("**\n"));
        text.append(preamble(all)).append('\n');
        List<Part> parts = parts(all.rows());
        for (Part part : parts) {
            text.append("## ")
                    .append(part.title)
                    .append("\n\n")
                    .append(part.text)
                    .append('\n');
            for (LogPlot plot : noPlots ? List.<LogPlot>of() : part.plots) {
                text.append("![" + plot.title() + "](" + plot.file(name) + ")\n\n");
            }
        }
        all.skipped().forEach(line -> text.append("- ").append(line).append('\n'));
        Path report = reportOptions.output().resolve(name + ".md");
        Files.writeString(report, text);
        // Last, because it fails without fonts.
        for (Part part : noPlots ? List.<Part>of() : parts) {
            for (LogPlot plot : part.plots) {
                plot.write(reportOptions.output().resolve(plot.file(name)));
            }
        }
        spec.commandLine().getOut().println("written: " + report);
    }

    /** Returns the exception for options that make no sense. */
    ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    boolean isQuick() {
        return reportOptions.isQuick();
    }

    /** Returns whether files are reported and nothing is measured. */
    boolean isOnlyReport() {
        return devices == null && !files.isEmpty();
    }

    /** Throws unless a condition on the options holds. */
    static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
