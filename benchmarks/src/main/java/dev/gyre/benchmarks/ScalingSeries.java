package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The points of the {@link ScalingExperiment} on one backend. */
public final class ScalingSeries {

    private static final String COMMA = ",";

    private final Engine engine;
    private final String backend;
    private final RunBudget budget;
    private final Consumer<String> lines;

    private ScalingSeries(Engine engine, String backend, RunBudget budget, Consumer<String> lines) {
        this.engine = engine;
        this.backend = backend;
        this.budget = budget;
        this.lines = lines;
    }

    /**
     * Measures in a process of its own and prints the lines.
     *
     * @param arguments the backend, the operations with commas between, the exponents of the smallest and largest size
     */
    public static void main(String[] arguments) {
        List<ScalingOperation> operations = Arrays.stream(arguments[1].split(COMMA))
                .map(ScalingOperation::valueOf)
                .toList();
        ScalingSizes sizes = new ScalingSizes(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        String mark = AnotherProcess.mark(ScalingSeries.class);
        measure(arguments[0], operations, sizes, RunBudget.FULL, line -> System.out.println(mark + line));
        // A driver may have threads that would keep the process.
        System.exit(0);
    }

    /**
     * Measures in this process.
     *
     * @param backend where
     * @param operations what
     * @param sizes on how many elements
     * @param budget how often
     * @param lines takes points as CSV, and what to say about points that are missing
     */
    static void measure(
            String backend,
            List<ScalingOperation> operations,
            ScalingSizes sizes,
            RunBudget budget,
            Consumer<String> lines) {
        try (Engine engine = Backends.open(backend)) {
            ScalingSeries series = new ScalingSeries(engine, backend, budget, lines);
            operations.forEach(operation -> series.measure(operation, sizes));
        }
    }

    /**
     * Measures in a process of its own, as an engine leaves a driver behind, compiled code and memory.
     *
     * @param backend where
     * @param operations what
     * @param sizes on how many elements
     * @param lines takes points as CSV, and what to say about points that are missing
     * @throws IOException if the process cannot be started
     */
    static void measureApart(
            String backend, List<ScalingOperation> operations, ScalingSizes sizes, Consumer<String> lines)
            throws IOException {
        AnotherProcess.run(
                ScalingSeries.class,
                backend,
                lines,
                backend,
                operations.stream().map(Enum::name).collect(Collectors.joining(COMMA)),
                Integer.toString(sizes.min()),
                Integer.toString(sizes.max()));
    }

    /** From the smallest size on, up to one that does not work. */
    private void measure(ScalingOperation operation, ScalingSizes sizes) {
        for (int n : sizes.all()) {
            String problem = measure(operation, n);
            if (problem != null) {
                lines.accept(problem.replaceAll("\\s+", " "));
                return;
            }
        }
    }

    /** Why there is no point, or null. */
    private String measure(ScalingOperation operation, int n) {
        String what = operation + " on " + backend + " from n = " + n + " on: ";
        try {
            ResidentWork work = operation.work(n, engine.device());
            String tooLarge = tooLarge(work, engine.device(), engine.settings().memoryLimit());
            if (tooLarge != null) {
                return PointsFile.SKIPPED + what + tooLarge;
            }
            try (PreparedWork prepared = work.prepare(engine)) {
                accept(operation, n, false, budget.time(prepared::load, prepared::run));
                if (!Backends.isJvm(backend)) {
                    accept(operation, n, true, budget.time(prepared::restore, prepared::copyAndRun));
                }
            }
            return null;
        } catch (OutOfMemoryError e) {
            return PointsFile.SKIPPED + what + "the Java heap of "
                    + Runtime.getRuntime().maxMemory() + " bytes is too small";
        } catch (DeviceException e) {
            return PointsFile.FAILED + what + e.getMessage();
        }
    }

    /** Why work does not fit a device, or null. */
    static String tooLarge(ResidentWork work, Device device, long memoryLimit) {
        long limit = Math.min(device.memoryBytes(), memoryLimit);
        if (work.bytes() > limit) {
            return "needs " + work.bytes() + " bytes, there are " + limit;
        }
        if (work.largestArrayBytes() > device.maxArrayBytes()) {
            return "needs an array of " + work.largestArrayBytes() + " bytes, the most is " + device.maxArrayBytes();
        }
        return null;
    }

    private void accept(ScalingOperation operation, int n, boolean transfers, RunBudget.Times times) {
        lines.accept(new ScalingPoint(
                        operation.toString(), backend, transfers, n, times.runs(), times.median(), times.fastest())
                .toCsv());
    }
}
