package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run calls}: the times of calls of the public API, from Java arrays to Java arrays: first, second and
 * later calls, on several devices in one process.
 */
final class CallsExperiment extends Experiment {

    /** The titles; -1 is a time that the operation does not tell. */
    static final String TITLES = "call,n,device,data,ran on,first ns,second ns,runs,median ns,fastest ns,slowest ns,"
            + "first compile ns,later compile ns,prepare ns,upload ns,compile ns,compute ns,download ns,refine ns,"
            + CallWork.TITLES
            + ",notes";

    /** Each call has new objects of its data. */
    static final String FRESH = "fresh";

    /** Each call has the same object of points as the one before. */
    static final String SAME = "same";

    private static final int QUICK_SIZE = 1_000;
    private static final int QUICK_REPEATS = 2;
    private static final int MAX_REPEATS = 200;
    private static final long MIN_NANOS = 200_000_000;
    private static final int SOAK_SIZE = 50_000;
    private static final int QUICK_SOAK = 120;

    private final Case.Shared<Map<String, Call.Data>> data = new Case.Shared<>();

    @Option(
            names = {"--calls", "--call"},
            paramLabel = "NAME",
            split = ",",
            description =
                    "Which calls; can be repeated. Without it: those of the table, or all with --series and --soak.")
    private List<String> names = List.of();

    @Option(
            names = "--with",
            paramLabel = "NAME=VALUE,…",
            description =
                    "Values of a parameter of the calls, such as k=1,8 or shape=UNIFORM,CITIES; can be repeated. All "
                            + "combinations are timed.")
    private Map<String, String> with = new LinkedHashMap<>();

    @Option(names = "--no-peers", description = "Without other libraries.")
    private boolean noPeers;

    @Option(
            names = "--series",
            description = "Each call over sizes from 10^3 to 10^7, or to the most that is sensible.")
    private boolean series;

    @Option(
            names = "--first",
            description = "The first call of a process: engine open and all, each in a process of its own.")
    private boolean first;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "20261122",
            description = "Of the mix of a soak; ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Option(
            names = "--sizes",
            paramLabel = "N",
            split = ",",
            description = "Sizes instead: 1e3..1e7 for each power of ten, or several.")
    private List<String> sizes = List.of();

    @Option(
            names = "--soak",
            paramLabel = "N",
            description =
                    "So many small calls of mixed sizes and operations on one engine for each device, all answers checked.")
    private Integer soak;

    @Option(names = "--threads", paramLabel = "N", description = "Threads that call the engine of a soak at once.")
    private int threads = 1;

    @Option(
            names = "--growth",
            paramLabel = "X",
            description = "MiB that the heap may grow in a soak after its first 100 calls; 64 unless given.")
    private double growth = 64;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Calls after the first two, 7 unless given; with --first processes, 3 unless given.")
    private Integer repeats;

    @Option(
            names = "--case-seconds",
            paramLabel = "X",
            description = "After so long no further call of a case on a device begins, but for three in all; 10 unless "
                    + "given, or 3 with --series.")
    private Double caseSeconds;

    @Option(
            names = "--run-seconds",
            paramLabel = "X",
            description = "Seconds: where a call takes longer, larger sizes are left out; 2 unless given.")
    private double runSeconds = 2;

    @Option(
            names = "--once-seconds",
            paramLabel = "X",
            description = "Seconds: where the first call takes longer, it is the only one; unlimited unless given.")
    private double onceSeconds = Double.POSITIVE_INFINITY;

    @Option(
            names = "--clock",
            paramLabel = "WALL|PROCESSOR",
            description =
                    "Times by a clock on the wall, or, on a machine that others use too, processor times of all threads of Java; "
                            + "${DEFAULT-VALUE} unless given.")
    private Run.Clock clock = Run.Clock.WALL;

    @Option(
            names = "--overview",
            paramLabel = "FILE",
            description =
                    "Only draws the times of the --calls in the files of --points into this PNG file: solid on devices, dashed on the "
                            + "JVM.")
    private Path overview;

    @Override
    int report() throws IOException {
        if (overview == null) {
            return super.report();
        }
        PointsFile all = earlier().stream().reduce(PointsFile::plus).orElseThrow();
        for (String name : names) {
            if (all.rows().stream().noneMatch(row -> row.text("call").equals(name))) {
                throw refused("the files of --points have no " + name);
            }
        }
        CallReport.overview(all, names).write(overview);
        return 0;
    }

    CallsExperiment() {
        super("calls", "Times calls of the public API; writes tables, points and plots.", TITLES);
    }

    @Override
    String title() {
        return series ? "calls-series" : first ? "calls-first" : soak != null ? "calls-soak" : "calls";
    }

    @Override
    List<String> titles() {
        return first ? CallStart.TITLES : soak != null ? CallSoak.TITLES : super.titles();
    }

    @Override
    List<String> allDevices() {
        List<String> devices = new ArrayList<>(Backends.all());
        devices.remove(Backends.JVM_1);
        devices.add(Settings.AUTO);
        return devices;
    }

    @Override
    void check() {
        names.forEach(Call::named);
        sizes();
        require(
                overview == null || isOnlyReport() && !names.isEmpty(),
                "--overview needs --points and --calls, and measures nothing");
        require(
                (series ? 1 : 0) + (first ? 1 : 0) + (soak != null ? 1 : 0) <= 1,
                "only one of --series, --first, --soak");
        require(threads == 1 || soak != null, "--threads belongs to --soak");
        require(threads >= 1 && (soak == null || soak >= 1), "soaks have one thread and one call or more");
        require(repeats == null || repeats >= 1, "repeats must be 1 or more: " + repeats);
        require(
                growth > 0 && runSeconds > 0 && onceSeconds > 0 && (caseSeconds == null || caseSeconds > 0),
                "limits must be above 0");
        require(Call.PARAMETERS.containsAll(with.keySet()), "parameters are " + Call.PARAMETERS + ": " + with.keySet());
    }

    private List<Call> calls() {
        Stream<Call> chosen = names.isEmpty()
                ? Call.ALL.stream()
                        .filter(call -> series || soak != null || !call.table().isEmpty())
                : names.stream().map(Call::named).distinct();
        Map<String, List<String>> values = new LinkedHashMap<>();
        with.forEach((name, some) -> values.put(name, List.of(some.split(","))));
        List<Sizes> others = Sizes.all(values);
        return chosen.flatMap(call -> others.stream().map(call::with)).toList();
    }

    /** Returns the given sizes, ascending. */
    private List<Integer> sizes() {
        return sizes.stream()
                .flatMap(text -> {
                    String[] ends = text.split("\\.\\.");
                    return ends.length == 2 ? powers(size(ends[0]), size(ends[1])) : Stream.of(size(text));
                })
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<Integer> powers(int from, int to) {
        return IntStream.iterate(0, exponent -> exponent + 1)
                .mapToLong(exponent -> from * (long) Math.pow(10, exponent))
                .takeWhile(size -> size <= to)
                .mapToObj(Math::toIntExact);
    }

    private static int size(String text) {
        try {
            int size = new BigDecimal(text).intValueExact();
            if (size >= 1) {
                return size;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("not a size: " + text, e);
        }
        throw new IllegalArgumentException("sizes must be 1 or more: " + text);
    }

    private List<Integer> sizes(Call call) {
        List<Integer> given = sizes();
        if (given.isEmpty()) {
            given = isQuick()
                    ? (series ? List.of(QUICK_SIZE / 10, QUICK_SIZE / 2, QUICK_SIZE) : List.of(QUICK_SIZE))
                    : series || call.table().isEmpty()
                            ? powers(1_000, call.largest()).toList()
                            : call.table();
        }
        return given;
    }

    private int repeats(int unlessGiven) {
        return repeats != null ? repeats : isQuick() ? QUICK_REPEATS : unlessGiven;
    }

    @Override
    boolean inTurn() {
        return true;
    }

    @Override
    Budget budget() {
        int runs = repeats(7);
        double seconds = caseSeconds != null ? caseSeconds : series ? 3 : 10;
        return new Budget(2, 0, 1, runs, isQuick() ? 0 : MIN_NANOS, (long) (seconds * 1e9), Math.max(runs, MAX_REPEATS))
                .once((long) (onceSeconds * 1e9));
    }

    @Override
    long mostNanos() {
        return (long) (runSeconds * 1e9);
    }

    @Override
    Map<String, String> facts() {
        if (first) {
            return Map.of("Times", "wall clock; each case in a process of its own");
        }
        return soak == null
                ? Map.of("Times", clock + "; " + budget() + "; all devices in one process, in turn")
                : Map.of("Soak", soakCalls() + " calls, at once " + threads + ", seed " + seed);
    }

    private int soakCalls() {
        return isQuick() ? Math.min(soak, QUICK_SOAK) : soak;
    }

    @Override
    void measure(List<String> where, Consumer<String> lines) throws IOException {
        if (first) {
            for (Call call : calls()) {
                for (int n : sizes(call)) {
                    for (String device : where) {
                        CallStart.measure(call, n, device, repeats(3), lines);
                    }
                }
            }
        } else if (soak != null) {
            for (String device : where) {
                new CallSoak(calls(), isQuick() ? QUICK_SIZE : SOAK_SIZE, seed, threads, lines)
                        .run(device, soakCalls(), growth);
            }
        } else {
            super.measure(where, lines);
        }
    }

    /** Calls that differ only by their method take turns, and so do other libraries. */
    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        Map<String, Map<String, Case>> byQuestion = new LinkedHashMap<>();
        for (Call call : calls()) {
            for (int n : sizes(call)) {
                List<Case> some = new ArrayList<>(List.of(of(call, n)));
                some.addAll(noPeers ? List.of() : peers(call, n));
                some.forEach(one -> byQuestion
                        .computeIfAbsent(one.question(), question -> new LinkedHashMap<>())
                        .putIfAbsent(one.toString(), one));
            }
        }
        return byQuestion.values().stream()
                .map(some -> Case.inTurn(List.copyOf(some.values())))
                .toList();
    }

    /** Returns the case of a call of some size. */
    Case of(Call call, int n) {
        return of(call, call.name(), n, engine -> data(call, n).open(engine));
    }

    /** Returns the same call by other libraries, which have no choice of packings and methods. */
    private List<Case> peers(Call call, int n) {
        String name = call.name().replaceAll(" (packing|method)=\\S+", "");
        return call.peers().stream()
                .map(peer -> of(call, name, n, engine -> data(call, n).open(engine, peer))
                        .by(peer.toString(), peer::on)
                        .on(peer::runsOn))
                .toList();
    }

    /** Returns the data of a call; calls that take turns keep their data at the same time. */
    private Call.Data data(Call call, int n) {
        return data.get(sizes(call.name(), n).without(Call.METHODS), HashMap::new)
                .computeIfAbsent(call.name(), name -> call.data(n));
    }

    private Case of(Call call, String name, int n, Function<Engine, Call.Opened> open) {
        boolean withSame = !series && call.hasPoints();
        return new Case(sizes(name, n), (engine, timing, of) -> {
                    Call.Opened opened = of.kept(engine, Call.Opened.class, () -> open.apply(engine));
                    Supplier<CallAnswer> same =
                            timing.equals(SAME) ? opened.fresh().get() : null;
                    return () -> Run.of(same == null ? opened.fresh().get() : same, clock, engine);
                })
                .noting("call", name)
                .comparedBy(Call.METHODS)
                .growingBy("n")
                .timing("data", withSame ? List.of(FRESH, SAME) : List.of(FRESH));
    }

    /** Returns the sizes of a case: the name of a call, n, and the values of parameters that follow the name. */
    private static Sizes sizes(String name, int n) {
        List<String> words = List.of(name.split(" "));
        return Sizes.of("base=" + words.getFirst() + ",n=" + n)
                .and(Sizes.of(String.join(",", words.subList(1, words.size()))));
    }

    @Override
    String preamble(PointsFile file) {
        return first ? CallStart.LEGEND : soak != null ? CallSoak.preamble(file) : CallReport.preamble(file.rows());
    }

    @Override
    List<Part> parts(List<Row> rows) {
        return first ? CallStart.parts(rows) : soak != null ? CallSoak.parts(rows) : CallReport.parts(rows);
    }
}
