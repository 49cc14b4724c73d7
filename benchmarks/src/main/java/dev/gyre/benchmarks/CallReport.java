package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tables and plots of the {@link CallsExperiment}. */
final class CallReport {

    private static final String LEGEND =
            "Milliseconds of the wall clock. `first`, `second`, and the later calls; `compile 1` is compilation in the"
                    + " first call, `compile +` the most in any later one. From `prepare` on: the parts of the later call with the"
                    + " median time, as its report tells them.\n";

    /** What the automatic choice should keep to, and what it must. */
    private static final double NEAR = 1.15;

    private static final double FAR = 1.5;

    private CallReport() {}

    private static Map<String, List<Row>> byCall(List<Row> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> row.text("call"), LinkedHashMap::new, Collectors.toList()));
    }

    /** Calls with fresh data. */
    private static Comparison comparison(List<Row> ofCall) {
        return new Comparison(
                ofCall.stream()
                        .filter(row -> row.text("data").equals(CallCase.FRESH))
                        .toList(),
                row -> row.text("device"),
                Integer::toString);
    }

    /** How far the automatic choice is from the fastest device, over all calls and sizes, and what the columns are. */
    static String preamble(List<Row> rows) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        byCall(rows)
                .forEach((call, ofCall) -> comparison(ofCall)
                        .bySize()
                        .forEach((n, ofSize) ->
                                ratio(ofSize).ifPresent(ratio -> ratios.put(call + " of n = " + n, ratio))));
        return ratios.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(worst -> "- auto: at worst " + MarkdownTable.number(worst.getValue())
                                + " times the fastest device, at " + worst.getKey() + "; above " + NEAR + " in "
                                + above(ratios, NEAR) + ", above " + FAR + " in " + above(ratios, FAR) + " of "
                                + ratios.size() + " cases.\n\n")
                        .orElse("")
                + LEGEND;
    }

    private static long above(Map<String, Double> ratios, double limit) {
        return ratios.values().stream().filter(ratio -> ratio > limit).count();
    }

    /** The fastest of the devices that were named, other libraries aside. */
    private static Optional<Row> best(Map<String, Row> ofSize) {
        return ofSize.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Settings.AUTO) && !BoxPeer.isPeer(entry.getKey()))
                .map(Map.Entry::getValue)
                .min((one, other) -> Double.compare(median(one), median(other)));
    }

    /** The time of the automatic choice over the fastest one's. */
    private static Optional<Double> ratio(Map<String, Row> ofSize) {
        return best(ofSize)
                .filter(best -> ofSize.containsKey(Settings.AUTO))
                .map(best -> median(ofSize.get(Settings.AUTO)) / median(best));
    }

    private static double median(Row row) {
        return Table.millis(row, "median ns");
    }

    static List<Experiment.Part> parts(List<Row> rows) {
        List<Experiment.Part> parts = new ArrayList<>();
        byCall(rows).forEach((call, ofCall) -> {
            Comparison comparison = comparison(ofCall);
            String text = Call.named(call).what() + "\n\n" + details(ofCall);
            if (comparison.names().size() > 1) {
                text += "\n"
                        + comparison
                                .table(CallReport::median)
                                .text(
                                        "fastest",
                                        n -> best(comparison.bySize().get(n))
                                                .map(row -> row.text("device"))
                                                .orElse(Run.UNKNOWN))
                                .number(
                                        "auto / fastest",
                                        n -> ratio(comparison.bySize().get(n)).orElse(Double.NaN))
                                .of(comparison.sizes())
                        + comparison.overtaking();
            }
            parts.add(new Experiment.Part(
                    call, text, comparison.sizes().size() > 2 ? List.of(plot(call, comparison)) : List.of()));
        });
        return parts;
    }

    private static String details(List<Row> rows) {
        Table<Row> table = Table.ofRows("n", "device", "data", "ran on");
        Table.addMillis(table, List.of("first", "second", "median", "fastest", "slowest"));
        table.number("compile 1", row -> Table.millis(row, "first compile ns"));
        table.number("compile +", row -> Table.millis(row, "later compile ns"));
        return Table.addMillis(table, CallAnswer.PARTS).of(rows);
    }

    private static LogPlot plot(String call, Comparison comparison) {
        List<LogPlot.Series> series = new ArrayList<>();
        for (String device : comparison.names()) {
            series.add(comparison.series(device, series.size(), 0, device, CallReport::median));
        }
        return new LogPlot(call, call, "n", "milliseconds", series);
    }

    /** The times of several calls over their sizes: a color for each call, solid on devices, dashed on the JVM. */
    static LogPlot overview(PointsFile file, List<String> calls) {
        Map<String, List<Row>> byCall = byCall(file.rows());
        List<LogPlot.Series> series = new ArrayList<>();
        for (int color = 0; color < calls.size(); color++) {
            String call = calls.get(color);
            Comparison comparison = comparison(byCall.get(call));
            for (String device : comparison.names()) {
                if (!device.equals(Settings.AUTO)) {
                    int look = Backends.isJvm(device) ? 1 : 0;
                    series.add(comparison.series(call + ", " + device, color, look, device, CallReport::median));
                }
            }
        }
        String title = "Time of later calls: " + file.facts().get("Devices") + ", jvm ("
                + file.facts().get("Processor") + ")";
        return new LogPlot("overview", title, "n", "milliseconds", series);
    }
}
