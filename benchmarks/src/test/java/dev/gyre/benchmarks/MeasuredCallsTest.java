package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.CostModel;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Strategy;
import dev.gyre.engine.plan.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The cost of the automatic choice between JVM and device, by the default costs, for the calls that were measured on an H200 and 16
 * threads of its host: compares estimates with the times in {@code results}.
 */
class MeasuredCallsTest {

    private static final Path RESULTS = Path.of("results");
    private static final int THREADS = 16;

    /** The largest ratio of a call's time to that of the better of JVM and device. */
    private static final double MOST = 1.15;

    private static final String TABLE = "2026-11-22-calls-nvidia-h200-%s.csv";
    private static final List<String> FILES = List.of(
            TABLE.formatted("cuda"),
            TABLE.formatted("opencl"),
            TABLE.formatted("ptx"),
            "2026-11-22-calls-series-nvidia-h200-cuda.csv");

    private static final CostModel COSTS = CostModel.load(RESULTS.resolve("no such file"), THREADS);

    /** A call of some size, and whether it is in a series. */
    private record Case(String call, int n, boolean series) {}

    @Test
    void shouldTakeTheBetterOfJvmAndDevice() throws IOException {
        List<String> beyond = new ArrayList<>();
        int compared = 0;
        try (Workers workers = new Workers(1)) {
            Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
            DeviceCosts device = COSTS.ofUnknownDevices().getFirst();
            for (Map.Entry<Case, Map<String, Double>> entry : medians().entrySet()) {
                Case call = entry.getKey();
                double onJvm = fastest(COSTS.of(jvm.device()), strategies(jvm, call));
                double onDevice = fastest(device, strategies(null, call));
                double measuredOnJvm = entry.getValue().get("jvm");
                Map<String, Double> onDevices = new LinkedHashMap<>(entry.getValue());
                onDevices.remove("jvm");
                for (Map.Entry<String, Double> measured : onDevices.entrySet()) {
                    double there = measured.getValue();
                    double taken = onJvm <= onDevice ? measuredOnJvm : there;
                    if (taken > MOST * Math.min(measuredOnJvm, there)) {
                        beyond.add("%s on %s: jvm %.3g (estimated %.3g), device %.3g (estimated %.3g) ms"
                                .formatted(call, measured.getKey(), measuredOnJvm, onJvm * 1e3, there, onDevice * 1e3));
                    }
                    compared++;
                }
            }
        }
        assertEquals(78, compared);
        assertEquals(List.of(), beyond);
    }

    private static double fastest(DeviceCosts costs, List<Strategy> strategies) {
        return strategies.stream()
                .filter(strategy -> strategy.obstacle().isEmpty())
                .mapToDouble(strategy -> strategy.operations().stream()
                        .mapToDouble(operation -> costs.estimate(operation, strategy.work()))
                        .sum())
                .min()
                .orElseThrow();
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
