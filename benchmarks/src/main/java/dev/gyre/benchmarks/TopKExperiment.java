package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The command {@code benchmarks/run top-k}: the k best pairs near each other by each method, for the sizes and k of the figures 7.1 to 7.4 of Åmdal's thesis and on data that a bound
 * finds harder, beside JTS, the thesis's pseudo-code and DuckDB. Arrays in, arrays out.
 */
final class TopKExperiment extends Experiment {

    private static final int QUICK = 64;
    private static final String METHOD = "method";
    private static final String LEFT = "left";
    private static final String RIGHT = "right";
    private static final String LEGEND = """
            Milliseconds of the wall clock, arrays in, arrays out; all methods of a table take turns on each device, and find pairs of the same scores. Points in
            0..1000 squared, whole scores, distance 1 (THESIS: uniform places and scores of 0..100, float coordinates). `pairs tested`: pairs of rows whose places were compared.
            """;

    private final Values<TopKData> data = choices(TopKData.class, "data", "THESIS", "Places and scores");
    private final Values<String> pairs = words(
            "sizes",
            "1048576x1048576,1048576x32768,1048576x1024,32768x32768,32768x1024,1024x1024",
            "Rows of both sides, LEFTxRIGHT");
    private final Values<Integer> k = numbers("k", "10000,1000,100", "Pairs");
    private final Values<TopKPeer> methods = choices(
            TopKPeer.class,
            METHOD,
            TopKPeer.usual().stream().map(TopKPeer::name).collect(Collectors.joining(",")),
            "Methods of Gyre, and others");
    private final Case.Shared<List<TopKData.Rows>> sides = new Case.Shared<>();

    TopKExperiment() {
        super(
                "top-k",
                "Times top-k joins by method, sizes, k and data, and counts the pairs tested.",
                "data,left,right,k,method,device,runs,first ns,second ns,median ns,fastest ns,slowest ns,pairs,pairs tested,"
                        + "rounds",
                LEGEND);
        runs(5, 2);
    }

    @Override
    List<String> allDevices() {
        return List.of(Backends.JVM_1, Settings.JVM);
    }

    @Override
    void check() {
        for (String pair : pairs.list()) {
            require(
                    pair.matches("[1-9]\\d{0,8}x[1-9]\\d{0,8}"),
                    "sizes must be two numbers as in 1000x20: sizes=" + pair);
        }
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        List<Case> cases = new ArrayList<>();
        for (Sizes one : combinations(data, pairs, k)) {
            String[] both = one.text("sizes").split("x");
            Sizes sizes =
                    one.without(List.of("sizes")).with(LEFT, size(both[0])).with(RIGHT, size(both[1]));
            cases.add(Case.inTurn(
                    methods.list().stream().map(peer -> of(sizes, peer)).toList()));
        }
        return cases;
    }

    private int size(String text) {
        return Math.max(1, Integer.parseInt(text) / (isQuick() ? QUICK : 1));
    }

    private Case of(Sizes sizes, TopKPeer peer) {
        return new Case(sizes.with(METHOD, peer), (engine, timing, of) -> open(engine, peer, of))
                .comparedBy(METHOD)
                .on(peer::runsOn);
    }

    private Supplier<Run> open(Engine engine, TopKPeer peer, Case of) {
        Sizes sizes = of.sizes();
        int best = sizes.number("k");
        TopKData from = sizes.choice("data", TopKData.THESIS);
        List<TopKData.Rows> both = sides.get(
                sizes.without(List.of(METHOD, "k")),
                () -> List.of(from.rows(sizes.number(LEFT), true), from.rows(sizes.number(RIGHT), false)));
        TopKData.Rows left = both.getFirst();
        TopKData.Rows right = both.getLast();
        if (peer == TopKPeer.DUCKDB) {
            DuckDbTopK.open(left, right);
            of.atEnd(() -> DuckDbTopK.close(left));
        }
        TopKPeer.Found[] found = new TopKPeer.Found[1];
        return () -> {
            long nanos = Run.time(() -> found[0] = peer.find(engine, left, right, best));
            Map<String, Long> notes = Map.of(
                    "pairs",
                    (long) found[0].scores().length,
                    "pairs tested",
                    found[0].tested(),
                    "rounds",
                    found[0].rounds());
            return new Run(nanos, Map.of(), notes, (long) Arrays.hashCode(found[0].scores()));
        };
    }

    @Override
    List<Part> parts(List<Row> rows) {
        Table<Row> table =
                Table.ofRows("k, method, device, first ms, second ms, median ms, fastest ms, slowest ms, pairs, "
                        + "pairs tested, rounds");
        return tables(rows, "data,left,right", table::of);
    }
}
