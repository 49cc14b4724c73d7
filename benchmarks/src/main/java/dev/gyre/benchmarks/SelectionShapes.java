package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.SelectionTable;
import dev.gyre.engine.select.SinglePass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run selection-shapes}: a selection in a single pass over values on the device, for many ways to cut
 * it up: where the values of {@link SelectionTable} come from.
 */
@Command(
        name = "benchmarks/run selection-shapes",
        description = "Times ways to cut up a selection in a single pass; writes a table and points.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SelectionShapes extends Experiment {

    private static final List<String> TITLES =
            List.of("device,rows,n,distribution,k,parts,capacity,slots,runs,median ns,fastest ns".split(","));

    private static final int QUICK_ROWS = 3;
    private static final int QUICK_SIZE = 3_000;

    @Option(names = "--rows", defaultValue = "2000", description = "Rows; ${DEFAULT-VALUE} unless given.")
    private int rows;

    @Option(names = "--n", defaultValue = "1000000", description = "Values per row; ${DEFAULT-VALUE} unless given.")
    private int n;

    @Option(
            names = "--k",
            split = ",",
            defaultValue = "10,100,1000",
            description = "Values kept per row; ${DEFAULT-VALUE} unless given.")
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

    @Option(names = "--runs", defaultValue = "10", description = "Runs of each; ${DEFAULT-VALUE} unless given.")
    private int runs;

    /** A way to cut it up. It has values of its own: a program that shares them over many phases fails on TornadoVM 5.2. */
    private final class Shape extends WorkCase {

        private final int kept;
        private final SinglePass shape;

        Shape(int kept, SinglePass shape) {
            this.kept = kept;
            this.shape = shape;
        }

        @Override
        ResidentWork work(Engine engine) {
            float[] values = distribution.rows(rows, n);
            return ResidentWork.of(
                    toString(),
                    values,
                    RowSelection.singlePass(values, rows, n, kept, Order.ASCENDING, shape, engine.device()));
        }

        @Override
        public String series() {
            return toString();
        }

        @Override
        public List<Row> rows(String device, Map<String, Runs> found) {
            Runs resident = found.get(RESIDENT);
            return List.of(Row.of(
                    TITLES,
                    List.of(
                            device,
                            rows,
                            n,
                            distribution,
                            kept,
                            shape.parts(),
                            shape.capacity(),
                            shape.slots(),
                            resident.count(),
                            resident.median(),
                            resident.fastest())));
        }

        @Override
        public String toString() {
            return "k = " + kept + ", " + shape;
        }
    }

    @Override
    String title() {
        return "selection-shapes";
    }

    @Override
    List<String> titles() {
        return TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        if (isQuick()) {
            rows = QUICK_ROWS;
            n = QUICK_SIZE;
        }
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.exactly(1, runs);
    }

    @Override
    Map<String, String> facts() {
        return Map.of("Times", budget().toString());
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (Engine engine : engines.values()) {
            for (int kept : k) {
                SinglePass chosen =
                        SelectionTable.singlePass(rows, n, kept, engine.device().type());
                shapes(chosen, kept).forEach(shape -> cases.add(new Shape(kept, shape)));
            }
        }
        return cases;
    }

    private List<SinglePass> shapes(SinglePass chosen, int kept) {
        List<SinglePass> shapes = new ArrayList<>();
        for (int p : parts) {
            for (int c : capacity) {
                for (int s : slots) {
                    if (c == 0 || c > kept) {
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

    @Override
    String preamble(PointsFile file) {
        return "Milliseconds around the run of the selection, with the values on the device, where the result stays.\n";
    }

    @Override
    List<Part> parts(List<Row> found) {
        Table<Row> table =
                Table.ofRows("device", "rows", "n", "distribution", "k", "parts", "capacity", "slots", "runs");
        return List.of(new Part(
                "Shapes", Table.addMillis(table, List.of("median", "fastest")).of(found), List.of()));
    }
}
