package dev.gyre.benchmarks;

import dev.gyre.benchmarks.SvgPlot.Kind;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The sections of the page of results about calls: beside other libraries, over n, and the newest figure of each. */
final class CallFigures {

    private static final String ON = " on ";
    private static final ToDoubleFunction<Row> SECONDS = row -> row.number("median ns") / 1e9;

    private final Results results;

    CallFigures(Results results) {
        this.results = results;
    }

    /**
     * The times of Gyre and of another library for the same work.
     *
     * @param gyre in milliseconds
     * @param other in milliseconds
     */
    private record Pair(String what, String where, String peer, double gyre, double other, String source) {

        double ratio() {
            return other / gyre;
        }

        boolean isOnGpu() {
            return where.startsWith("H");
        }
    }

    /** Returns the section about other libraries. */
    String peers() {
        List<Pair> pairs = new ArrayList<>();
        results.of("peers").forEach(file -> file.rows().forEach(row -> pairs.add(reported(row))));
        results.of("boxes").forEach(file -> pairs.addAll(boxes(file)));
        results.of("top-k").forEach(file -> pairs.addAll(bestPairs(file)));
        pairs.sort(Comparator.comparingDouble(Pair::ratio));
        int half = (pairs.size() + 1) / 2;
        String caption = "Time of the other library over Gyre's. Left of the line Gyre is slower.";
        List<DotPlot> plots = List.of(
                ratios("Where Gyre gains least", caption, pairs.subList(0, half), pairs),
                ratios("Where Gyre gains most", caption, pairs.subList(half, pairs.size()), pairs));
        long slower = pairs.stream().filter(pair -> pair.ratio() < 1).count();
        String table = new Table<Pair>()
                .text("what", Pair::what)
                .text("Gyre on", Pair::where)
                .text("other library", Pair::peer)
                .number("Gyre, ms", Pair::gyre)
                .number("other, ms", Pair::other)
                .number("other / Gyre", Pair::ratio)
                .text("from", Pair::source)
                .html(pairs);
        return Html.section(
                "peers",
                "Beside other libraries",
                Html.paragraph(
                        "Comparisons on one machine and the same data (SciPy and scikit-learn in part on other points of the same distribution), "
                                + pairs.size() + " in all; in " + slower
                                + " Gyre is slower. PyTorch ran on the same GPU; all others ran on the processor, JTS with as many threads as Gyre had."
                                + " An index that the other library builds with one thread is counted so."),
                Html.plots(plots.stream().map(DotPlot::html).toArray(String[]::new)),
                Html.details("The numbers", table));
    }

    private static DotPlot ratios(String title, String caption, List<Pair> pairs, List<Pair> all) {
        List<DotPlot.Dot> dots = pairs.stream()
                .map(pair -> new DotPlot.Dot(
                        pair.what + " · " + pair.peer, pair.isOnGpu() ? Kind.GPU : Kind.JVM, pair.ratio()))
                .toList();
        double[] ratios = all.stream().mapToDouble(Pair::ratio).toArray();
        return new DotPlot(title, caption, PlotScale.Unit.TIMES, dots, ratios, List.of());
    }

    private static Pair reported(Row row) {
        double unit = switch (row.text("unit")) {
            case "s" -> 1e3;
            case "ms" -> 1;
            case "µs" -> 1e-3;
            default -> throw new IllegalArgumentException("unknown unit: " + row);
        };
        return new Pair(
                row.text("what").replace(";", ","),
                row.text("where"),
                row.text("peer"),
                unit * row.number("gyre"),
                unit * row.number("peer time"),
                row.text("report"));
    }

    /** Returns each call over boxes at its smallest and its largest size, beside the fastest other library there. */
    private static List<Pair> boxes(Results.File file) {
        Map<String, Row> peers = new LinkedHashMap<>();
        Map<String, int[]> sizes = new LinkedHashMap<>();
        for (Row row : file.rows()) {
            String device = row.text("device");
            if (device.contains(ON)) {
                String key = key(row, device.substring(device.indexOf(ON) + ON.length()));
                peers.merge(key, row, (a, b) -> SECONDS.applyAsDouble(a) <= SECONDS.applyAsDouble(b) ? a : b);
                int n = row.integer("n");
                sizes.merge(row.text("call"), new int[] {n, n}, (a, b) ->
                        new int[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
            }
        }
        Map<String, Pair> pairs = new LinkedHashMap<>();
        for (Row row : file.rows()) {
            String device = row.text("device");
            boolean gpu = !Backends.isJvm(device);
            Row peer = device.contains(ON) ? null : peers.get(key(row, gpu ? Settings.JVM : device));
            int[] ends = sizes.get(row.text("call"));
            int n = row.integer("n");
            if (peer != null && (n == ends[0] || n == ends[1])) {
                String name =
                        peer.text("device").substring(0, peer.text("device").indexOf(ON));
                String where = gpu
                        ? file.gpu() + " (CUDA)"
                        : device.equals(Backends.JVM_1) ? "1 thread, " + file.processor() : file.processor();
                pairs.putIfAbsent(
                        key(row, device),
                        new Pair(
                                row.text("call") + " of " + PlotScale.Unit.COUNT.label(n)
                                        + (gpu ? "" : ", " + threads(device, file)),
                                where,
                                name,
                                1e3 * SECONDS.applyAsDouble(row),
                                1e3 * SECONDS.applyAsDouble(peer),
                                file.name()));
            }
        }
        return List.copyOf(pairs.values());
    }

    private static String threads(String device, Results.File file) {
        return device.equals(Backends.JVM_1)
                ? "1 thread"
                : file.processor().replaceAll(".*, (\\d+) cores", "$1 threads");
    }

    private static String key(Row row, String device) {
        return row.text("call") + "," + row.text("n") + "," + device;
    }

    /** Returns the top-k joins beside JTS's tree with a heap. */
    private static List<Pair> bestPairs(Results.File file) {
        List<Pair> pairs = new ArrayList<>();
        for (Row peer : file.rows("method", "HPR_TREE_HEAP").toList()) {
            file.rows("method", "THRESHOLD")
                    .filter(row -> List.of("left", "right", "k", "device").stream()
                            .allMatch(title -> row.text(title).equals(peer.text(title))))
                    .forEach(row -> pairs.add(new Pair(
                            "top-k join, " + threads(row.text("device"), file) + ", k = " + row.text("k") + ", "
                                    + PlotScale.Unit.COUNT.label(row.number("left")) + " with "
                                    + PlotScale.Unit.COUNT.label(row.number("right")),
                            row.text("device").equals(Backends.JVM_1)
                                    ? "1 thread, " + file.processor()
                                    : file.processor(),
                            "HPRtree and a heap",
                            1e3 * SECONDS.applyAsDouble(row),
                            1e3 * SECONDS.applyAsDouble(peer),
                            file.name())));
        }
        return pairs;
    }

    /** Returns the section about calls over n. */
    String overSizes() {
        List<String> plots = new ArrayList<>();
        StringBuilder tables = new StringBuilder();
        String machines = "";
        for (Results.File file : results.of("series")) {
            machines += file.gpu() + " (CUDA) and " + file.processor() + ", " + file.date() + ", commit "
                    + file.commit() + ". ";
            for (String call :
                    file.rows().stream().map(row -> row.text("call")).distinct().toList()) {
                plots.add(overSizes(file, call).html());
            }
            tables.append(Html.details(
                    "The numbers: " + file.name(),
                    Table.ofRows(
                                    "call, n, device, ran on, first ms, second ms, runs, median ms, fastest ms, slowest ms")
                            .html(file.rows())));
        }
        return Html.section(
                "series",
                "Calls as n grows",
                Html.paragraph(machines
                        + "Medians of the calls after the second, each with new data, from Java arrays to Java arrays. "
                        + "Gray: the engine's own choice of the device."),
                Html.plots(plots.toArray(String[]::new)),
                tables.toString());
    }

    private static SvgPlot overSizes(Results.File file, String call) {
        List<SvgPlot.Series> series = new ArrayList<>();
        for (String device : file.rows("call", call)
                .map(row -> row.text("device"))
                .distinct()
                .toList()) {
            Kind kind = device.equals(Settings.AUTO) ? Kind.AUTO : Backends.isJvm(device) ? Kind.JVM : Kind.GPU;
            String name = switch (kind) {
                case AUTO -> "auto";
                case JVM -> "16 threads";
                default -> file.gpu();
            };
            series.add(SvgPlot.Series.of(
                    name,
                    kind,
                    0,
                    file.rows("call", call).filter(row -> row.text("device").equals(device)),
                    row -> row.number("n"),
                    SECONDS));
        }
        List<String> notes = file.points().skipped().stream()
                .filter(line -> line.contains(": " + call + " on "))
                .map(line -> "Not run:" + line.substring(line.indexOf(call) + call.length()) + ".")
                .toList();
        return new SvgPlot(
                call,
                Call.named(call).what(),
                new SvgPlot.Axis("n", PlotScale.Unit.COUNT),
                new SvgPlot.Axis("time of a call", PlotScale.Unit.TIME),
                series,
                List.of(),
                notes);
    }

    /** A figure of a call, and the file that has it. */
    private record Newest(Row row, Results.File file, List<Double> seconds) {

        String where() {
            String device = row.text("device");
            return Backends.isJvm(device)
                    ? (device.equals(Backends.JVM_1) ? "1 thread, " : "") + file.processor()
                    : file.gpu() + ", " + device.split(":")[0].toUpperCase(Locale.ROOT);
        }

        String millis() {
            double min = seconds.stream().mapToDouble(x -> 1e3 * x).min().orElseThrow();
            double max = seconds.stream().mapToDouble(x -> 1e3 * x).max().orElseThrow();
            return Table.number(min) + (min == max ? "" : " to " + Table.number(max));
        }
    }

    /** Returns the section with the newest figure of each call on each machine. */
    String newest() {
        Map<String, Newest> newest = new LinkedHashMap<>();
        for (Results.File file : results.of("calls")) {
            for (Row row : file.rows("data", CallsExperiment.FRESH).toList()) {
                if (row.text("device").equals(Settings.AUTO)) {
                    continue;
                }
                Newest found = new Newest(row, file, new ArrayList<>());
                Newest kept = newest.computeIfAbsent(key(row, found.where()), key -> found);
                if (kept.file.date().equals(file.date()) && kept.file.commit().equals(file.commit())) {
                    kept.seconds.add(SECONDS.applyAsDouble(row));
                }
            }
        }
        List<Newest> sorted = newest.values().stream()
                .sorted(Comparator.comparing((Newest one) -> one.row.text("call"))
                        .thenComparing(one -> one.row.integer("n"))
                        .thenComparing(Newest::where))
                .toList();
        String table = new Table<Newest>()
                .text("call", one -> one.row.text("call"))
                .text("data", one -> Call.named(one.row.text("call")).what())
                .text("n", one -> one.row.text("n"))
                .text("on", Newest::where)
                .text("later calls, ms", Newest::millis)
                .number("first call, ms", one -> Table.millis(one.row, "first ns"))
                .text("date", one -> one.file.date())
                .text("commit", one -> one.file.commit())
                .html(sorted);
        return Html.section(
                "newest",
                "The newest figure of each call",
                Html.paragraph(
                        "Medians of the calls after the second, each with new data; two numbers are two processes."
                                + " The first call of a process may compile; in some files another call came before it."
                                + " A dash is a commit that the file does not name: the index of the results says what is known."),
                "<div class=\"wide\">" + table + "</div>\n");
    }
}
