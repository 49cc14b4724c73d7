package dev.gyre.benchmarks;

import dev.gyre.benchmarks.DotPlot.Dot;
import dev.gyre.benchmarks.PlotScale.Unit;
import dev.gyre.benchmarks.SvgPlot.Axis;
import dev.gyre.benchmarks.SvgPlot.Kind;
import dev.gyre.benchmarks.SvgPlot.Limit;
import dev.gyre.benchmarks.SvgPlot.Series;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sections of the page of results about papers over trees and joins: their figures beside ours. */
final class PaperFigures {

    private static final double[] NONE = {};

    private final Results results;

    PaperFigures(Results results) {
        this.results = results;
    }

    /** Returns a table of all published figures of a paper, without columns that it does not use. */
    static String published(Results.File paper) {
        Table<Row> table = new Table<>();
        for (String title : paper.points().titles()) {
            if (paper.rows().stream().anyMatch(row -> !row.text(title).equals("0"))) {
                table.text(title, row -> row.text(title).replace(";", ","));
            }
        }
        String source = paper.points().facts().entrySet().stream()
                .map(fact -> Html.paragraph(fact.getKey() + ": " + fact.getValue()))
                .collect(Collectors.joining());
        return Html.details("Published: " + paper.name(), source + table.html(paper.rows()));
    }

    /** Returns a table of our figures. */
    static String ours(Results.File file, String columns) {
        return Html.details(
                "Ours: " + file.name() + ", " + file.date() + ", commit " + file.commit(),
                Table.ofRows(columns).html(file.rows()));
    }

    private static String tables(List<Results.File> files, String columns) {
        return files.stream().map(file -> ours(file, columns)).collect(Collectors.joining());
    }

    /** Returns the section about Robinson's and Brown's builds of kd-trees. */
    String kdTree() throws IOException {
        Results.File paper = results.published("kd-tree");
        List<Results.File> files = results.of("kd-tree");
        return Html.section(
                "kd-tree",
                "Robinson and Brown: balanced kd-trees",
                Html.paragraph(
                        "16,777,216 points of 4 dimensions, all steps of a build. Published: three processors with 8 threads, two GPUs."
                                + " Ours: one NVIDIA H200 by three backends of TornadoVM, and 16 threads of its host; trees in float32, as in the paper."
                                + " Our check includes copies, and on a GPU compiling. Gyre's trees are in double since; the last report has 209 to 213 ms for a build from host to host on CUDA."),
                Html.plots(
                        steps(
                                "From host to host, with the check of the tree",
                                paper,
                                List.of("total"),
                                files,
                                "form to download",
                                "verify"),
                        steps(
                                "Sort of four orders, duplicates removed",
                                paper,
                                List.of("sort", "sort and duplicates", "duplicates"),
                                files,
                                "sort"),
                        steps("Tree of the sorted orders", paper, List.of("tree"), files, "arrange"),
                        twoGpus(paper)),
                published(paper),
                tables(files, "operation, backend, shape, n, dims, k, step, first ms, runs, median ms, fastest ms"),
                tables(
                        results.of("several"),
                        "operation, devices, shape, n, dims, step, first ms, runs, median ms, fastest ms"));
    }

    private static String steps(
            String title, Results.File paper, List<String> published, List<Results.File> files, String... ours) {
        List<Dot> dots = new ArrayList<>();
        for (String machine : machines(paper)) {
            double seconds = paper.rows("machine", machine)
                    .filter(row -> published.contains(row.text("figure")))
                    .mapToDouble(row -> row.number("value"))
                    .sum();
            if (seconds > 0) {
                dots.add(new Dot(machine.replace(";", ","), Kind.PUBLISHED, seconds));
            }
        }
        for (Results.File file : files) {
            List<Row> rows = file.rows("operation", "build").toList();
            String device = rows.getFirst().text("backend");
            double nanos = rows.stream()
                    .filter(row -> List.of(ours).contains(row.text("step")))
                    .mapToDouble(row -> row.number("median ns"))
                    .sum();
            boolean jvm = Backends.isJvm(device);
            dots.add(new Dot(
                    jvm
                            ? "Gyre, " + file.processor()
                            : "Gyre, " + file.gpu() + ", " + device.split(":")[0].toUpperCase(Locale.ROOT),
                    jvm ? Kind.JVM : Kind.GPU,
                    nanos / 1e9));
        }
        return new DotPlot(title, "", Unit.TIME, dots, NONE, List.of()).html();
    }

    private static List<String> machines(Results.File paper) {
        return paper.rows().stream().map(row -> row.text("machine")).distinct().toList();
    }

    private String twoGpus(Results.File paper) {
        List<Dot> dots = new ArrayList<>();
        paper.rows("figure", "gain of two GPUs")
                .forEach(row -> dots.add(new Dot("published, one example", Kind.PUBLISHED, row.number("value"))));
        for (Results.File file : results.of("several")) {
            for (Row one : file.rows("operation", "kd-tree").toList()) {
                if (one.text("devices").contains("+")
                        || !List.of("resident", "call").contains(one.text("step"))) {
                    continue;
                }
                double two = file.rows("operation", "kd-tree")
                        .filter(row -> row.text("devices").contains("+")
                                && row.text("n").equals(one.text("n"))
                                && row.text("step").equals(one.text("step")))
                        .mapToDouble(row -> row.number("median ns"))
                        .findFirst()
                        .orElseThrow();
                dots.add(new Dot(
                        "Gyre, two " + file.gpu() + ", " + Unit.COUNT.label(one.number("n")) + " points, "
                                + (one.text("step").equals("call") ? "a call" : "data on the device"),
                        Kind.GPU,
                        one.number("median ns") / two));
            }
        }
        return new DotPlot("Two GPUs: how many times as fast as one", "", Unit.TIMES, dots, new double[] {1}, List.of())
                .html();
    }

    /** Returns the section about the parallel R-tree. */
    String rTree() throws IOException {
        Results.File paper = results.published("r-tree");
        List<Results.File> files = results.of("boxes");
        List<Series> builds = new ArrayList<>();
        for (Row row : paper.rows("figure", "build").toList()) {
            builds.add(Series.of(
                    row.text("by").equals("GPU") ? "GTX 480" : "sequential",
                    Kind.PUBLISHED,
                    0,
                    Stream.of(row),
                    one -> one.number("n"),
                    one -> one.number("value") / 1e3));
        }
        for (Results.File file : files) {
            for (String device : List.of("cuda:0", Settings.JVM, Backends.JVM_1)) {
                builds.add(times(file, "r-tree", device, ""));
            }
            builds.add(times(file, "r-tree-coastlines", "cuda:0", ", coastlines"));
        }
        return Html.section(
                "r-tree",
                "Parallel R-tree on GPU",
                Html.paragraph(
                        "Published: a GTX 480 and a sequential program. The report has its series as plots; its text has the points that are shown here."
                                + " Ours: one H200 (blue), 16 threads of its host, and one and two threads of another machine (green), along a Hilbert curve."),
                Html.plots(
                        new SvgPlot(
                                        "Build of an R-tree",
                                        "",
                                        new Axis("boxes", Unit.COUNT),
                                        new Axis("time, to the first answer", Unit.TIME),
                                        builds,
                                        List.of(),
                                        List.of(
                                                "Not run: series over n on the GPU, packing by x (x-sort) at the paper's sizes, and its sets of roads and railways."))
                                .html(),
                        windows(paper, files)),
                published(paper),
                tables(files, "call, n, device, ran on, first ms, second ms, runs, median ms, fastest ms"));
    }

    private static Series times(Results.File file, String call, String device, String name) {
        String where = device.equals("cuda:0")
                ? file.gpu()
                : device.equals(Backends.JVM_1)
                        ? "1 thread"
                        : file.processor().replaceAll(".*, (\\d+) cores", "$1 threads");
        return Series.of(
                where + name,
                Backends.isJvm(device) ? Kind.JVM : Kind.GPU,
                0,
                file.rows("call", call).filter(row -> row.text("device").equals(device)),
                row -> row.number("n"),
                row -> row.number("median ns") / 1e9);
    }

    private static String windows(Results.File paper, List<Results.File> files) {
        Function<String, Stream<Row>> published = figure -> paper.rows("figure", figure);
        List<Series> gains = new ArrayList<>();
        for (Results.File file : files) {
            Collection<Row> gpu = file.rows("call", "box-windows-dense")
                    .filter(row -> row.text("device").equals("cuda:0"))
                    .collect(Collectors.toMap(row -> row.text("n"), row -> row, (first, second) -> first))
                    .values();
            gains.add(Series.of(
                    file.gpu() + " / " + file.processor().replaceAll(".*, (\\d+) cores", "$1 threads"),
                    Kind.GPU,
                    0,
                    gpu.stream(),
                    row -> row.number("n"),
                    row -> file.rows("call", "box-windows-dense")
                                    .filter(other -> other.text("device").equals(Settings.JVM)
                                            && other.text("n").equals(row.text("n")))
                                    .mapToDouble(other -> other.number("median ns"))
                                    .findFirst()
                                    .orElseThrow()
                            / row.number("median ns")));
        }
        List<Limit> limits = new ArrayList<>();
        published
                .apply("largest gain of windows")
                .forEach(row -> limits.add(new Limit(false, row.number("value"), "GTX 480, at most")));

        return new SvgPlot(
                        "Windows, dense: gain of the GPU over the processor",
                        "",
                        new Axis("windows", Unit.COUNT),
                        new Axis("times as fast", Unit.TIMES),
                        gains,
                        limits,
                        List.of(
                                "Published: at most 1.25 times a sequential program, and slower than it below 8 M and above 16 M boxes.",
                                "Not run: the paper's sizes of boxes on the GPU; the gain of its dense windows stands only in its plot."))
                .html();
    }

    /** Returns the section about Gowanlock's hybrid join. */
    String hybridJoin() throws IOException {
        Results.File paper = results.published("hybrid-join");
        List<Results.File> files = results.of("hybrid");
        List<Series> times = new ArrayList<>();
        for (String data : List.of("Unif4D", "Unif6D", "Gaia", "Osm")) {
            times.add(Series.of(
                    data,
                    Kind.PUBLISHED,
                    times.size(),
                    paper.rows("by", "hybrid 8").filter(row -> row.text("data").equals(data)),
                    row -> row.number("k"),
                    row -> row.number("value")));
        }
        for (Results.File file : files) {
            for (String method : List.of("HYBRID_GRID 1", "KD_TREE")) {
                times.add(Series.of(
                        (method.equals("KD_TREE") ? "tree" : "hybrid") + ", 2 M x 2",
                        Kind.GPU,
                        0,
                        file.rows("method", method),
                        row -> row.number("wanted"),
                        row -> row.number("median ns") / 1e9));
            }
        }
        for (Results.File file : results.of("sets")) {
            times.add(Series.of(
                    "tree, 2 M x 4",
                    Kind.GPU,
                    1,
                    file.rows("device", "cuda:0").filter(row -> row.text("dims").equals("4")),
                    row -> row.number("k"),
                    row -> row.number("median ns") / 1e9));
        }
        return Html.section(
                "hybrid",
                "Gowanlock: the hybrid join",
                Html.paragraph(
                        "Nearest neighbors of all points, by a grid on the GPU and a tree on the processor. Published: a GP100 with 16 cores, 8 threads a point;"
                                + " his numbers of points are lost in the text that we have, so only the shapes of the lines compare. Ours: an H200 and 16 threads."
                                + " The tree is what the engine uses; the hybrid join is kept for research."),
                Html.plots(
                        new SvgPlot(
                                        "Time over k",
                                        "",
                                        new Axis("k", Unit.POWERS),
                                        new Axis("time of a search, without the build", Unit.TIME),
                                        times,
                                        List.of(),
                                        List.of(
                                                "Not run: the hybrid join in 4 and 6 dimensions, on exponential data, and at k = 128; Gaia and OSM."))
                                .html(),
                        failures(paper, files),
                        shares(files)),
                published(paper),
                tables(
                        files,
                        "operation, backend, shape, n, dims, wanted, method, first ms, runs, median ms, fastest ms, on device %, idle %, failed %"),
                tables(
                        results.of("sets"),
                        "work, data, n, dims, k, device, runs, first ms, second ms, median ms, fastest ms, slowest ms, ran on"));
    }

    private static Stream<Row> hybrid(Results.File file) {
        return file.rows().stream().filter(row -> row.text("method").startsWith("HYBRID_GRID"));
    }

    private static String threads(Row row) {
        String threads = row.text("method").replace("HYBRID_GRID ", "");
        return "Gyre, Unif2D, k = " + row.text("wanted") + ", " + threads
                + (threads.equals("1") ? " thread" : " threads") + " a point";
    }

    private static String failures(Results.File paper, List<Results.File> files) {
        List<Dot> dots = new ArrayList<>();
        for (String data : paper.rows("figure", "table 8")
                .map(row -> row.text("data"))
                .distinct()
                .toList()) {
            dots.add(new Dot(
                    data + ", three columns",
                    Kind.PUBLISHED,
                    paper.rows("figure", "table 8")
                            .filter(row -> row.text("data").equals(data))
                            .mapToDouble(row -> row.number("value"))
                            .toArray()));
        }
        files.forEach(file ->
                hybrid(file).forEach(row -> dots.add(new Dot(threads(row), Kind.GPU, row.number("failed %") / 100))));
        return new DotPlot(
                        "Queries that came back from the GPU unanswered",
                        "",
                        Unit.SHARE,
                        dots,
                        NONE,
                        List.of("The k of the columns of table 8 are lost in the text that we have."))
                .html();
    }

    private static String shares(List<Results.File> files) {
        List<Dot> dots = new ArrayList<>();
        files.forEach(file -> hybrid(file)
                .forEach(row -> dots.add(new Dot(threads(row), Kind.GPU, row.number("on device %") / 100))));
        return new DotPlot(
                        "Queries that the GPU answered",
                        "",
                        Unit.SHARE,
                        dots,
                        NONE,
                        List.of("Published: about half of the queries (figure 19, a plot)."))
                .html();
    }

    /** Returns the section about Åmdal's top-k joins. */
    String topKJoin() throws IOException {
        Results.File paper = results.published("top-k-join");
        List<Results.File> files = results.of("top-k");
        List<Series> overK = new ArrayList<>();
        List<Series> small = new ArrayList<>();
        List<double[]> threads = new ArrayList<>();
        for (Results.File file : files) {
            for (String method : List.of("THRESHOLD", "HPR_TREE_HEAP")) {
                for (String device : List.of(Backends.JVM_1, Settings.JVM, "cuda:0")) {
                    overK.add(bestPairs(file, method, device, "1048576"));
                    small.add(bestPairs(file, method, device, "1024"));
                }
            }
            file.rows("method", "THRESHOLD")
                    .filter(row -> Backends.isJvm(row.text("device"))
                            && row.text("k").equals("10000")
                            && row.text("right").equals("1048576"))
                    .forEach(row -> threads.add(
                            new double[] {threads(file, row.text("device")), row.number("median ns") / 1e9}));
        }
        threads.sort((a, b) -> Double.compare(a[0], b[0]));
        Series overThreads = new Series(
                "Gyre, Xeon",
                Kind.JVM,
                0,
                threads.stream().mapToDouble(one -> one[0]).toArray(),
                threads.stream().mapToDouble(one -> one[1]).toArray());
        List<Limit> best = paper.rows("figure", "7.3")
                .map(row -> new Limit(true, row.number("value"), "thesis: fastest"))
                .toList();
        return Html.section(
                "top-k",
                "Åmdal: top-k spatial joins",
                Html.paragraph(
                        "The best pairs by sum of scores within distance 1, data of the thesis. Its run times are plots without numbers (figures 7.1 to 7.4; Intel i5 6600K with 4 cores, GTX 1080),"
                                + " so that our times stand over its axes alone. Ours: 1, 16 and 32 threads of Intel Xeons, and one H200, beside JTS's HPRtree with a heap."),
                Html.plots(
                        overK("Figure 7.1: 1,048,576 with 1,048,576", overK, "Not run: 1,048,576 with 32,768."),
                        overK(
                                "Figures 7.1 and 7.2: 1,048,576 with 1,024",
                                small,
                                "Not run: 32,768 with 32,768 and 1,024, and 1,024 with 1,024; k = 1,000."),
                        new SvgPlot(
                                        "Figure 7.3: threads",
                                        "k = 10,000, 1,048,576 with 1,048,576",
                                        new Axis("threads", Unit.POWERS),
                                        new Axis("time of a call", Unit.TIME),
                                        List.of(overThreads),
                                        best,
                                        List.of(
                                                "Not run: 2 to 8 threads. Figure 7.4 (blocks at once, fastest at 32, the most that it can) has no counterpart here."))
                                .html()),
                published(paper),
                tables(
                        files,
                        "data, left, right, k, method, device, runs, first ms, second ms, median ms, fastest ms, slowest ms, pairs, pairs tested"));
    }

    private static String overK(String title, List<Series> series, String note) {
        return new SvgPlot(
                        title,
                        "",
                        new Axis("k", Unit.COUNT),
                        new Axis("time of a call", Unit.TIME),
                        series,
                        List.of(),
                        List.of(note))
                .html();
    }

    private static int threads(Results.File file, String device) {
        return device.equals(Backends.JVM_1)
                ? 1
                : Integer.parseInt(file.processor().replaceAll(".*, (\\d+) cores", "$1"));
    }

    private static Series bestPairs(Results.File file, String method, String device, String right) {
        boolean peer = method.equals("HPR_TREE_HEAP");
        int threads = threads(file, device);
        String where = threads == 1 ? "1 thread" : threads + " threads";
        if (!Backends.isJvm(device)) {
            where = file.gpu() + ", " + where;
        }
        return Series.of(
                (peer ? "HPRtree, " : "") + where,
                peer ? Kind.PEER : Backends.isJvm(device) ? Kind.JVM : Kind.GPU,
                0,
                file.rows("method", method)
                        .filter(row -> row.text("device").equals(device)
                                && row.text("right").equals(right)),
                row -> row.number("k"),
                row -> row.number("median ns") / 1e9);
    }
}
