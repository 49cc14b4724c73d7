package dev.gyre.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what a {@link KnnExperiment} found: for each figure a table and its plots. */
final class KnnReport {

    private static final String LEGEND = """
            `launches`: median time around the run of a program that is prepared and compiled, over data on the device, whose result
            stays there; of a search that is k candidates in float32, in no order. `whole`: of a search the wall clock around the
            join, from points on the host to neighbors on the host: a few candidates more than k, copies, compilation (each join
            prepares its program anew), and the exact order in double; of a selection with the matrix copied to the device and the
            result copied back, without compilation (on the JVM there is nothing to copy).

            - 10^9 pairs/s: q n / time / 10^9. In a selection a pair is a value of the matrix.
            - GFLOP/s: 3 d q n / time / 10^9: subtract, multiply and add for each pair and dimension, whatever the method does.
            - % of flops: GFLOP/s by the peak of the device in the header of the table, – where that was not given.
            - % of memory: b q n / time / speed of a copy, where b is what the matrix moves: 4 bytes in a selection, which has to
              read it, 8 in a search in two stages, which writes it and reads it; – for a search that has no matrix. The speed of
              a copy, reading and writing both counted, is measured in the same run.
            """;

    private static final List<String> TITLES = List.of(
            "device",
            "method",
            "q",
            "n",
            "d",
            "k",
            "launches ms",
            "fastest ms",
            "10^9 pairs/s",
            "GFLOP/s",
            "% of flops",
            "% of memory",
            "whole ms",
            "whole 10^9 pairs/s");

    private KnnReport() {}

    /**
     * The report.
     *
     * @param file what was found
     * @param points the points
     * @param plots whether there are plots
     * @param name of the report, without its ending
     */
    static String of(PointsFile file, List<KnnPoint> points, boolean plots, String name) {
        StringBuilder text = new StringBuilder(Header.of("knn", file.facts()));
        text.append(LEGEND).append('\n');
        peaks(text, points);
        byFigure(points).forEach((figure, some) -> {
            text.append("## Figure ").append(figure).append(": ");
            text.append(figure.title()).append("\n\n");
            MarkdownTable.titles(text, TITLES);
            some.stream().sorted(order()).forEach(point -> MarkdownTable.line(text, cells(point)));
            text.append('\n');
            if (plots) {
                figure.views()
                        .forEach(view -> text.append("![figure ")
                                .append(figure)
                                .append(" over ")
                                .append(view.over())
                                .append("](")
                                .append(plotFile(name, figure, view))
                                .append(")\n\n"));
            }
        });
        file.missing().forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static void peaks(StringBuilder text, List<KnnPoint> points) {
        MarkdownTable.titles(text, List.of("device", "copy, GB/s", "peak, GFLOP/s"));
        points.stream()
                .map(point -> List.of(
                        point.device(),
                        MarkdownTable.number(point.copyRate() / 1e9),
                        MarkdownTable.number(point.peakFlops() / 1e9)))
                .distinct()
                .forEach(cells -> MarkdownTable.line(text, cells));
        text.append('\n');
    }

    private static Comparator<KnnPoint> order() {
        return Comparator.comparing(KnnPoint::device)
                .thenComparing(KnnPoint::method)
                .thenComparing(point -> point.size().dims())
                .thenComparing(point -> point.size().n())
                .thenComparing(point -> point.size().k());
    }

    private static List<String> cells(KnnPoint point) {
        KnnCase size = point.size();
        boolean search = !point.figure().isSelection();
        return List.of(
                point.device(),
                point.method(),
                Integer.toString(size.q()),
                Integer.toString(size.n()),
                search ? Integer.toString(size.dims()) : MarkdownTable.number(Double.NaN),
                Integer.toString(size.k()),
                MarkdownTable.number(point.resident() / 1e6),
                MarkdownTable.number(point.residentFastest() / 1e6),
                MarkdownTable.number(point.pairRate() / 1e9),
                MarkdownTable.number(search ? point.flops() / 1e9 : Double.NaN),
                MarkdownTable.number(search ? 100 * point.shareOfFlops() : Double.NaN),
                MarkdownTable.number(100 * point.shareOfMemory()),
                MarkdownTable.number(point.whole() / 1e6),
                MarkdownTable.number(point.wholePairRate() / 1e9));
    }

    /**
     * Draws all plots: the speed of the launches.
     *
     * @param points the points
     * @param directory where to
     * @param name of the report
     */
    static void plot(List<KnnPoint> points, Path directory, String name) throws IOException {
        for (Map.Entry<KnnFigure, List<KnnPoint>> entry : byFigure(points).entrySet()) {
            KnnFigure figure = entry.getKey();
            for (KnnFigure.View view : figure.views()) {
                LogPlot.write(
                        "Figure " + figure + ": " + figure.title(),
                        view.over().title(),
                        figure.isSelection() ? "values per second" : "pairs of query and point per second",
                        lines(entry.getValue(), view),
                        directory.resolve(plotFile(name, figure, view)));
            }
        }
    }

    private static String plotFile(String name, KnnFigure figure, KnnFigure.View view) {
        return name + "-" + figure + "-over-" + view.over() + ".png";
    }

    private static Map<KnnFigure, List<KnnPoint>> byFigure(List<KnnPoint> points) {
        return points.stream()
                .sorted(Comparator.comparing(KnnPoint::figure))
                .collect(Collectors.groupingBy(KnnPoint::figure, LinkedHashMap::new, Collectors.toList()));
    }

    /** A line for each method on each device and each value of what tells them apart: that is the color. */
    private static List<LogPlot.Series> lines(List<KnnPoint> points, KnnFigure.View view) {
        List<String> kinds = points.stream().map(KnnReport::kind).distinct().toList();
        List<Integer> colors = points.stream()
                .map(point -> value(point, view))
                .distinct()
                .sorted()
                .toList();
        List<LogPlot.Series> lines = new ArrayList<>();
        for (String kind : kinds) {
            for (int value : colors) {
                List<KnnPoint> line = points.stream()
                        .filter(point -> kind(point).equals(kind) && value(point, view) == value)
                        .sorted(Comparator.comparing(view.over()::of))
                        .toList();
                if (!line.isEmpty()) {
                    lines.add(series(
                            kind + (view.by() == null ? "" : ", " + view.by() + "=" + value),
                            colors.indexOf(value),
                            kinds.indexOf(kind),
                            line,
                            view));
                }
            }
        }
        if (points.get(0).figure().isSelection()) {
            points.stream().map(KnnPoint::device).distinct().forEach(device -> lines.add(bound(points, device, view)));
        }
        return lines;
    }

    /** As many values as are read at the speed of a copy. */
    private static LogPlot.Series bound(List<KnnPoint> points, String device, KnnFigure.View view) {
        List<KnnPoint> some =
                points.stream().filter(point -> point.device().equals(device)).toList();
        double[] x =
                some.stream().mapToDouble(view.over()::of).distinct().sorted().toArray();
        double[] y = new double[x.length];
        Arrays.fill(y, some.get(0).copyRate() / Float.BYTES);
        return new LogPlot.Series("speed of a copy, " + device, LogPlot.BLACK, 2, x, y);
    }

    private static LogPlot.Series series(String name, int color, int look, List<KnnPoint> points, KnnFigure.View view) {
        return new LogPlot.Series(
                name,
                color,
                look,
                points.stream().mapToDouble(view.over()::of).toArray(),
                points.stream().mapToDouble(KnnPoint::pairRate).toArray());
    }

    private static String kind(KnnPoint point) {
        return point.method() + ", " + point.device();
    }

    private static int value(KnnPoint point, KnnFigure.View view) {
        return view.by() == null ? 0 : view.by().of(point);
    }
}
