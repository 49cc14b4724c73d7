package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run kd-tree}: the steps of the build of a large kd-tree by one prepared program, and of whole
 * self-joins.
 */
@Command(
        name = "benchmarks/run kd-tree",
        description = "Times the steps of builds of kd-trees and of self-joins; writes tables, and figures as CSV.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class KdTreeExperiment extends Experiment {

    /** A half of the experiment. */
    enum Part {
        /** Builds by one prepared program. */
        BUILD,
        /** Whole self-joins. */
        JOIN
    }

    private static final int QUICK_SIZE = 3_000;

    private static final String BUILD_LEGEND =
            "Milliseconds. `load`: the copy of the points to the device, and keys of their coordinates. `sort`: order by super key, and removal of duplicates. `arrange`: the tree and its"
                    + " boxes. After `load to arrange` the tree is on the device. The first run compiles.\n\n";

    private static final String JOIN_LEGEND =
            "Milliseconds. `prepare` and `refine` are on the host, `compute` is build and search on the device, where every"
                    + " join runs its phases for the first time. With and without transfers: neither has `compile`,"
                    + " which every join does anew on a device; the wall clock has all.\n\n";

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
            description =
                    "Points of a join, also ONE_1E10, FILL, SPREAD, TWO_CLUSTERS, …; ${DEFAULT-VALUE} unless given.")
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

    @Override
    String title() {
        return "kd-tree";
    }

    @Override
    List<String> titles() {
        return KdTreeCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.exactly(1, runs);
    }

    @Override
    Map<String, String> facts() {
        return new TreeMap<>(
                Map.of("Times", budget().toString(), "Points", "rounded to float32, but for shapes with outliers"));
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        if (only != Part.JOIN) {
            addCases(cases, sizes, dims, shapes, 0);
        }
        if (only != Part.BUILD) {
            addCases(cases, joinSizes, joinDims, joinShapes, k);
        }
        return cases;
    }

    private void addCases(List<Case> cases, int[] ofSizes, int[] ofDims, String[] ofShapes, int neighbors) {
        for (String shape : ofShapes) {
            for (int n : isQuick() ? new int[] {QUICK_SIZE} : ofSizes) {
                for (int dim : ofDims) {
                    cases.add(
                            neighbors == 0
                                    ? new KdTreeCase.Build(shape, n, dim)
                                    : new KdTreeCase.Join(shape, n, dim, neighbors));
                }
            }
        }
    }

    @Override
    String preamble(PointsFile file) {
        return "";
    }

    @Override
    List<Experiment.Part> parts(List<Row> rows) {
        List<Experiment.Part> parts = new ArrayList<>();
        addPart(parts, "Build", BUILD_LEGEND, KdTreeCase.BUILD, rows);
        addPart(parts, "Self-join", JOIN_LEGEND, KdTreeCase.JOIN, rows);
        return parts;
    }

    private static void addPart(
            List<Experiment.Part> parts, String title, String legend, String operation, List<Row> all) {
        List<Row> rows = all.stream()
                .filter(row -> row.text("operation").equals(operation))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        Table<Line> table = new Table<>();
        for (String column : List.of("backend", "shape", "n", "dims", "k")) {
            table.text(column, line -> line.cases.text(column).replaceFirst("^0$", Run.UNKNOWN));
        }
        table.text("run", line -> line.run);
        for (String step : rows.stream().map(row -> row.text("step")).distinct().toList()) {
            table.number(step, line -> line.millis(rows, step));
        }
        List<Line> lines = new ArrayList<>();
        String firstStep = rows.get(0).text("step");
        rows.stream()
                .filter(row -> row.text("step").equals(firstStep))
                .forEach(row -> List.of("first", "median", "fastest").forEach(run -> lines.add(new Line(row, run))));
        parts.add(new Experiment.Part(title, legend + table.of(lines), List.of()));
    }

    /** The steps of one case in its first, median or fastest run. */
    private record Line(Row cases, String run) {

        double millis(List<Row> rows, String step) {
            return rows.stream()
                    .filter(row -> row.text("step").equals(step)
                            && List.of("backend", "shape", "n", "dims", "k").stream()
                                    .allMatch(title -> row.text(title).equals(cases.text(title))))
                    .mapToDouble(row -> Table.millis(row, run + " ns"))
                    .findFirst()
                    .orElse(Double.NaN);
        }
    }
}
