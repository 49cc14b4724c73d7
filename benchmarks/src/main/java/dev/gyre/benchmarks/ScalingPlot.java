package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws the series of one operation of the {@link ScalingExperiment}. */
final class ScalingPlot {

    private ScalingPlot() {}

    /**
     * Draws into a PNG file.
     *
     * @param title above the plot
     * @param series names and points
     * @param file where to
     * @throws IOException if the file cannot be written
     */
    static void write(String title, Map<String, List<ScalingPoint>> series, Path file) throws IOException {
        List<String> backends = new ArrayList<>();
        List<LogPlot.Series> lines = new ArrayList<>();
        series.forEach((name, points) -> {
            ScalingPoint first = points.get(0);
            if (!backends.contains(first.backend())) {
                backends.add(first.backend());
            }
            // One color for each backend, dashed with transfers.
            lines.add(new LogPlot.Series(
                    name,
                    backends.indexOf(first.backend()),
                    first.transfers() ? 1 : 0,
                    points.stream().mapToDouble(ScalingPoint::n).toArray(),
                    points.stream().mapToDouble(ScalingPoint::nanosPerElement).toArray()));
        });
        LogPlot.write(title, "elements", "nanoseconds per element", lines, file);
    }
}
