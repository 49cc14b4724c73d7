package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run scaling}: what operations cost for each element as their number grows, on the JVM and on
 * devices, with data there and with copies.
 */
@Command(
        name = "benchmarks/run scaling",
        description = "Measures operations over growing numbers of elements; writes a table, points and plots.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ScalingExperiment extends Experiment {

    private static final List<String> TITLES =
            List.of("operation", "backend", "transfers", "n", "runs", "median ns", "fastest ns");

    private static final int MOST_EXPONENT = 30;
    private static final int[] QUICK_EXPONENTS = {6, 8};

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

    /** An operation on some elements. */
    private static final class Scaled extends WorkCase {

        private final ScalingOperation operation;
        private final int n;
        private final boolean jvm;

        Scaled(ScalingOperation operation, int n, boolean jvm) {
            this.operation = operation;
            this.n = n;
            this.jvm = jvm;
        }

        @Override
        ResidentWork work(Engine engine) {
            return operation.work(n, engine);
        }

        @Override
        public String series() {
            return operation.toString();
        }

        @Override
        public List<String> timings() {
            return jvm ? List.of(RESIDENT) : List.of(RESIDENT, WITH_TRANSFERS);
        }

        @Override
        public List<Row> rows(String device, Map<String, Runs> found) {
            List<Row> rows = new ArrayList<>();
            found.forEach((timing, runs) -> rows.add(Row.of(
                    TITLES,
                    List.of(
                            operation,
                            device,
                            timing.equals(WITH_TRANSFERS),
                            n,
                            runs.count(),
                            runs.median(),
                            runs.fastest()))));
            return rows;
        }

        @Override
        public String toString() {
            return operation + " of n = " + n;
        }
    }

    @Override
    String title() {
        return "scaling";
    }

    @Override
    List<String> titles() {
        return TITLES;
    }

    @Override
    List<String> allDevices() {
        return Backends.all();
    }

    @Override
    void check() {
        require(
                min >= 0 && Math.max(max, jvmMax) <= MOST_EXPONENT,
                "exponents must be in 0.." + MOST_EXPONENT + ": min=" + min + ", max=" + max + ", jvm-max=" + jvmMax);
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.FULL;
    }

    @Override
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Times", budget() + "; one process for each backend");
        operations.forEach(operation -> facts.put("Data of " + operation, operation.data()));
        return facts;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (String device : engines.keySet()) {
            boolean jvm = Backends.isJvm(device);
            int from = isQuick() ? QUICK_EXPONENTS[0] : min;
            int to = isQuick() ? QUICK_EXPONENTS[1] : jvm ? jvmMax : max;
            for (ScalingOperation operation : operations) {
                IntStream.rangeClosed(from, to)
                        .forEach(exponent -> cases.add(new Scaled(operation, 1 << exponent, jvm)));
            }
        }
        return cases;
    }

    @Override
    String preamble(PointsFile file) {
        return "Nanoseconds per element, by number of elements; on devices with data there, and with all copies.\n";
    }

    @Override
    List<Part> parts(List<Row> rows) {
        List<Part> parts = new ArrayList<>();
        for (String operation :
                rows.stream().map(row -> row.text("operation")).distinct().toList()) {
            Comparison comparison = new Comparison(
                    rows.stream()
                            .filter(row -> row.text("operation").equals(operation))
                            .toList(),
                    ScalingExperiment::series,
                    n -> "2^" + Integer.numberOfTrailingZeros(n));
            parts.add(new Part(
                    operation,
                    comparison.table(ScalingExperiment::nanosPerElement).of(comparison.sizes())
                            + comparison.overtaking(),
                    List.of(plot(operation, comparison))));
        }
        return parts;
    }

    /** Where and how. */
    private static String series(Row row) {
        String backend = row.text("backend");
        if (Backends.isJvm(backend)) {
            return backend;
        }
        return backend + (Boolean.parseBoolean(row.text("transfers")) ? ", with transfers" : ", resident");
    }

    private static double nanosPerElement(Row row) {
        return row.number("median ns") / row.integer("n");
    }

    /** One color for each backend, dashed with transfers. */
    private static LogPlot plot(String operation, Comparison comparison) {
        List<String> backends = new ArrayList<>();
        List<LogPlot.Series> lines = new ArrayList<>();
        for (String name : comparison.names()) {
            String backend = name.replaceFirst(",.*", "");
            if (!backends.contains(backend)) {
                backends.add(backend);
            }
            int look = name.endsWith(WorkCase.WITH_TRANSFERS) ? 1 : 0;
            lines.add(
                    comparison.series(name, backends.indexOf(backend), look, name, ScalingExperiment::nanosPerElement));
        }
        return new LogPlot(operation, operation, "elements", "nanoseconds per element", lines);
    }
}
