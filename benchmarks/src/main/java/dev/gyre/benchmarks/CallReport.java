package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The rows of one call of the {@link CallsExperiment}, as tables and plots: the fastest device with fresh data, and from which size on. */
final class CallReport {

    private static final String LEGEND =
            "Milliseconds. `first`, `second`, and the later calls; `first compile` is compilation in the"
                    + " first call, `later compile` the most in any later one. From `prepare` on: the parts of the later call with the"
                    + " median time, as its report tells them. `notes`: what else is known of that call: `found`, the matches of a query"
                    + " in the mean; `sort` and `arrange`, the build on the device; `idle`, the longest time of a device of a set"
                    + " from its last answer to the end, of the whole call; `failed`, queries that were answered again; `nodes` and"
                    + " `boxes`, what a window tests in the mean; `tested`, pairs of rows whose places were compared. `best alone /"
                    + " …`: the fastest device of a set over the set. `… of the sum`: what a set answers in a second, of the sum of"
                    + " what its devices answer alone.\n";

    /** The ratio to the fastest device that the automatic choice should keep, then the one that it must keep. */
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

    /** Returns the distance of the automatic choice from the fastest device, over all calls and sizes, and the meaning of the columns. */
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

    /** Returns a section for each call, with all changed values of its parameters, and one about the time of all calls on devices. */
    static List<Experiment.Part> parts(List<Row> rows) {
        List<Experiment.Part> parts = new ArrayList<>();
        of(rows).stream()
                .collect(Collectors.groupingBy(
                        report -> report.call.split(" ")[0], LinkedHashMap::new, Collectors.toList()))
                .forEach((name, reports) -> parts.add(part(name, reports)));
        parts.addAll(CallWork.parts(rows));
        return parts;
    }

    private static Experiment.Part part(String name, List<CallReport> reports) {
        boolean changed = reports.stream().anyMatch(report -> !report.call.equals(name));
        List<Row> rows =
                reports.stream().flatMap(report -> report.rows.stream()).toList();
        boolean noted = rows.stream().anyMatch(row -> !row.text("notes").equals(Run.UNKNOWN));
        String text = Call.named(name).what() + "\n\n"
                + Table.ofRows((changed ? "call, " : "")
                                + "n, device, data, ran on, first ms, second ms, median ms, fastest ms, slowest ms, "
                                + "first compile ms, later compile ms, prepare ms, upload ms, compile ms, compute ms, "
                                + "download ms, refine ms" + (noted ? ", notes" : ""))
                        .of(rows);
        Set<String> devices = new LinkedHashSet<>();
        reports.forEach(report -> devices.addAll(report.devices));
        if (devices.size() > 1) {
            text += "\n" + comparison(reports, devices, changed)
                    + reports.stream().map(CallReport::overtaking).collect(Collectors.joining());
        }
        List<LogPlot> plots = reports.stream()
                .filter(report -> report.bySize.size() > 2)
                .map(CallReport::plot)
                .toList();
        return new Experiment.Part(name, text, plots);
    }

    /** A call of one size. */
    private record Sized(CallReport of, int n) {

        double median(String device) {
            return of.median(n, device);
        }
    }

    /** Returns a table with a line for each call and size, and a column for each device. */
    private static String comparison(List<CallReport> reports, Set<String> devices, boolean withCalls) {
        Table<Sized> table = new Table<>();
        if (withCalls) {
            table.text("call", one -> one.of.call);
        }
        table.text("n", one -> Integer.toString(one.n));
        devices.forEach(device -> table.number(device, one -> one.median(device)));
        table.text("fastest", one -> one.of.best(one.n).orElse(Run.UNKNOWN))
                .number("auto / fastest", one -> one.of.ratio(one.n).orElse(Double.NaN));
        devices.stream()
                .filter(device -> device.contains("+"))
                .forEach(set -> table.number(
                                "best alone / " + set,
                                one -> alone(one, set).min().orElse(Double.NaN) / one.median(set))
                        .number(
                                set + " of the sum",
                                one -> 1
                                        / one.median(set)
                                        / alone(one, set).map(time -> 1 / time).sum()));
        return table.of(reports.stream()
                .flatMap(report -> report.bySize.keySet().stream().map(n -> new Sized(report, n)))
                .toList());
    }

    /** Returns the times of the devices of a set, as far as they were measured. */
    private static DoubleStream alone(Sized one, String set) {
        return Arrays.stream(set.split("\\+")).mapToDouble(one::median).filter(Double::isFinite);
    }

    /** Returns milliseconds; not a number if that was not measured. */
    private double median(int n, String device) {
        Row row = bySize.get(n).get(device);
        return row == null ? Double.NaN : Table.millis(row, "median ns");
    }

    /** Returns the fastest of the named devices, without other libraries. */
    private Optional<String> best(int n) {
        return bySize.get(n).keySet().stream()
                .filter(device -> !device.equals(Settings.AUTO) && !Peer.isPeer(device))
                .min((one, other) -> Double.compare(median(n, one), median(n, other)));
    }

    /** Returns the time of the automatic choice divided by that of the fastest device. */
    private Optional<Double> ratio(int n) {
        return best(n).filter(best -> bySize.get(n).containsKey(Settings.AUTO))
                .map(best -> median(n, Settings.AUTO) / median(n, best));
    }

    /** Returns a list of the sizes from which on each device except the JVM and the automatic choice is faster than the JVM. */
    private String overtaking() {
        List<String> lines = new ArrayList<>();
        for (String device : devices) {
            if (!Backends.isJvm(device) && !device.equals(Settings.AUTO) && !Peer.isPeer(device)) {
                overtaking(device)
                        .ifPresent(line -> lines.add(
                                "- " + (call.contains(" ") ? call + ", " : "") + device + ": " + line + "\n"));
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
        return new LogPlot(call.replace(' ', '-'), call, "n", "milliseconds", series);
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
