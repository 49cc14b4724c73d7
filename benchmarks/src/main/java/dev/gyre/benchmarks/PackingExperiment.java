package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.op.RTreeOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run packing}: what the packings of R-trees are worth for each size of nodes, beside those of JTS and flatbush.
 */
@Command(
        name = "benchmarks/run packing",
        description =
                "Times builds and windows of R-trees by packing and size of nodes, and counts what windows touch.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PackingExperiment extends Experiment {

    private static final int QUICK_SIZE = 2_000;
    private static final String NODE_SIZE = "node size";
    private static final String LEGEND = """
            Milliseconds of the wall clock, of a build to its first answer (of other libraries: the build by one thread), and of all windows in one
            call; all trees of a table take turns. `nodes`: nodes whose children a window has tested; `boxes`: boxes of nodes and entries that it has tested;
            both in the mean of 10,000 windows, counted by one traversal without shortcuts over the boxes of each tree: Gyre's from
            aggregates, HPRtree's from `getBounds`, STRtree's from `getRoot`.
            """;

    @Option(
            names = "--n",
            defaultValue = "1000000",
            description = "Boxes, as far as there are so many; ${DEFAULT-VALUE} unless given.")
    private int n;

    @Option(names = "--windows", defaultValue = "100000", description = "Windows; ${DEFAULT-VALUE} unless given.")
    private int windows;

    @Option(
            names = "--shape",
            split = ",",
            defaultValue = "UNIFORM,CLUSTERED,COASTLINES",
            description = "${COMPLETION-CANDIDATES}; all unless given.")
    private List<BoxShape> shapes;

    @Option(
            names = "--node-size",
            split = ",",
            defaultValue = "2,4,8,16,32,64",
            description = "Most children of a node; ${DEFAULT-VALUE} unless given.")
    private int[] nodeSizes;

    @Option(names = "--no-peers", description = "Without other libraries.")
    private boolean noPeers;

    @Option(
            names = "--runs",
            defaultValue = "3",
            description = "Runs after a first one, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Override
    String title() {
        return "packing";
    }

    @Override
    List<String> titles() {
        return PackingCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    @Override
    void check() {
        require(n >= 1 && windows >= 1, "n and windows must be 1 or more: n=" + n + ", windows=" + windows);
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        for (int nodeSize : nodeSizes) {
            RTreeOptions.DEFAULT.withNodeSize(nodeSize);
        }
    }

    @Override
    boolean inTurn() {
        return true;
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
        return shapes.stream()
                .<Case>map(shape -> PackingCase.all(
                        shape,
                        isQuick() ? QUICK_SIZE : n,
                        isQuick() ? QUICK_SIZE : windows,
                        noPeers ? List.of() : List.of(BoxPeer.values()),
                        nodeSizes))
                .toList();
    }

    @Override
    String preamble(PointsFile file) {
        return LEGEND;
    }

    @Override
    List<Part> parts(List<Row> rows) {
        return Arrays.stream(BoxShape.values())
                .map(BoxShape::name)
                .filter(shape -> rows.stream().anyMatch(row -> row.text("shape").equals(shape)))
                .map(shape -> part(rows.stream()
                        .filter(row -> row.text("shape").equals(shape))
                        .toList()))
                .toList();
    }

    private static Part part(List<Row> rows) {
        Table<Row> table = Table.ofRows("tree", NODE_SIZE, "device")
                .number("nodes", row -> row.number("nodes"))
                .number("boxes", row -> row.number("boxes"));
        Table.addMillis(table, List.of("build median", "build fastest", "windows median", "windows fastest"));
        Row one = rows.get(0);
        String title = one.text("shape") + ", n = " + one.text("n") + ", " + one.text("windows") + " windows";
        return new Part(title, table.of(rows), List.of());
    }
}
