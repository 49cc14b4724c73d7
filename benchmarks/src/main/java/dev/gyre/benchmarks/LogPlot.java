package dev.gyre.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A plot of series over a whole number, both axes logarithmic. The labels of x are powers of 10 if all its values are, else powers of 2.
 * Needs the fonts of the system, but no display.
 *
 * @param name distinguishes its file from those of other plots of a report
 * @param title the text above the plot
 * @param xTitle the name of x, with its unit
 * @param yTitle the name of y, with its unit
 * @param series the lines
 */
record LogPlot(String name, String title, String xTitle, String yTitle, List<LogPlot.Series> series) {

    /** The color of a line to compare others with. */
    static final int BLACK = -1;

    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;

    /** How near to a whole number an exponent has to be for its tick to have a label. */
    private static final double WHOLE = 1e-6;

    /** The looks of a line, in the order in which they are used. */
    private enum Look {
        SOLID(SeriesLines.SOLID, SeriesMarkers.CIRCLE),
        DASHED(SeriesLines.DASH_DASH, SeriesMarkers.DIAMOND),
        DOTTED(SeriesLines.DOT_DOT, SeriesMarkers.SQUARE),
        DASH_DOT(SeriesLines.DASH_DOT, SeriesMarkers.TRIANGLE_UP);

        private final BasicStroke line;
        private final Marker marker;

        Look(BasicStroke line, Marker marker) {
            this.line = line;
            this.marker = marker;
        }
    }

    /**
     * A line of the plot.
     *
     * @param name for the legend
     * @param color number of its color, 0 or more, or {@link #BLACK}
     * @param look number of its kind of line, 0 or more: solid, dashed, …
     * @param x positions, 1 or more each, ascending
     * @param y values, above 0
     */
    record Series(String name, int color, int look, double[] x, double[] y) {

        /** Makes a line from rows in ascending order of x. */
        static Series of(
                String name, int color, int look, List<Row> rows, ToDoubleFunction<Row> x, ToDoubleFunction<Row> y) {
            return new Series(
                    name,
                    color,
                    look,
                    rows.stream().mapToDouble(x).toArray(),
                    rows.stream().mapToDouble(y).toArray());
        }
    }

    /** Returns the name of its file in a report. */
    String file(String report) {
        return report + "-" + name + ".png";
    }

    /** Draws into a PNG file. */
    void write(Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Files.write(file, ChartEncoder.getBytes(chart(), "png"));
    }

    private XYChart chart() {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        // The logarithm of x on a linear axis: its ticks are powers of the base.
        int base = base();
        chart.getStyler().setXAxisTickLabelsFormattingFunction(exponent -> power(base, exponent));
        chart.getStyler().setXAxisTickMarkSpacingHint(WIDTH / 20);
        chart.getStyler().setYAxisLogarithmic(true);
        // From one power of 10 to another: only powers of 10 have labels.
        double min = logarithms().min().orElse(0);
        double max = logarithms().max().orElse(0);
        chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(min)));
        chart.getStyler().setYAxisMax(Math.pow(10, Math.floor(max) + 1));
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        Color[] colors = chart.getStyler().getSeriesColors();
        for (Series one : series) {
            double[] exponents = Arrays.stream(one.x())
                    .map(x -> Math.log(x) / Math.log(base))
                    .toArray();
            XYSeries line = chart.addSeries(one.name(), exponents, one.y());
            Color color = one.color() == BLACK ? Color.BLACK : colors[one.color() % colors.length];
            Look look = Look.values()[one.look() % Look.values().length];
            line.setLineColor(color);
            line.setMarkerColor(color);
            line.setLineStyle(look.line);
            line.setMarker(look.marker);
        }
        return chart;
    }

    private DoubleStream logarithms() {
        return series.stream().flatMapToDouble(one -> Arrays.stream(one.y())).map(Math::log10);
    }

    private int base() {
        boolean tens = series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.x()))
                .map(Math::log10)
                .allMatch(LogPlot::isWhole);
        return tens ? 10 : 2;
    }

    private static String power(int base, double exponent) {
        return isWhole(exponent) ? base + "^" + Math.round(exponent) : "";
    }

    private static boolean isWhole(double exponent) {
        return Math.abs(exponent - Math.rint(exponent)) < WHOLE;
    }
}
