package dev.gyre.benchmarks;

import dev.gyre.benchmarks.TogetherCase.Work;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Joins and selections by the JVM alone, by accelerators alone, and by sets of devices, in turn: what a set gains over its best device, how
 * the work is split, and how long a device waits for the others at the end.
 */
@Command(
        name = "together",
        description = "Joins by one device and by several together.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TogetherExperiment extends Experiment {

    private static final int QUICK_SIZE = 3_000;
    private static final String LEGEND = """
            Milliseconds of the wall clock, arrays in, arrays out; devices and sets of devices take turns, and have the same answers. `ran on`: which devices
            answered which part in the run with the median time. `idle %`: the longest time from a device's last answer to the end of the call, of the
            whole call. `best alone / set`: the median of the fastest device alone over that of the set. `of the sum`: what the set answers in a second, of
            the sum of what its devices answer alone.
            """;

    @Option(
            names = "--work",
            split = ",",
            defaultValue = "KNN",
            description = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
    private List<Work> works;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "UNIFORM,EXPONENTIAL,CLUSTERED,CITIES",
            description = "Shapes of points, or CITIES; ${DEFAULT-VALUE} unless given.")
    private List<String> data;

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
            names = "--k",
            split = ",",
            defaultValue = "1,8,32,128",
            description = "Neighbors; ${DEFAULT-VALUE} unless given.")
    private List<Integer> ks;

    @Option(
            names = "--runs",
            defaultValue = "3",
            description = "Runs after two first ones, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Override
    String title() {
        return "together";
    }

    @Override
    List<String> titles() {
        return TogetherCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Settings.JVM, Settings.ALL);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        for (List<Integer> numbers : List.of(sizes, dims, ks)) {
            require(
                    numbers.stream().allMatch(number -> number >= 1),
                    "n, dims and k must be 1 or more: n=" + sizes + ", dims=" + dims + ", k=" + ks);
        }
        data.stream().filter(name -> !name.equals(BenchmarkData.CITIES)).forEach(Shape::valueOf);
    }

    @Override
    boolean inTurn() {
        return true;
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.exactly(2, runs);
    }

    @Override
    Map<String, String> facts() {
        return Map.of("Times", budget().toString());
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        Set<String> names = new LinkedHashSet<>();
        List<Case> cases = new ArrayList<>();
        for (Work work : works) {
            for (String name : work == Work.SELECTION ? List.of("UNIFORM") : data) {
                for (int n : sizes) {
                    for (int d : dims) {
                        for (int k : ks) {
                            TogetherCase one = new TogetherCase(work, name, isQuick() ? QUICK_SIZE : n, d, k);
                            if (names.add(one.toString())) {
                                cases.add(one);
                            }
                        }
                    }
                }
            }
        }
        return cases;
    }

    @Override
    String preamble(PointsFile file) {
        return LEGEND;
    }

    @Override
    List<Part> parts(List<Row> rows) {
        Map<String, List<Row>> cases = new LinkedHashMap<>();
        for (Row row : rows) {
            String name = String.join(
                    ", ", row.text("work"), row.text("data"), "n = " + row.text("n"), "d = " + row.text("dims"));
            cases.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
        }
        return cases.entrySet().stream()
                .map(one -> part(one.getKey(), one.getValue()))
                .toList();
    }

    private static Part part(String title, List<Row> rows) {
        Table<Row> table = Table.ofRows("k", "device");
        Table.addMillis(table, List.of("first", "second", "median", "fastest", "slowest"));
        table.text("ran on", row -> row.text("ran on"))
                .number("idle %", row -> row.number("idle %"))
                .number("best alone / set", row -> gain(row, rows))
                .number("of the sum", row -> ofTheSum(row, rows));
        return new Part(title, table.of(rows), List.of());
    }

    private static List<Row> alone(Row set, List<Row> rows) {
        return rows.stream()
                .filter(row -> row.text("k").equals(set.text("k")))
                .filter(row -> List.of(set.text("device").split("\\+")).contains(row.text("device")))
                .toList();
    }

    private static boolean isSet(Row row) {
        return row.text("device").contains("+");
    }

    private static double gain(Row set, List<Row> rows) {
        return isSet(set)
                ? alone(set, rows).stream()
                                .mapToDouble(row -> row.number("median ns"))
                                .min()
                                .orElse(Double.NaN)
                        / set.number("median ns")
                : Double.NaN;
    }

    private static double ofTheSum(Row set, List<Row> rows) {
        double rates = alone(set, rows).stream()
                .mapToDouble(row -> 1 / row.number("median ns"))
                .sum();
        return isSet(set) && rates > 0 ? 1 / set.number("median ns") / rates : Double.NaN;
    }
}
