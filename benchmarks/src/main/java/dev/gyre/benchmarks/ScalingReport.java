package dev.gyre.benchmarks;

import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Writes what a {@link ScalingExperiment} found as Markdown: for each operation a table, and who overtakes whom where. */
final class ScalingReport {

    private static final String MISSING = "–";

    private ScalingReport() {}

    /**
     * The report.
     *
     * @param results what was found
     * @param plots the file of the plot of each operation that has one
     */
    static String of(ScalingResults results, Map<String, String> plots) {
        StringBuilder text = new StringBuilder(Header.of("scaling", results.facts()));
        results.byOperation().forEach((operation, series) -> {
            text.append("## ").append(operation).append("\n\n");
            text.append("Nanoseconds per element, by number of elements.\n\n");
            text.append(table(series)).append('\n');
            List<String> overtaking = overtaking(series);
            overtaking.forEach(line -> text.append("- ").append(line).append('\n'));
            text.append(overtaking.isEmpty() ? "" : "\n");
            if (plots.containsKey(operation)) {
                text.append("![")
                        .append(operation)
                        .append("](")
                        .append(plots.get(operation))
                        .append(")\n\n");
            }
        });
        results.missing().forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static String table(Map<String, List<ScalingPoint>> series) {
        List<String> titles = new ArrayList<>(List.of("n"));
        titles.addAll(series.keySet());
        StringBuilder table = new StringBuilder();
        MarkdownTable.titles(table, titles);
        TreeSet<Integer> sizes = new TreeSet<>();
        series.values().forEach(points -> points.forEach(point -> sizes.add(point.n())));
        for (int n : sizes) {
            List<String> cells = new ArrayList<>(List.of(ScalingSizes.title(n)));
            series.values()
                    .forEach(points -> cells.add(at(points, n)
                            .map(point -> MarkdownTable.number(point.nanosPerElement()))
                            .orElse(MISSING)));
            MarkdownTable.line(table, cells);
        }
        return table.toString();
    }

    private static Optional<ScalingPoint> at(List<ScalingPoint> points, int n) {
        return points.stream().filter(point -> point.n() == n).findFirst();
    }

    /** A line for each series of a device, if the JVM was measured with all threads. */
    private static List<String> overtaking(Map<String, List<ScalingPoint>> series) {
        List<ScalingPoint> jvm = series.getOrDefault(Settings.JVM, List.of());
        return series.entrySet().stream()
                .filter(device -> !Backends.isJvm(device.getKey()))
                .flatMap(device -> overtaking(device.getKey(), device.getValue(), jvm).stream())
                .toList();
    }

    private static Optional<String> overtaking(String name, List<ScalingPoint> device, List<ScalingPoint> jvm) {
        List<ScalingPoint> comparable =
                device.stream().filter(point -> at(jvm, point.n()).isPresent()).toList();
        if (comparable.isEmpty()) {
            return Optional.empty();
        }
        int from = comparable.size();
        while (from > 0 && isFaster(comparable.get(from - 1), jvm)) {
            from--;
        }
        String last = ScalingSizes.title(comparable.get(comparable.size() - 1).n());
        if (from == comparable.size()) {
            return Optional.of(name + ": slower than the JVM with all threads at n = " + last
                    + ", the largest that both were measured at.");
        }
        return Optional.of(name + ": faster than the JVM with all threads from n = "
                + ScalingSizes.title(comparable.get(from).n()) + (from == 0 ? ", the smallest," : "") + " to " + last
                + ", the largest that both were measured at.");
    }

    private static boolean isFaster(ScalingPoint point, List<ScalingPoint> jvm) {
        return at(jvm, point.n())
                .filter(other -> point.medianNanos() < other.medianNanos())
                .isPresent();
    }
}
