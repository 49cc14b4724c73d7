package dev.gyre.benchmarks;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the series of one operation, both axes logarithmic. Needs the fonts of the system, but no display. */
final class ScalingPlot {

    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;
    private static final double LOG_2 = Math.log(2);

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
        System.setProperty("java.awt.headless", "true");
        Files.write(file, ChartEncoder.getBytes(chart(title, series), "png"));
    }

    private static XYChart chart(String title, Map<String, List<ScalingPoint>> series) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("elements")
                .yAxisTitle("nanoseconds per element")
                .build();
        // The logarithm of n on a linear axis: its ticks are powers of 2.
        chart.getStyler().setXAxisTickLabelsFormattingFunction(exponent -> "2^" + Math.round(exponent));
        chart.getStyler().setXAxisTickMarkSpacingHint(WIDTH / 20);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        Color[] colors = chart.getStyler().getSeriesColors();
        List<String> backends = new ArrayList<>();
        series.forEach((name, points) -> {
            ScalingPoint first = points.get(0);
            if (!backends.contains(first.backend())) {
                backends.add(first.backend());
            }
            XYSeries line = chart.addSeries(
                    name,
                    points.stream()
                            .mapToDouble(point -> Math.log(point.n()) / LOG_2)
                            .toArray(),
                    points.stream().mapToDouble(ScalingPoint::nanosPerElement).toArray());
            // One color for each backend, dashed with transfers.
            Color color = colors[backends.indexOf(first.backend()) % colors.length];
            line.setLineColor(color);
            line.setMarkerColor(color);
            line.setLineStyle(first.transfers() ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
            line.setMarker(first.transfers() ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE);
        });
        return chart;
    }
}
