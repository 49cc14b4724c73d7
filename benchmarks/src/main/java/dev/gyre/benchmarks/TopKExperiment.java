package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run top-k}: the k best pairs near each other by each method, for the sizes and k of the figures 7.1 to 7.4 of Åmdal's thesis and on data that a bound
 * finds harder, beside JTS, the thesis's pseudo-code and DuckDB.
 */
@Command(
        name = "benchmarks/run top-k",
        description = "Times top-k joins by method, sizes, k and data, and counts the pairs tested.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TopKExperiment extends Experiment {

    private static final int QUICK = 64;
    private static final String LEGEND = """
            Milliseconds of the wall clock, arrays in, arrays out; all methods of a table take turns on each device, and find pairs of the same scores. Points in
            0..1000 squared, whole scores, distance 1 (THESIS: uniform places and scores of 0..100, float coordinates). `pairs tested`: pairs of rows whose places were compared.
            """;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "THESIS",
            description = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
    private List<TopKData> data;

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "LEFTxRIGHT",
            defaultValue = "1048576x1048576,1048576x32768,1048576x1024,32768x32768,32768x1024,1024x1024",
            description = "Rows of both sides; those of the thesis unless given.")
    private List<String> sizes;

    @Option(
            names = "--k",
            split = ",",
            defaultValue = "10000,1000,100",
            description = "Pairs; ${DEFAULT-VALUE} unless given.")
    private List<Integer> ks;

    @Option(
            names = "--method",
            split = ",",
            description = "${COMPLETION-CANDIDATES}; all but AUTOMATIC and DUCKDB unless given.")
    private List<TopKPeer> methods;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "Runs after two first ones, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    @Override
    String title() {
        return "top-k";
    }

    @Override
    List<String> titles() {
        return TopKCase.TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of("jvm-1", Settings.JVM);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
        require(ks.stream().allMatch(k -> k >= 1), "k must be 1 or more: k=" + ks);
        for (String pair : sizes) {
            require(
                    pair.matches("[1-9]\\d{0,8}x[1-9]\\d{0,8}"),
                    "sizes must be two numbers as in 1000x20: sizes=" + pair);
        }
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
        List<Case> cases = new ArrayList<>();
        for (TopKData one : data) {
            for (String pair : sizes) {
                String[] both = pair.split("x");
                int left = Integer.parseInt(both[0]) / (isQuick() ? QUICK : 1);
                int right = Integer.parseInt(both[1]) / (isQuick() ? QUICK : 1);
                for (int k : ks) {
                    cases.add(TopKCase.all(
                            one,
                            Math.max(1, left),
                            Math.max(1, right),
                            k,
                            methods == null ? TopKPeer.usual() : methods));
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
        Map<String, List<Row>> questions = new LinkedHashMap<>();
        for (Row row : rows) {
            String title = row.text("data") + ", " + row.text("left") + " x " + row.text("right");
            questions.computeIfAbsent(title, key -> new ArrayList<>()).add(row);
        }
        return questions.entrySet().stream()
                .map(one -> part(one.getKey(), one.getValue()))
                .toList();
    }

    private static Part part(String title, List<Row> rows) {
        Table<Row> table = Table.ofRows("k", "method", "device");
        Table.addMillis(table, List.of("first", "second", "median", "fastest", "slowest"));
        table.number("pairs", row -> row.number("pairs"))
                .number("pairs tested", row -> row.number("pairs tested"))
                .number("rounds", row -> row.number("rounds"));
        return new Part(title, table.of(rows), List.of());
    }
}
