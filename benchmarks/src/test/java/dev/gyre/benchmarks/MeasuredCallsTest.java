package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.CostModel;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.CallClock;
import dev.gyre.engine.plan.CallWatch;
import dev.gyre.engine.plan.Experience;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.team.DeviceSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The cost of the automatic choice between JVM and device, for calls that were measured on an H200 and 16 threads of its host, with uniform
 * and with clustered points: by the default rates alone, and after three calls of a kind. Compares with the times in {@code results}.
 */
class MeasuredCallsTest {

    private static final Path RESULTS = Path.of("results", "2026");
    private static final int THREADS = 16;

    /** The largest ratio of a call's time to that of the better of JVM and device. */
    private static final double MOST = 1.15;

    /** The same for the first call of a kind, which knows the default rates alone. */
    private static final double MAX_OF_FIRST = 1.5;

    /** How far estimates were off on clustered points: see docs/limits.md. */
    private static final double OFF = 2.2;

    private static final int UNIFORM = 78;
    private static final int CLUSTERED = 12;
    private static final String OUTLIERS = "2026-11-22-kd-tree-outliers-nvidia-h200.csv";

    /** Calls of each kind from which the planner learns. */
    private static final int CALLS = 3;

    private static final String TABLE = "2026-11-22-calls-nvidia-h200-%s.csv";
    private static final List<String> FILES = List.of(
            TABLE.formatted("cuda"),
            TABLE.formatted("opencl"),
            TABLE.formatted("ptx"),
            "2026-11-22-calls-series-nvidia-h200-cuda.csv");

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 40, 8L * Integer.MAX_VALUE);
    private static final CostModel COSTS = CostModel.load(RESULTS.resolve("no such file"), THREADS);

    /** A call of some size, and whether it is in a series. */
    private record Case(String call, int n, boolean series) {}

    /** A case with its times on the JVM and on a device, in milliseconds. */
    private record Timed(Case call, String device, double onJvm, double onDevice) {

        double best() {
            return Math.min(onJvm, onDevice);
        }
    }

    /** A clock that calls set. */
    private static final class Clock implements CallClock {

        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        void pass(double millis) {
            nanos += Math.round(millis * 1e6);
        }
    }

    /** A device on which nothing runs. */
    private record Card(Device device) implements Backend {

        @Override
        public Execution prepare(Program program) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldTakeTheBetterOfJvmAndDeviceAfterThreeCalls() throws IOException {
        List<Timed> all = timed();
        assertEquals(UNIFORM, all.size());
        assertEquals(Map.of(), beyond(all, CALLS, MOST));
    }

    @Test
    void shouldHardlyMissTheBetterOneInTheFirstCall() throws IOException {
        assertEquals(Map.of(), beyond(timed(), 0, MAX_OF_FIRST));
        Map<Double, String> missed = beyond(timed(), 0, MOST);
        assertTrue(missed.size() <= 1, missed::toString);
    }

    /** Self-joins of a tree that is there, of points in clusters, on a lattice and with outliers. */
    @Test
    void shouldTakeTheBetterOneForClusteredPoints() throws IOException {
        List<Timed> all = clustered();
        assertEquals(CLUSTERED, all.size());
        assertEquals(Map.of(), beyond(all, 0, MOST));
        assertEquals(Map.of(), beyond(all, CALLS, MOST));
    }

    /** On clustered points, calls took up to {@value #OFF} times the time of uniform ones, or as much less: 702 cases. */
    @Test
    void shouldTakeTheBetterOneAfterThreeCallsWhereverPointsLie() throws IOException {
        double[] factors = {1 / OFF, 1, OFF};
        List<Timed> all = new ArrayList<>();
        for (Timed timed : timed()) {
            for (double ofJvm : factors) {
                for (double ofDevice : factors) {
                    all.add(new Timed(
                            timed.call(), timed.device(), timed.onJvm() * ofJvm, timed.onDevice() * ofDevice));
                }
            }
        }
        Map<Double, String> missed = beyond(all, CALLS, MOST);
        assertTrue(missed.size() <= 1, missed::toString);
        assertEquals(Map.of(), beyond(all, CALLS, MAX_OF_FIRST));
        assertTrue(beyond(all, 0, MOST).size() > 10, "first calls know less");
    }

    /** Returns the ratios beyond a limit, for the call after some calls of the same kind. */
    private static Map<Double, String> beyond(List<Timed> all, int calls, double max) {
        Map<Double, String> beyond = new TreeMap<>();
        for (Timed timed : all) {
            double ratio = after(calls, timed) / timed.best();
            if (ratio > max) {
                beyond.put(ratio, timed.toString());
            }
        }
        return beyond;
    }

    /** Returns the milliseconds of the call after some calls in a process where all methods are compiled. */
    private static double after(int calls, Timed timed) {
        Clock clock = new Clock();
        try (Workers workers = new Workers(1)) {
            Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
            Context card = new Context(new Card(CARD), workers, Long.MAX_VALUE);
            DeviceSet devices = DeviceSet.of(jvm, true, List.of(card.backend()), backend -> card, "measured");
            Planner planner = new Planner(devices, () -> COSTS, Experience.in(null), clock);
            Function<Context, List<Strategy>> strategies = place -> List.of(fastest(place, timed.call()));
            for (Context each : List.of(jvm, card)) {
                warm(planner, each, fastest(each, timed.call()), clock);
            }
            for (int call = 0; call < calls; call++) {
                run(planner.choose(strategies), timed, clock);
            }
            return run(planner.choose(strategies), timed, clock);
        }
    }

    /** Runs calls of another size, which are not learned for those that follow. */
    private static void warm(Planner planner, Context place, Strategy strategy, Clock clock) {
        Strategy tiny = new Strategy(strategy.name(), new Workload(1, 0, 100, 1), strategy.operations(), "");
        for (int call = 0; call < 2; call++) {
            CallWatch watch = planner.choose(other -> List.of(tiny.withObstacle(other == place ? "" : "elsewhere")))
                    .watch();
            clock.pass(1000);
            watch.done("warm");
        }
    }

    private static double run(Plan plan, Timed timed, Clock clock) {
        double millis = plan.context().onJvm() ? timed.onJvm() : timed.onDevice();
        CallWatch watch = plan.watch();
        clock.pass(millis);
        return watch.done(millis);
    }

    /** The method of which the device's time is: the one that is estimated to be the fastest there. */
    private static Strategy fastest(Context place, Case call) {
        Rates rates = COSTS.of(place.device());
        return strategies(place, call).stream()
                .filter(strategy -> strategy.obstacle().isEmpty())
                .min(Comparator.comparingDouble(strategy -> strategy.operations().stream()
                        .mapToDouble(operation -> rates.estimate(operation, strategy.work()))
                        .sum()))
                .orElseThrow();
    }

    private static List<Timed> timed() throws IOException {
        List<Timed> timed = new ArrayList<>();
        medians()
                .forEach((call, times) -> times.forEach((device, millis) -> {
                    if (!device.equals("jvm")) {
                        timed.add(new Timed(call, device, times.get("jvm"), millis));
                    }
                }));
        return timed;
    }

    private static List<Timed> clustered() throws IOException {
        Map<String, Map<String, Double>> medians = new LinkedHashMap<>();
        for (String line : Files.readAllLines(RESULTS.resolve(OUTLIERS))) {
            String[] row = line.split(",");
            if (row[0].equals("self-join") && row[6].equals("wall clock") && !row[2].equals("UNIFORM")) {
                medians.computeIfAbsent(row[2] + " " + row[3], key -> new LinkedHashMap<>())
                        .put(row[1], Double.parseDouble(row[9]) * 1e-6);
            }
        }
        return medians.entrySet().stream()
                .map(entry -> new Timed(
                        new Case(
                                "tree-nearest-others",
                                Integer.parseInt(entry.getKey().split(" ")[1]),
                                false),
                        entry.getKey(),
                        entry.getValue().get("jvm"),
                        entry.getValue().get("cuda:0")))
                .toList();
    }

    /** Returns milliseconds of later calls with new data, by device, for cases that were measured on the JVM too. */
    private static Map<Case, Map<String, Double>> medians() throws IOException {
        Map<Case, Map<String, Double>> medians = new LinkedHashMap<>();
        for (String file : FILES) {
            List<String[]> rows = Files.readAllLines(RESULTS.resolve(file)).stream()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("call,"))
                    .map(line -> line.split(","))
                    .filter(row -> row[3].equals("fresh") && !row[2].equals("auto") && isPlanned(row[0]))
                    .toList();
            for (String[] row : rows) {
                Case call = new Case(row[0], Integer.parseInt(row[1]), file.contains("series"));
                medians.computeIfAbsent(call, key -> new LinkedHashMap<>())
                        .put(row[2], Double.parseDouble(row[8]) * 1e-6);
            }
        }
        medians.values().removeIf(times -> !times.containsKey("jvm"));
        return medians;
    }

    private static boolean isPlanned(String call) {
        return Call.named(call).table().size() > 0;
    }

    private static List<Strategy> strategies(Context place, Case call) {
        int n = call.n();
        return switch (call.call()) {
            case "knn-self-join" -> joins(place, new Workload(n, n, 3, 8));
            case "knn-self-join-6" -> joins(place, new Workload(n, n, 6, 8));
            case "knn-join" ->
                KnnJoin.strategies(place, new Workload(n, Math.min(n, 10_000), 64, 20), JoinMethod.BRUTE_FORCE);
            case "radius-self-join-2" -> only(new Workload(n, n, 2, 6), Operation.BUILD, Operation.RANGE);
            case "radius-self-join-3" -> only(new Workload(n, n, 3, 1), Operation.BUILD, Operation.RANGE);
            case "radius-self-join-2-grid" ->
                only(new Workload(n, n, 2, 6), Operation.GRID_BUILD, Operation.GRID_RANGE);
            case "kd-tree" -> only(new Workload(n, 0, 2, 1), Operation.BUILD);
            case "tree-nearest-others" -> only(new Workload(n, n, 3, 8), Operation.SEARCH);
            case "tree-within" -> only(new Workload(n, n / 20, 3, 1), Operation.RANGE);
            case "argsort" -> {
                Workload work = new Workload(n, 1, 1, 1);
                yield List.of(
                        Strategy.of("merge", work, Operation.MERGE_SORT),
                        Strategy.of("radix", work, Operation.RADIX_SORT));
            }
            case "smallest" -> only(new Workload(n, 2000, 1, Math.min(100, n)), Operation.SINGLE_PASS);
            case "exclusive-scan" -> only(new Workload(n, 1, 2, 1), Operation.PARTITION);
            default -> throw new AssertionError("no strategies of " + call.call());
        };
    }

    private static List<Strategy> joins(Context place, Workload work) {
        List<Strategy> strategies = new ArrayList<>(KnnJoin.strategies(place, work, JoinMethod.AUTOMATIC));
        strategies.add(Strategy.of("tree", work, Operation.BUILD, Operation.SEARCH));
        return strategies;
    }

    private static List<Strategy> only(Workload work, Operation... operations) {
        return List.of(Strategy.of("only", work, operations));
    }
}
