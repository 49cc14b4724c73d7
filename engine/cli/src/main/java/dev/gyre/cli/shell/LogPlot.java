package dev.gyre.cli.shell;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Lines over logarithmic axes, as SVG. */
final class LogPlot {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 440;
    private static final int LEFT = 80;
    private static final int RIGHT = 160;
    private static final int BOTTOM = 60;
    private static final int TOP = 20;

    private static final String[] COLORS = {"#1b6ca8", "#d1495b", "#2e933c", "#8d5a97", "#e28413", "#555555"};

    private final String xLabel;
    private final String yLabel;
    private final Map<String, ? extends Map<Integer, Double>> lines;
    private final Axis xAxis;
    private final Axis yAxis;

    /** An axis from one power of ten to another. */
    private record Axis(int first, int last, double begin, double end) {

        double place(double value) {
            return begin + (Math.log10(value) - first) / (last - first) * (end - begin);
        }
    }

    LogPlot(String xLabel, String yLabel, Map<String, ? extends Map<Integer, Double>> lines) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.lines = lines;
        this.xAxis = axis(point -> point.getKey(), LEFT, WIDTH - RIGHT);
        this.yAxis = axis(point -> point.getValue(), HEIGHT - BOTTOM, TOP);
    }

    private Axis axis(ToDoubleFunction<Map.Entry<Integer, Double>> coordinate, double begin, double end) {
        double[] values = lines.values().stream()
                .flatMap(line -> line.entrySet().stream())
                .mapToDouble(coordinate)
                .sorted()
                .toArray();
        if (values.length == 0 || !(values[0] > 0 && values[values.length - 1] < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a plot needs numbers that are more than 0 and finite");
        }
        int first = (int) Math.floor(Math.log10(values[0]));
        int last = (int) Math.ceil(Math.log10(values[values.length - 1]));
        return new Axis(first, Math.max(last, first + 1), begin, end);
    }

    String svg() {
        StringBuilder svg = new StringBuilder(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                        + "font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                WIDTH, HEIGHT));
        for (int power = xAxis.first(); power <= xAxis.last(); power++) {
            double x = xAxis.place(Math.pow(10, power));
            svg.append(segment(x, yAxis.begin(), x, yAxis.end()));
            svg.append(text(x, HEIGHT - BOTTOM + 20, "middle", "1e" + power));
        }
        for (int power = yAxis.first(); power <= yAxis.last(); power++) {
            double y = yAxis.place(Math.pow(10, power));
            svg.append(segment(xAxis.begin(), y, xAxis.end(), y));
            svg.append(text(LEFT - 8, y + 4, "end", "1e" + power));
        }
        svg.append(text((xAxis.begin() + xAxis.end()) / 2, HEIGHT - 15, "middle", xLabel));
        svg.append(format(
                "<g transform=\"translate(20 %.1f) rotate(-90)\">%s</g>%n",
                (yAxis.begin() + yAxis.end()) / 2, text(0, 0, "middle", yLabel).strip()));
        int number = 0;
        for (String name : lines.keySet()) {
            svg.append(line(number++, name));
        }
        return svg.append("</svg>\n").toString();
    }

    private String line(int number, String name) {
        String color = COLORS[number % COLORS.length];
        TreeMap<Integer, Double> points = new TreeMap<>(lines.get(name));
        String places = points.entrySet().stream()
                .map(point -> format("%.1f,%.1f", xAxis.place(point.getKey()), yAxis.place(point.getValue())))
                .collect(Collectors.joining(" "));
        int top = TOP + 10 + 20 * number;
        return format("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", places, color)
                + format(
                        "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>%n",
                        WIDTH - RIGHT + 12, top, color)
                + text(WIDTH - RIGHT + 30, top + 11, "start", name);
    }

    private static String segment(double x1, double y1, double x2, double y2) {
        return format("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#dddddd\"/>%n", x1, y1, x2, y2);
    }

    private static String text(double x, double y, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escaped);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
