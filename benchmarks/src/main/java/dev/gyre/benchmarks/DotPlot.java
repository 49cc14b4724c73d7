package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A plot of things below each other with a dot each, as SVG.
 *
 * @param title what it shows
 * @param caption more about it
 * @param unit of the values
 * @param dots from top to bottom
 * @param others more values that the axis has room for
 * @param notes what is missing, a line of text each
 */
record DotPlot(String title, String caption, PlotScale.Unit unit, List<Dot> dots, double[] others, List<String> notes) {

    private static final int WIDTH = 460;
    private static final int LEFT = 8;
    private static final double LETTER = 7;
    private static final int ROW = 31;

    DotPlot {
        dots = List.copyOf(dots);
        notes = notes.stream().flatMap(note -> SvgPlot.wrapped(note, 76)).toList();
    }

    /** A thing, what made its figures, and the figures. */
    record Dot(String name, SvgPlot.Kind kind, double... values) {

        double max() {
            return Arrays.stream(values).max().orElseThrow();
        }

        String label(PlotScale.Unit unit) {
            return Arrays.stream(values).mapToObj(unit::label).collect(Collectors.joining(", "));
        }
    }

    /** Returns the figure, or nothing if there is nothing in it. */
    String html() {
        if (dots.isEmpty()) {
            return "";
        }
        double[] values = DoubleStream.concat(
                        dots.stream().flatMapToDouble(dot -> Arrays.stream(dot.values)),
                        Arrays.stream(others).filter(Double::isFinite))
                .toArray();
        int letters =
                dots.stream().mapToInt(dot -> dot.label(unit).length()).max().orElse(0);
        double right = WIDTH - 12 - LETTER * letters;
        PlotScale across = PlotScale.around(unit, values, LEFT, right);
        int bottom = dots.size() * ROW + 8;
        StringBuilder svg = new StringBuilder();
        for (double tick : across.ticks()) {
            svg.append(Html.line("grid", across.at(tick), 4, across.at(tick), bottom));
            svg.append(Html.label("tick middle", across.at(tick), bottom + 14, unit.label(tick)));
        }
        if (unit == PlotScale.Unit.TIMES) {
            svg.append(Html.line("limit", across.at(1), 4, across.at(1), bottom));
        }
        for (int i = 0; i < dots.size(); i++) {
            Dot dot = dots.get(i);
            double y = i * ROW + 26;
            svg.append(Html.label("row", LEFT, y - 9, dot.name));
            svg.append(Html.line("track", LEFT, y, right, y));
            for (double value : dot.values) {
                svg.append(dot.kind.mark(across.at(value), y));
            }
            svg.append(Html.label(dot.kind.look() + " name", across.at(dot.max()) + 9, y + 4, dot.label(unit)));
        }
        int height = bottom + 20;
        for (String note : notes) {
            height += 14;
            svg.append(Html.label("note", 0, height, note));
        }
        return Html.figure(title, caption, WIDTH, height + 6, svg.toString());
    }
}
