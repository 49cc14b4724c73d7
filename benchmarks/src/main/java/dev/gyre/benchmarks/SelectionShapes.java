package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.SelectionWays;
import dev.gyre.engine.select.SinglePass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Times a selection in a single pass for many ways to cut it up, on one matrix: where the values of {@link
 * SelectionWays} come from.
 */
@Command(name = "SelectionShapes", mixinStandardHelpOptions = true, sortOptions = false)
public final class SelectionShapes implements Callable<Integer> {

    private static final String LOAD = "load";
    private static final String SELECT = "select";

    @Option(names = "--device", defaultValue = "jvm", description = "Backend; ${DEFAULT-VALUE} unless given.")
    private String device;

    @Option(names = "--rows", defaultValue = "2000", description = "Rows.")
    private int rows;

    @Option(names = "--n", defaultValue = "1000000", description = "Values per row.")
    private int n;

    @Option(names = "--k", split = ",", defaultValue = "10,100,1000", description = "Values kept per row.")
    private int[] k;

    @Option(names = "--distribution", defaultValue = "UNIFORM", description = "${COMPLETION-CANDIDATES}.")
    private RowData distribution;

    @Option(names = "--parts", split = ",", defaultValue = "0", description = "Parts per row; 0: as the engine.")
    private int[] parts;

    @Option(
            names = "--capacity",
            split = ",",
            defaultValue = "0",
            description = "Pairs sorted at once; 0: as the engine.")
    private int[] capacity;

    @Option(names = "--slots", split = ",", defaultValue = "0", description = "Slots per thread; 0: as the engine.")
    private int[] slots;

    @Option(
            names = "--runs",
            defaultValue = "10",
            description = "Runs of each, of which the best and the mean are told.")
    private int runs;

    /** For the command line. */
    public SelectionShapes() {}

    /**
     * Runs the command.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SelectionShapes()).execute(arguments));
    }

    @Override
    public Integer call() {
        float[] values = distribution.rows(rows, n);
        try (Engine engine = Backends.open(device)) {
            for (int wanted : k) {
                for (SinglePass shape : shapes(wanted, engine)) {
                    time(engine, values, wanted, shape);
                }
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private List<SinglePass> shapes(int wanted, Engine engine) {
        SinglePass chosen =
                SelectionWays.singlePass(rows, n, wanted, engine.device().type());
        List<SinglePass> shapes = new ArrayList<>();
        for (int p : parts) {
            for (int c : capacity) {
                for (int s : slots) {
                    if (c == 0 || c > wanted) {
                        shapes.add(new SinglePass(
                                p == 0 ? chosen.parts() : p,
                                c == 0 ? chosen.capacity() : c,
                                s == 0 ? chosen.slots() : s));
                    }
                }
            }
        }
        return shapes.stream().distinct().toList();
    }

    /** A program for each, with a copy of the values: one that shares them over many phases fails on TornadoVM 5.2. */
    private void time(Engine engine, float[] values, int wanted, SinglePass shape) {
        RowSelection selection =
                RowSelection.singlePass(values, rows, n, wanted, Order.ASCENDING, shape, engine.device());
        Phase.Builder select = Phase.named(SELECT);
        selection.stages().forEach(select::stage);
        Phase load =
                Phase.named(LOAD).upload(values).upload(selection.parameters()).build();
        try (Execution execution = engine.prepare(Program.of("selection shapes", load, select.build()))) {
            execution.run(LOAD, Progress.NONE);
            execution.run(SELECT, Progress.NONE);
            double best = Double.POSITIVE_INFINITY;
            double sum = 0;
            for (int run = 0; run < runs; run++) {
                long start = System.nanoTime();
                execution.run(SELECT, Progress.NONE);
                double millis = (System.nanoTime() - start) / 1e6;
                best = Math.min(best, millis);
                sum += millis;
            }
            System.out.printf(Locale.ROOT, "k=%d %s: best %.3f ms, mean %.3f ms%n", wanted, shape, best, sum / runs);
        }
    }
}
