package dev.gyre.benchmarks;

import dev.gyre.benchmarks.PlotScale.Unit;
import dev.gyre.benchmarks.SvgPlot.Axis;
import dev.gyre.benchmarks.SvgPlot.Kind;
import dev.gyre.benchmarks.SvgPlot.Limit;
import dev.gyre.benchmarks.SvgPlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The section of the page of results about Hanák's thesis: throughput of searches and selections, as in its figures. The thesis has no
 * numbers beside its plots; its authors later published measurements of the same kernels, which stand beside ours.
 */
final class KnnPaperFigures {

    private static final String V100 = "NVIDIA Tesla V100";
    private static final String H100 = "NVIDIA H100";

    /** 900 GiB/s, as the thesis gives it, in bytes. */
    private static final double BANDWIDTH = 900 * 1024.0 * 1024 * 1024;

    private static final Axis OVER_K = new Axis("k", Unit.POWERS);
    private static final Axis RATE = new Axis("10⁹ distances a second", Unit.RATE);

    private final Results.File thesis;
    private final Results.File later;
    private final List<Results.File> files;

    KnnPaperFigures(Results results) throws IOException {
        thesis = results.published("knn");
        later = results.published("knn-selection");
        files = results.of("knn");
    }

    /** Returns the section. */
    String html() {
        List<String> plots = new ArrayList<>(List.of(selection()));
        for (int dims : new int[] {8, 16, 32, 64}) {
            plots.add(search(
                    "5.8",
                    dims,
                    262144,
                    "8,192 queries and 524,288 points; ours, and what is published, have half as many of both."));
        }
        plots.add(overQueries());
        plots.add(manySelected());
        for (int dims : new int[] {16, 32, 64, 128}) {
            plots.add(
                    search("5.12", dims, 131072, "8,192 queries and 131,072 points; ours have half as many of both."));
        }
        return Html.section(
                "knn",
                "Hanák: nearest neighbors by all distances",
                Html.paragraph(
                        "Distances a second, with data on the device. The thesis (Tesla V100) has its values as plots only. Its authors published measurements of the same kernels"
                                + " on a V100 and an H100 later: those are shown. Ours: one H200 by CUDA, a faster GPU than both:"
                                + " where ours are lower, the kernels written in CUDA are better."),
                Html.plots(plots.toArray(String[]::new)),
                PaperFigures.published(thesis),
                PaperFigures.published(later),
                files.stream()
                        .map(
                                file -> PaperFigures.ours(
                                        file,
                                        "figure, device, method, q, n, dims, k, runs, resident median ms, resident fastest ms, whole median ms, whole fastest ms"))
                        .collect(Collectors.joining()));
    }

    private static double rate(Row row) {
        return row.number("q") * row.number("n") / row.number("resident median ns");
    }

    /** Returns a line of ours over k. */
    private List<Series> ours(String figure, String name, int look, Predicate<Row> chosen) {
        return files.stream()
                .map(file -> Series.of(
                        name,
                        Kind.GPU,
                        look,
                        file.rows("figure", figure).filter(chosen),
                        row -> row.number("k"),
                        KnnPaperFigures::rate))
                .toList();
    }

    /** Returns a published line over k. */
    private Series published(String name, int look, Predicate<Row> chosen) {
        return Series.of(
                name,
                Kind.PUBLISHED,
                look,
                later.rows().stream().filter(chosen),
                row -> row.number("k"),
                row -> row.number("q") * row.number("n") / row.number("value") / 1e6);
    }

    private String selection() {
        List<Series> series = new ArrayList<>();
        List<Integer> sizes = files.stream()
                .flatMap(file -> file.rows("figure", "5.6"))
                .map(row -> row.integer("n"))
                .distinct()
                .sorted()
                .toList();
        for (int n : sizes) {
            series.addAll(ours("5.6", "Gyre, " + Unit.COUNT.label(n), sizes.indexOf(n), row -> row.integer("n") == n));
        }
        for (String machine : List.of(V100, H100)) {
            series.add(published(
                    machine.replaceAll(".* ", "") + " bits, 262 k",
                    machine.equals(V100) ? 0 : 1,
                    row -> row.text("figure").equals("selection")
                            && row.text("machine").equals(machine)
                            && row.text("by").startsWith("one pass")
                            && row.integer("n") == 262144));
        }
        List<Limit> limits = thesis.rows("by", "largest share of the bandwidth")
                .map(row -> new Limit(false, row.number("value") * BANDWIDTH / Float.BYTES / 1e9, "thesis, at best"))
                .toList();
        return new SvgPlot(
                        "5.6: k smallest of each row, in one pass",
                        "lines by n, the length of a row",
                        OVER_K,
                        RATE,
                        series,
                        limits,
                        List.of("Not run: the full 2^30 values (ours have 2^29), and n = 524,288 and 1,048,576."))
                .html();
    }

    private String search(String figure, int dims, int n, String missing) {
        List<Series> series = new ArrayList<>();
        series.addAll(ours(
                figure,
                "Gyre, fused",
                0,
                row -> row.integer("dims") == dims && row.text("method").equals("fused")));
        series.addAll(ours(
                figure,
                "Gyre, two-stage",
                1,
                row -> row.integer("dims") == dims && row.text("method").equals("two-stage")));
        for (String machine : List.of(V100, H100)) {
            for (String method : List.of("fused", "two-stage")) {
                series.add(published(
                        machine.replaceAll(".* ", "") + ", " + method,
                        method.equals("fused") ? 0 : 1,
                        row -> row.text("figure").equals("search")
                                && row.text("machine").equals(machine)
                                && row.text("by").startsWith(method)
                                && row.integer("dims") == dims
                                && row.integer("n") == n));
            }
        }
        List<String> notes = new ArrayList<>(List.of("Not run: " + missing));
        if (series.stream().noneMatch(one -> one.kind() == Kind.PUBLISHED && one.x().length > 0)) {
            notes.add("Published as a plot only.");
        }
        return new SvgPlot(figure + ": searches, d = " + dims, "", OVER_K, RATE, series, List.of(), notes).html();
    }

    private String overQueries() {
        List<Series> series = new ArrayList<>();
        for (Results.File file : files) {
            for (String method : List.of("fused", "two-stage")) {
                series.add(Series.of(
                        "Gyre, " + method,
                        Kind.GPU,
                        method.equals("fused") ? 0 : 1,
                        file.rows("figure", "5.9")
                                .filter(row -> row.text("method").equals(method)),
                        row -> row.number("q"),
                        KnnPaperFigures::rate));
            }
        }
        List<Limit> limits = thesis.rows("figure", "5.9")
                .map(row -> new Limit(true, row.number("value"), "thesis: full speed from"))
                .toList();
        return new SvgPlot(
                        "5.9: searches over the number of queries",
                        "2^32 pairs, d = 16, k = 32; full size",
                        new Axis("queries", Unit.POWERS),
                        RATE,
                        series,
                        limits,
                        List.of("Published as a plot only; its text names where the fused search is at its fastest."))
                .html();
    }

    private String manySelected() {
        List<Series> series = new ArrayList<>();
        for (String method : List.of("radix-select", "sample-select")) {
            for (int n : files.stream()
                    .flatMap(file -> file.rows("figure", "5.11"))
                    .map(row -> row.integer("n"))
                    .distinct()
                    .sorted()
                    .toList()) {
                series.addAll(ours(
                        "5.11",
                        method.replace("-select", "") + ", " + Unit.COUNT.label(n),
                        method.startsWith("radix") ? 0 : 1,
                        row -> row.integer("n") == n && row.text("method").equals(method)));
            }
        }
        return new SvgPlot(
                        "5.11: many of each row, in several passes",
                        "lines by method and n",
                        OVER_K,
                        RATE,
                        series,
                        List.of(),
                        List.of(
                                "Not run: the full 2^30 values, and n = 262,144 to 1,048,576. Published as a plot only: there sample select is faster than radix select for all n but 32,768."))
                .html();
    }
}
