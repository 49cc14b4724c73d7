package dev.gyre.benchmarks;

import java.io.IOException;
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
 * The command {@code benchmarks/run scaling}: what operations cost for each element as their number grows, on the JVM and on
 * devices, with data there and with copies. Each backend is measured in a process of its own.
 */
@Command(
        name = "benchmarks/run scaling",
        description = "Measures operations over growing numbers of elements; writes a table, points and plots.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ScalingExperiment implements Callable<Integer> {

    private static final ScalingSizes QUICK_SIZES = new ScalingSizes(6, 8);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "ID",
            description = "A backend to run on: jvm-1 (one thread), jvm, opencl:0, …; can be repeated. "
                    + "Without it: all, or none with --points.")
    private List<String> devices;

    @Option(
            names = "--operation",
            paramLabel = "NAME",
            description = "${COMPLETION-CANDIDATES}; can be repeated. Without it: all.")
    private List<ScalingOperation> operations = List.of(ScalingOperation.values());

    @Option(
            names = "--min",
            paramLabel = "N",
            defaultValue = "10",
            description = "Exponent of the smallest size; ${DEFAULT-VALUE} unless given.")
    private int min;

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "26",
            description = "Exponent of the largest size on devices; ${DEFAULT-VALUE} unless given.")
    private int max;

    @Option(
            names = "--jvm-max",
            paramLabel = "N",
            defaultValue = "24",
            description = "Exponent of the largest size on the JVM; ${DEFAULT-VALUE} unless given.")
    private int jvmMax;

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description = "The .csv of an earlier run on the same machine, to be reported together; can be repeated. "
                    + "Where nothing else is measured, the report is named as the first of them.")
    private List<Path> files = List.of();

    @Option(names = "--quick", description = "Tiny sizes in this process: shows that everything works.")
    private boolean quick;

    @Option(names = "--no-plots", description = "For a machine without fonts: draw with --points on another one.")
    private boolean noPlots;

    @Mixin
    private ReportOptions reportOptions;

    /** For the command line. */
    public ScalingExperiment() {}

    /**
     * Runs the command.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new ScalingExperiment())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        List<ScalingResults> all = new ArrayList<>();
        String name = null;
        List<String> backends = backends();
        if (!backends.isEmpty()) {
            Machine machine = new Machine();
            name = machine.fileName("scaling");
            all.add(measure(backends, machine));
        }
        for (Path file : files) {
            all.add(ScalingResults.read(file));
        }
        if (name == null) {
            name = files.get(0).getFileName().toString().replaceFirst("\\.csv$", "");
        }
        ScalingResults results = all.stream().reduce(ScalingResults::plus).orElseThrow();
        write(results, name);
        return results.hasFailed() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private List<String> backends() {
        if (devices == null) {
            return files.isEmpty() ? Backends.all() : List.of();
        }
        try {
            Backends.requireKnown(devices);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        return devices;
    }

    private ScalingSizes sizes(String backend) {
        if (quick) {
            return QUICK_SIZES;
        }
        try {
            return new ScalingSizes(min, Backends.isJvm(backend) ? jvmMax : max);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private ScalingResults measure(List<String> backends, Machine machine) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>(machine.facts());
        facts.put("Times", quick ? RunBudget.QUICK.toString() : RunBudget.FULL + "; one process for each backend");
        for (ScalingOperation operation : operations) {
            facts.put("Data of " + operation, operation.data());
        }
        if (quick) {
            facts.put("Note", Header.QUICK);
        }
        reportOptions.addNote(facts);
        List<String> lines = new ArrayList<>();
        for (String backend : backends) {
            ScalingSizes sizes = sizes(backend);
            if (quick) {
                ScalingSeries.measure(backend, operations, sizes, RunBudget.QUICK, lines::add);
            } else {
                ScalingSeries.measureApart(backend, operations, sizes, line -> {
                    lines.add(line);
                    spec.commandLine().getOut().println(line);
                });
            }
        }
        return ScalingResults.of(facts, lines);
    }

    private void write(ScalingResults results, String name) throws IOException {
        Files.createDirectories(reportOptions.output());
        results.write(reportOptions.output().resolve(name + ".csv"));
        Map<String, String> plots = new LinkedHashMap<>();
        if (!noPlots) {
            results.byOperation().keySet().forEach(operation -> plots.put(operation, name + "-" + operation + ".png"));
        }
        Path report = reportOptions.output().resolve(name + ".md");
        Files.writeString(report, ScalingReport.of(results, plots));
        // Last, as it fails where there are no fonts.
        for (Map.Entry<String, String> plot : plots.entrySet()) {
            ScalingPlot.write(
                    plot.getKey(),
                    results.byOperation().get(plot.getKey()),
                    reportOptions.output().resolve(plot.getValue()));
        }
        spec.commandLine().getOut().println("written: " + report);
    }
}
