package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run grid}: builds of grids on a device, joins within a radius by grid and by tree, and joins of nearest neighbors by tree, grid
 * and both ({@link JoinMethod#HYBRID_GRID}) by threads of the device a point, over the datasets of Gowanlock (2021).
 */
@Command(
        name = "benchmarks/run grid",
        description = "Times builds of grids, and self-joins by grids, trees and both together.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class GridExperiment extends Experiment {

    /** A part of the experiment. */
    enum Half {
        /** Builds on the device. */
        BUILD,
        /** Joins within a radius. */
        RADIUS,
        /** Joins of nearest neighbors. */
        NEAREST
    }

    private static final int QUICK_SIZE = 2_000;
    private static final String LEGEND = """
            Milliseconds of the wall clock. `wanted`: points within the width of a cell of a build, matches within the radius, neighbors; `found`: what a point has, on average. A
            build is of points that are on the device, and leaves the grid there. `HYBRID_GRID` with its threads a point: `on device %`, the queries that the device answered;
            `idle %`, the longest time from a side's last answer to the end, of the whole call; `failed %`, queries that came back from the device. The joins include the builds.
            """;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "${COMPLETION-CANDIDATES}; all unless given.")
    private List<Half> only = List.of(Half.values());

    @Option(
            names = "--n",
            split = ",",
            defaultValue = "2000000",
            description = "Points; ${DEFAULT-VALUE} unless given.")
    private List<Integer> sizes;

    @Option(
            names = "--dims",
            split = ",",
            defaultValue = "2,4,6",
            description = "Dimensions; ${DEFAULT-VALUE} unless given.")
    private List<Integer> dims;

    @Option(
            names = "--shape",
            split = ",",
            defaultValue = "UNIFORM,EXPONENTIAL",
            description = "UNIFORM, EXPONENTIAL, CLUSTERED, …; ${DEFAULT-VALUE} unless given.")
    private List<String> shapes;

    @Option(
            names = "--k",
            split = ",",
            defaultValue = "1,8,32,128",
            description = "Neighbors; ${DEFAULT-VALUE} unless given.")
    private List<Integer> ks;

    @Option(
            names = "--matches",
            split = ",",
            defaultValue = "2,20",
            description = "Matches within the radius of a point, about; ${DEFAULT-VALUE} unless given.")
    private List<Integer> matches;

    @Option(
            names = "--threads-per-point",
            split = ",",
            defaultValue = "1,8,16,32",
            description = "Threads of the device a point; ${DEFAULT-VALUE} unless given.")
    private List<Integer> threads;

    @Option(
            names = "--runs",
            defaultValue = "3",
            description = "Runs after a first one, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Override
    String title() {
        return "grid";
    }

    @Override
    List<String> titles() {
        return GridCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        require(
                threads.stream().allMatch(each -> each >= 1 && 32 % each == 0),
                "threads per point must divide 32: " + threads);
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.exactly(1, runs);
    }

    @Override
    Map<String, String> facts() {
        return Map.of("Times", budget().toString(), "Points", "rounded to float32");
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (String shape : shapes) {
            for (int size : sizes) {
                for (int d : dims) {
                    addCases(cases, shape, isQuick() ? QUICK_SIZE : size, d);
                }
            }
        }
        return cases;
    }

    private void addCases(List<Case> cases, String shape, int n, int d) {
        if (only.contains(Half.BUILD)) {
            matches.forEach(wanted -> cases.add(new GridCase.Build(shape, n, d, wanted)));
        }
        if (only.contains(Half.RADIUS)) {
            for (int wanted : matches) {
                cases.add(new GridCase.Radius(shape, n, d, wanted, JoinMethod.KD_TREE));
                cases.add(new GridCase.Radius(shape, n, d, wanted, JoinMethod.GRID));
            }
        }
        if (only.contains(Half.NEAREST)) {
            for (int k : ks) {
                cases.add(new GridCase.Nearest(shape, n, d, k, JoinMethod.KD_TREE, 0));
                cases.add(new GridCase.Nearest(shape, n, d, k, JoinMethod.GRID, 0));
                threads.forEach(each -> cases.add(new GridCase.Nearest(shape, n, d, k, JoinMethod.HYBRID_GRID, each)));
            }
        }
    }

    @Override
    String preamble(PointsFile file) {
        return LEGEND;
    }

    @Override
    List<Part> parts(List<Row> rows) {
        return List.of(GridCase.BUILD, GridCase.RADIUS, GridCase.NEAREST).stream()
                .map(operation -> rows.stream()
                        .filter(row -> row.text("operation").equals(operation))
                        .toList())
                .filter(some -> !some.isEmpty())
                .map(GridExperiment::part)
                .toList();
    }

    private static Part part(List<Row> rows) {
        Table<Row> table = Table.ofRows("backend", "shape", "n", "dims", "wanted", "method");
        Table.addMillis(table, List.of("first", "median", "fastest"));
        for (String number : List.of("found", "on device %", "idle %", "failed %")) {
            table.number(number, row -> row.number(number));
        }
        return new Part(rows.get(0).text("operation"), table.of(rows), List.of());
    }
}
