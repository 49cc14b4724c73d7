package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The rows of one call of the {@link CallsExperiment}, as tables and plots: who is the fastest with fresh data, and from which size on. */
final class CallReport {

    private static final String LEGEND =
            "Milliseconds of the wall clock. `first`, `second`, and the later calls; `first compile` is compilation in the"
                    + " first call, `later compile` the most in any later one. From `prepare` on: the parts of the later call with the"
                    + " median time, as its report tells them.\n";

    /** What the automatic choice should keep to, and what it must. */
    private static final double NEAR = 1.15;

    private static final double FAR = 1.5;

    private final String call;
    private final List<Row> rows;
    private final TreeMap<Integer, Map<String, Row>> bySize = new TreeMap<>();
    private final Set<String> devices = new LinkedHashSet<>();

    private CallReport(String call, List<Row> rows) {
        this.call = call;
        this.rows = rows;
        for (Row row : rows) {
            if (row.text("data").equals(CallsExperiment.FRESH)) {
                devices.add(row.text("device"));
                bySize.computeIfAbsent(row.integer("n"), n -> new LinkedHashMap<>())
                        .putIfAbsent(row.text("device"), row);
            }
        }
    }

    private static List<CallReport> of(List<Row> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> row.text("call"), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(one -> new CallReport(one.getKey(), one.getValue()))
                .toList();
    }

    /** How far the automatic choice is from the fastest device, over all calls and sizes, and what the columns are. */
    static String preamble(List<Row> rows) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        of(rows).forEach(report -> report.bySize
                .keySet()
                .forEach(n -> report.ratio(n).ifPresent(ratio -> ratios.put(report.call + " of n = " + n, ratio))));
        return ratios.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(worst -> "- auto: at worst " + Table.number(worst.getValue())
                                + " times the fastest device, at " + worst.getKey() + "; above " + NEAR + " in "
                                + above(ratios, NEAR) + ", above " + FAR + " in " + above(ratios, FAR) + " of "
                                + ratios.size() + " cases.\n\n")
                        .orElse("")
                + LEGEND;
    }

    private static long above(Map<String, Double> ratios, double limit) {
        return ratios.values().stream().filter(ratio -> ratio > limit).count();
    }

    static List<Experiment.Part> parts(List<Row> rows) {
        return of(rows).stream().map(CallReport::part).toList();
    }

    private Experiment.Part part() {
        String text = Call.named(call).what() + "\n\n"
                + Table.ofRows("n, device, data, ran on, first ms, second ms, median ms, fastest ms, slowest ms, "
                                + "first compile ms, later compile ms, prepare ms, upload ms, compile ms, compute ms, "
                                + "download ms, refine ms")
                        .of(rows);
        if (devices.size() > 1) {
            text += "\n" + comparison() + overtaking();
        }
        List<LogPlot> plots = bySize.size() > 2 ? List.of(plot()) : List.of();
        return new Experiment.Part(call, text, plots);
    }

    /** A line for each size, a column for each device. */
    private String comparison() {
        Table<Integer> table = new Table<Integer>().text("n", n -> Integer.toString(n));
        for (String device : devices) {
            table.number(device, n -> median(n, device));
        }
        return table.text("fastest", n -> best(n).orElse(Run.UNKNOWN))
                .number("auto / fastest", n -> ratio(n).orElse(Double.NaN))
                .of(List.copyOf(bySize.keySet()));
    }

    /** Milliseconds; not a number where that was not measured. */
    private double median(int n, String device) {
        Row row = bySize.get(n).get(device);
        return row == null ? Double.NaN : Table.millis(row, "median ns");
    }

    /** The fastest of the devices that were named, other libraries aside. */
    private Optional<String> best(int n) {
        return bySize.get(n).keySet().stream()
                .filter(device -> !device.equals(Settings.AUTO) && !BoxPeer.isPeer(device))
                .min((one, other) -> Double.compare(median(n, one), median(n, other)));
    }

    /** The time of the automatic choice over the fastest one's. */
    private Optional<Double> ratio(int n) {
        return best(n).filter(best -> bySize.get(n).containsKey(Settings.AUTO))
                .map(best -> median(n, Settings.AUTO) / median(n, best));
    }

    /** From where on each device but the JVM and the automatic choice is faster than the JVM, as a list. */
    private String overtaking() {
        List<String> lines = new ArrayList<>();
        for (String device : devices) {
            if (!Backends.isJvm(device) && !device.equals(Settings.AUTO) && !BoxPeer.isPeer(device)) {
                overtaking(device).ifPresent(line -> lines.add("- " + device + ": " + line + "\n"));
            }
        }
        return lines.isEmpty() ? "" : "\n" + String.join("", lines);
    }

    private Optional<String> overtaking(String device) {
        List<Integer> sizes = bySize.keySet().stream()
                .filter(n -> !Double.isNaN(median(n, device) + median(n, Settings.JVM)))
                .toList();
        if (sizes.isEmpty()) {
            return Optional.empty();
        }
        int from = sizes.size();
        while (from > 0 && median(sizes.get(from - 1), device) < median(sizes.get(from - 1), Settings.JVM)) {
            from--;
        }
        String last = sizes.getLast() + ", the largest that both were measured at.";
        return Optional.of(
                from == sizes.size()
                        ? "slower than the JVM at n = " + last
                        : "faster than the JVM from n = " + sizes.get(from) + (from == 0 ? ", the smallest," : "")
                                + " to " + last);
    }

    private LogPlot plot() {
        List<LogPlot.Series> series = new ArrayList<>();
        devices.forEach(device -> series.add(series(device, series.size(), 0, device)));
        return new LogPlot(call, call, "n", "milliseconds", series);
    }

    private LogPlot.Series series(String title, int color, int look, String device) {
        List<Row> line = bySize.values().stream()
                .filter(ofSize -> ofSize.containsKey(device))
                .map(ofSize -> ofSize.get(device))
                .toList();
        return LogPlot.Series.of(
                title, color, look, line, row -> row.number("n"), row -> Table.millis(row, "median ns"));
    }

    /** The times of several calls over their sizes: a color for each call, solid on devices, dashed on the JVM. */
    static LogPlot overview(PointsFile file, List<String> calls) {
        List<LogPlot.Series> series = new ArrayList<>();
        Map<String, CallReport> reports =
                of(file.rows()).stream().collect(Collectors.toMap(report -> report.call, report -> report));
        for (int color = 0; color < calls.size(); color++) {
            CallReport report = reports.get(calls.get(color));
            for (String device : report.devices) {
                if (!device.equals(Settings.AUTO)) {
                    int look = Backends.isJvm(device) ? 1 : 0;
                    series.add(report.series(report.call + ", " + device, color, look, device));
                }
            }
        }
        String title = "Time of later calls: " + file.facts().get("Devices") + ", jvm ("
                + file.facts().get("Processor") + ")";
        return new LogPlot("overview", title, "n", "milliseconds", series);
    }
}
