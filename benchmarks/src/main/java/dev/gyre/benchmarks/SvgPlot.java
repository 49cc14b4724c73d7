package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A plot of lines as SVG, for a page whose style sheet has the colors. Each line has its name at its end.
 *
 * @param title what it shows
 * @param caption more about it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series the lines
 * @param limits values to compare with
 * @param notes what is missing, a line of text each
 */
record SvgPlot(
        String title, String caption, Axis x, Axis y, List<Series> series, List<Limit> limits, List<String> notes) {

    private static final int WIDTH = 460;
    private static final int LEFT = 54;
    private static final int MIN_RIGHT = 270;
    private static final double LETTER = 7.4;
    private static final int TOP = 28;
    private static final int BOTTOM = 236;
    private static final int LINE = 14;
    private static final int LOOKS = 4;

    SvgPlot {
        series = series.stream().filter(one -> one.x.length > 0).toList();
        limits = List.copyOf(limits);
        notes = notes.stream().flatMap(note -> wrapped(note, 76)).toList();
    }

    /** What made a figure; each has its color and its mark. */
    enum Kind {
        PUBLISHED("M0,-5L5,0L0,5L-5,0Z"),
        GPU("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z"),
        JVM("M-3.5,-3.5H3.5V3.5H-3.5Z"),
        PEER("M0,-4.5L4.5,3.5H-4.5Z"),
        AUTO("M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0Z");

        private final String mark;

        Kind(String mark) {
            this.mark = mark;
        }

        /** Returns the name of its class in the style sheet. */
        String look() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns its mark at some place. */
        String mark(double x, double y) {
            return "<path class=\"mark " + look() + "\" transform=\"translate(" + Html.at(x) + " " + Html.at(y)
                    + ")\" d=\"" + mark + "\"/>\n";
        }
    }

    /** An axis with its title. */
    record Axis(String title, PlotScale.Unit unit) {}

    /** A value with a line across the plot: of x, or else of y. */
    record Limit(boolean ofX, double value, String name) {}

    /**
     * A line.
     *
     * @param name stands at its end
     * @param kind what made it
     * @param look number of its kind of line, from 0
     * @param x positions, ascending
     * @param y values
     */
    record Series(String name, Kind kind, int look, double[] x, double[] y) {

        /** Makes a line from rows. */
        static Series of(
                String name, Kind kind, int look, Stream<Row> rows, ToDoubleFunction<Row> x, ToDoubleFunction<Row> y) {
            List<Row> sorted = rows.sorted(Comparator.comparingDouble(x)).toList();
            return new Series(
                    name,
                    kind,
                    look,
                    sorted.stream().mapToDouble(x).toArray(),
                    sorted.stream().mapToDouble(y).toArray());
        }
    }

    /** Returns the figure, or nothing if there is nothing in it. */
    String html() {
        if (series.isEmpty()) {
            return "";
        }
        double right = right();
        PlotScale across = PlotScale.around(x.unit, values(true), LEFT, right);
        PlotScale up = PlotScale.around(y.unit, values(false), BOTTOM, TOP);
        StringBuilder svg = new StringBuilder();
        svg.append(Html.label("axis", 0, 12, y.title));
        for (double tick : up.ticks()) {
            svg.append(Html.line("grid", LEFT, up.at(tick), right, up.at(tick)));
            svg.append(Html.label("tick left", LEFT - 6, up.at(tick) + 4, y.unit.label(tick)));
        }
        for (double tick : across.ticks()) {
            svg.append(Html.line("grid", across.at(tick), BOTTOM, across.at(tick), BOTTOM + 4));
            svg.append(Html.label("tick middle", across.at(tick), BOTTOM + 17, x.unit.label(tick)));
        }
        svg.append(Html.line("base", LEFT, BOTTOM, right, BOTTOM));
        svg.append(Html.label("axis middle", (LEFT + right) / 2, BOTTOM + 34, x.title));
        List<Name> names = new ArrayList<>();
        for (Limit limit : limits) {
            double at = (limit.ofX ? across : up).at(limit.value);
            if (limit.ofX) {
                svg.append(Html.line("limit", at, TOP, at, BOTTOM));
                svg.append(Html.label("published name left", at - 4, TOP + 10, limit.name));
            } else {
                svg.append(Html.line("limit", LEFT, at, right, at));
                names.add(new Name(limit.name, Kind.PUBLISHED, at));
            }
        }
        for (Series one : series) {
            svg.append(line(one, across, up));
            names.add(new Name(one.name, one.kind, up.at(one.y[one.y.length - 1])));
        }
        names(svg, names, right);
        int height = BOTTOM + 42;
        for (String note : notes) {
            height += LINE;
            svg.append(Html.label("note", 0, height, note));
        }
        return Html.figure(title, caption, WIDTH, height + 6, svg.toString());
    }

    /** Returns where the names of the lines begin. */
    private double right() {
        int letters = Stream.concat(
                        series.stream().map(Series::name),
                        limits.stream().filter(limit -> !limit.ofX).map(Limit::name))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        return Math.max(MIN_RIGHT, WIDTH - 12 - LETTER * letters);
    }

    private record Name(String name, Kind kind, double at) {}

    /** Writes names beside the ends of their lines, none above another. */
    private static void names(StringBuilder svg, List<Name> names, double right) {
        List<Name> sorted =
                names.stream().sorted(Comparator.comparingDouble(Name::at)).toList();
        double[] at = new double[sorted.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = i == 0 ? sorted.get(i).at : Math.max(sorted.get(i).at, at[i - 1] + LINE);
        }
        double below = at.length == 0 ? 0 : Math.max(0, at[at.length - 1] - BOTTOM);
        for (int i = at.length - 1; i >= 0; i--) {
            at[i] = i == at.length - 1 ? at[i] - below : Math.min(at[i], at[i + 1] - LINE);
        }
        for (int i = 0; i < at.length; i++) {
            Name name = sorted.get(i);
            if (Math.abs(at[i] - name.at) > 3) {
                svg.append(Html.line("leader", right + 1, name.at, right + 9, at[i]));
            }
            svg.append(Html.label(name.kind.look() + " name", right + 11, at[i] + 4, name.name));
        }
    }

    private static String line(Series one, PlotScale across, PlotScale up) {
        StringBuilder path = new StringBuilder("<path class=\"line " + one.kind.look() + " look" + one.look % LOOKS
                + "\" data-series=\"" + Html.text(one.name) + "\" d=\"");
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < one.x.length; i++) {
            double x = across.at(one.x[i]);
            double y = up.at(one.y[i]);
            path.append(i == 0 ? "M" : "L").append(Html.at(x)).append(',').append(Html.at(y));
            marks.append(one.kind.mark(x, y));
        }
        return path.append("\"/>\n").append(marks).toString();
    }

    private double[] values(boolean ofX) {
        return DoubleStream.concat(
                        series.stream().flatMapToDouble(one -> DoubleStream.of(ofX ? one.x : one.y)),
                        limits.stream().filter(limit -> limit.ofX == ofX).mapToDouble(Limit::value))
                .toArray();
    }

    /** Returns a text in lines of at most so many letters. */
    static Stream<String> wrapped(String text, int max) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > max) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines.stream();
    }
}
