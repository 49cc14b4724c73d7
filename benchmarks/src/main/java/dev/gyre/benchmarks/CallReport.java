package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes what a {@link CallsExperiment} found as Markdown. */
final class CallReport {

    private static final String MISSING = "–";
    private static final String MILLISECONDS = "milliseconds";
    private static final double MILLI = 1e6;

    /** What the automatic choice should keep to, and what it must. */
    private static final double NEAR = 1.15;

    private static final double FAR = 1.5;

    private CallReport() {}

    /** Points of fresh data by size and device. */
    private static TreeMap<Integer, Map<String, CallPoint>> bySize(List<CallPoint> points) {
        return points.stream()
                .filter(point -> point.data().equals(CallPoint.FRESH))
                .collect(Collectors.groupingBy(
                        CallPoint::n,
                        TreeMap::new,
                        Collectors.toMap(CallPoint::device, point -> point, (one, other) -> one, LinkedHashMap::new)));
    }

    private static Map<String, List<CallPoint>> byCall(List<CallPoint> points) {
        return points.stream().collect(Collectors.groupingBy(CallPoint::call, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * The report.
     *
     * @param file facts, and why points are missing
     * @param points the points
     * @param plots the file of the plot of each call that has one
     */
    static String of(PointsFile file, List<CallPoint> points, Map<String, String> plots) {
        StringBuilder text = new StringBuilder(Header.of("calls", file.facts()));
        file.missing().stream()
                .filter(PointsFile::isFailure)
                .forEach(line -> text.append("- **").append(line).append("**\n"));
        automatic(points).ifPresent(line -> text.append("- ").append(line).append('\n'));
        text.append(
                "\nMilliseconds of the wall clock. `first`, `second`, and the later calls; `compile 1` is compilation in the"
                        + " first call, `compile +` the most in any later one. From `prepare` on: the parts of the later call with the"
                        + " median time, as its report tells them.\n");
        byCall(points).forEach((call, ofCall) -> {
            text.append("\n## ")
                    .append(call)
                    .append("\n\n")
                    .append(Call.named(call).what())
                    .append("\n\n");
            details(text, ofCall);
            Map<Integer, Map<String, CallPoint>> bySize = bySize(ofCall);
            if (devices(bySize).size() > 1) {
                text.append('\n');
                comparison(text, bySize);
            }
            if (plots.containsKey(call)) {
                text.append("\n![")
                        .append(call)
                        .append("](")
                        .append(plots.get(call))
                        .append(")\n");
            }
        });
        text.append('\n');
        file.missing().stream()
                .filter(line -> !PointsFile.isFailure(line))
                .forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static void details(StringBuilder text, List<CallPoint> points) {
        List<String> titles = new ArrayList<>(List.of(
                "n",
                "device",
                "data",
                "ran on",
                "first",
                "second",
                "median",
                "fastest",
                "slowest",
                "compile 1",
                "compile +"));
        titles.addAll(CallPoint.PARTS);
        MarkdownTable.titles(text, titles);
        for (CallPoint point : points) {
            List<String> cells =
                    new ArrayList<>(List.of(Integer.toString(point.n()), point.device(), point.data(), point.ranOn()));
            for (long nanos : new long[] {
                point.first(),
                point.second(),
                point.median(),
                point.fastest(),
                point.slowest(),
                point.firstCompile(),
                point.laterCompile()
            }) {
                cells.add(millis(nanos));
            }
            point.parts().forEach(nanos -> cells.add(millis(nanos)));
            MarkdownTable.line(text, cells);
        }
    }

    private static String millis(long nanos) {
        return nanos == CallPoint.UNTOLD ? MISSING : MarkdownTable.number(nanos / MILLI);
    }

    private static List<String> devices(Map<Integer, Map<String, CallPoint>> bySize) {
        return bySize.values().stream()
                .map(Map::keySet)
                .flatMap(Collection::stream)
                .distinct()
                .toList();
    }

    private static void comparison(StringBuilder text, Map<Integer, Map<String, CallPoint>> bySize) {
        List<String> devices = devices(bySize);
        List<String> titles = new ArrayList<>(List.of("n"));
        titles.addAll(devices);
        titles.addAll(List.of("fastest", "auto / fastest"));
        MarkdownTable.titles(text, titles);
        bySize.forEach((n, points) -> {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(n)));
            devices.forEach(device -> cells.add(
                    points.containsKey(device) ? millis(points.get(device).median()) : MISSING));
            cells.add(best(points).map(CallPoint::device).orElse(MISSING));
            cells.add(ratio(points).map(MarkdownTable::number).orElse(MISSING));
            MarkdownTable.line(text, cells);
        });
        text.append('\n');
        for (String device : devices) {
            if (!Backends.isJvm(device) && !device.equals(Settings.AUTO)) {
                overtaking(device, bySize)
                        .ifPresent(line -> text.append("- ").append(line).append('\n'));
            }
        }
    }

    /** The fastest of the devices that were named. */
    private static Optional<CallPoint> best(Map<String, CallPoint> points) {
        return points.values().stream()
                .filter(point -> !point.device().equals(Settings.AUTO))
                .min((one, other) -> Long.compare(one.median(), other.median()));
    }

    /** The time of the automatic choice over the fastest one's. */
    private static Optional<Double> ratio(Map<String, CallPoint> points) {
        return best(points)
                .filter(best -> points.containsKey(Settings.AUTO))
                .map(best -> points.get(Settings.AUTO).median() / (double) best.median());
    }

    private static Optional<String> overtaking(String device, Map<Integer, Map<String, CallPoint>> bySize) {
        List<Integer> sizes = bySize.entrySet().stream()
                .filter(size ->
                        size.getValue().containsKey(device) && size.getValue().containsKey(Settings.JVM))
                .map(Map.Entry::getKey)
                .toList();
        if (sizes.isEmpty()) {
            return Optional.empty();
        }
        int from = sizes.size();
        while (from > 0 && isFaster(device, bySize.get(sizes.get(from - 1)))) {
            from--;
        }
        int last = sizes.get(sizes.size() - 1);
        return Optional.of(
                from == sizes.size()
                        ? device + ": slower than the JVM at n = " + last + ", the largest that both were measured at."
                        : device + ": faster than the JVM from n = " + sizes.get(from)
                                + (from == 0 ? ", the smallest," : "") + " to " + last
                                + ", the largest that both were measured at.");
    }

    private static boolean isFaster(String device, Map<String, CallPoint> points) {
        return points.get(device).median() < points.get(Settings.JVM).median();
    }

    /** How far the automatic choice is from the fastest device, over all calls and sizes. */
    private static Optional<String> automatic(List<CallPoint> points) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        byCall(points)
                .forEach((call, ofCall) -> bySize(ofCall)
                        .forEach((n, ofSize) ->
                                ratio(ofSize).ifPresent(ratio -> ratios.put(call + " of n = " + n, ratio))));
        return ratios.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(worst -> "auto: at worst " + MarkdownTable.number(worst.getValue())
                        + " times the fastest device, at " + worst.getKey() + "; above " + NEAR + " in "
                        + above(ratios, NEAR) + ", above " + FAR + " in " + above(ratios, FAR) + " of " + ratios.size()
                        + " cases.");
    }

    private static long above(Map<String, Double> ratios, double limit) {
        return ratios.values().stream().filter(ratio -> ratio > limit).count();
    }

    /** The file of the plot of each call that has several sizes; their names begin with that of the report. */
    static Map<String, String> plots(List<CallPoint> points, String name) {
        Map<String, String> plots = new LinkedHashMap<>();
        byCall(points).forEach((call, ofCall) -> {
            if (bySize(ofCall).size() > 2) {
                plots.put(call, name + "-" + call + ".png");
            }
        });
        return plots;
    }

    /** Draws the times of a call over its sizes. */
    static void plot(String call, List<CallPoint> points, Path file) throws IOException {
        Map<Integer, Map<String, CallPoint>> bySize = bySize(byCall(points).get(call));
        List<LogPlot.Series> series = new ArrayList<>();
        for (String device : devices(bySize)) {
            series.add(series(device, series.size(), 0, device, bySize));
        }
        LogPlot.write(call, "n", MILLISECONDS, series, file);
    }

    /** Draws the times of several calls over their sizes: a color for each call, solid on devices, dashed on the JVM. */
    static void overview(String title, List<String> calls, List<CallPoint> points, Path file) throws IOException {
        Map<String, List<CallPoint>> byCall = byCall(points);
        List<LogPlot.Series> series = new ArrayList<>();
        for (int color = 0; color < calls.size(); color++) {
            String call = calls.get(color);
            Map<Integer, Map<String, CallPoint>> bySize = bySize(byCall.get(call));
            for (String device : devices(bySize)) {
                if (!device.equals(Settings.AUTO)) {
                    series.add(series(call + ", " + device, color, Backends.isJvm(device) ? 1 : 0, device, bySize));
                }
            }
        }
        LogPlot.write(title, "n", MILLISECONDS, series, file);
    }

    private static LogPlot.Series series(
            String name, int color, int look, String device, Map<Integer, Map<String, CallPoint>> bySize) {
        List<CallPoint> some = bySize.values().stream()
                .filter(ofSize -> ofSize.containsKey(device))
                .map(ofSize -> ofSize.get(device))
                .toList();
        return new LogPlot.Series(
                name,
                color,
                look,
                some.stream().mapToDouble(CallPoint::n).toArray(),
                some.stream().mapToDouble(point -> point.median() / MILLI).toArray());
    }
}
