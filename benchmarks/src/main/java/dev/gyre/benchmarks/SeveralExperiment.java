package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.kdtree.KdJointBuild;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Team;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.ColumnSource;
import dev.gyre.engine.sort.JointSort;
import dev.gyre.engine.sort.Sorter;
import dev.gyre.engine.verify.ProbeKernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run several}: one build of a kd-tree and one sort on the first of the devices, on the first two, and so
 * on, all in one process, with answers compared; and what it costs to exchange points between devices by way of the host.
 */
@Command(
        name = "benchmarks/run several",
        description =
                "Times builds of kd-trees and sorts on several devices at once; writes tables, and figures as CSV.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SeveralExperiment extends Experiment {

    private static final List<String> TITLES =
            List.of("operation,devices,shape,n,dims,step,first ns,runs,median ns,fastest ns".split(","));

    private static final int QUICK_SIZE = 3_000;

    private static final String LEGEND = """
            Milliseconds. `call`: arrays in, tree or order out. `sort` and `arrange` are those of the slowest device, `resident` is their sum; `rest` is all else: \
            on the host the split of the points, the copies and the joining of the parts, and the transfers. \
            Robinson's builder, with 16,777,216 points of 4 dimensions (his text, at an unknown date): 2,371 ms on a Grid K520, 1,437 ms on a Titan Black, both with \
            sort and removal of duplicates; on two GPUs 1.9 times as fast as on one of them.

            """;

    private static final String EXCHANGE_LEGEND = """
            Milliseconds for what the published way moves, which sorts halves as they come and then swaps: a quarter of the points from each device to the host, and as \
            many to each device, all devices at once, from and to arrays of the heap.

            """;

    @Option(
            names = "--n",
            split = ",",
            defaultValue = "1048576,16777216",
            description = "Points of a build; ${DEFAULT-VALUE} unless given.")
    private int[] sizes;

    @Option(names = "--dims", defaultValue = "4", description = "Dimensions of a build; ${DEFAULT-VALUE} unless given.")
    private int dims;

    @Option(
            names = "--shape",
            split = ",",
            defaultValue = "UNIFORM",
            description = "Points of a build: UNIFORM, EXPONENTIAL, CLUSTERED, …; ${DEFAULT-VALUE} unless given.")
    private String[] shapes;

    @Option(
            names = "--sort-n",
            split = ",",
            defaultValue = "16777216",
            description = "Keys of a sort; 0 leaves sorts out; ${DEFAULT-VALUE} unless given.")
    private int[] sortSizes;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "Runs after two first ones, 1 or more; ${DEFAULT-VALUE} unless given.")
    private int runs;

    private final Map<String, Long> answers = new HashMap<>();

    @Override
    String title() {
        return "several";
    }

    @Override
    List<String> titles() {
        return TITLES;
    }

    @Override
    List<String> allDevices() {
        return List.of(Backends.JVM_1, Backends.JVM_1);
    }

    @Override
    void check() {
        require(runs >= 1, "runs must be 1 or more: runs=" + runs);
    }

    @Override
    Budget budget() {
        return isQuick() ? Budget.QUICK : Budget.exactly(2, runs);
    }

    @Override
    Map<String, String> facts() {
        return new TreeMap<>(Map.of("Times", budget().toString(), "Points", "rounded to float32"));
    }

    @Override
    Iterable<? extends Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        return List.of();
    }

    @Override
    void measure(List<String> where, Consumer<String> lines) {
        try (DeviceContexts contexts = new DeviceContexts(where)) {
            for (String shape : shapes) {
                for (int n : isQuick() ? new int[] {QUICK_SIZE} : sizes) {
                    Points points = BenchmarkData.floatPoints(shape, n, dims);
                    each(contexts, where, lines, List.of("kd-tree", shape, n, dims), on -> build(on, points));
                }
            }
            for (int n : isQuick() ? new int[] {QUICK_SIZE} : sortSizes) {
                if (n > 0) {
                    int[] keys = new Random(n).ints(n).toArray();
                    each(contexts, where, lines, List.of("argsort", "UNIFORM", n, 1), on -> sort(on, keys));
                }
            }
            for (int n : isQuick() ? new int[] {QUICK_SIZE} : sizes) {
                int moved = (int) Math.min(Integer.MAX_VALUE - 8L, n / 4L * dims * 2);
                try (Exchange exchange = new Exchange(contexts.first(where.size()), moved)) {
                    time(where, lines, List.of("exchange", "UNIFORM", n, dims), exchange::run);
                }
            }
        }
    }

    /** On the first device, the first two, and so on. */
    private void each(
            DeviceContexts contexts,
            List<String> where,
            Consumer<String> lines,
            List<?> what,
            Function<List<Context>, Run> work) {
        for (int count = 1; count <= where.size(); count++) {
            List<Context> on = contexts.first(count);
            time(where.subList(0, count), lines, what, () -> work.apply(on));
        }
    }

    private void time(List<String> where, Consumer<String> lines, List<?> what, Supplier<Run> work) {
        String devices = String.join("+", where);
        Runs found = new Runs(budget());
        while (found.isDue()) {
            Run run = found.add(work);
            Long before = run.answer() == null ? null : answers.putIfAbsent(what.toString(), run.answer());
            if (before != null && !before.equals(run.answer())) {
                lines.accept(
                        PointsFile.FAILED + what.toString().replace(',', ' ') + " on " + devices + ": WRONG ANSWER");
            }
        }
        found.early().getFirst().parts().forEach((step, first) -> {
            List<Long> later = found.part(step);
            List<Object> cells = new ArrayList<>(List.of(what.getFirst(), devices));
            cells.addAll(what.subList(1, what.size()));
            cells.addAll(List.of(step, first, later.size(), later.get(later.size() / 2), later.getFirst()));
            lines.accept(Row.of(TITLES, cells).toCsv());
        });
    }

    private static Run build(List<Context> on, Points points) {
        KdIndex[] index = new KdIndex[1];
        BuildReport[] report = new BuildReport[1];
        long call = Run.time(() -> {
            KdBuilder.Built built = on.size() == 1
                    ? KdBuilder.build(on.getFirst(), points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE)
                    : KdJointBuild.build(on, points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE);
            index[0] = built.index();
            report[0] = built.report();
        });
        long sort = report[0].sortNanos();
        long arrange = report[0].arrangeNanos();
        return new Run(
                call,
                steps(
                        "call",
                        call,
                        "sort",
                        sort,
                        "arrange",
                        arrange,
                        "resident",
                        sort + arrange,
                        "rest",
                        call - sort - arrange),
                Run.UNKNOWN,
                (long) Arrays.hashCode(index[0].ids()));
    }

    private static Run sort(List<Context> on, int[] keys) {
        ColumnSource columns =
                ColumnSource.of(1, 0, (values, stride) -> System.arraycopy(keys, 0, values, 0, keys.length));
        int[][] order = new int[1][];
        long call = Run.time(() -> order[0] = on.size() == 1
                ? Sorter.order(on.getFirst(), keys.length, columns, SortMethod.RADIX)
                : JointSort.order(on, keys.length, columns, SortMethod.RADIX, Monitor.NONE));
        return new Run(call, steps("call", call), Run.UNKNOWN, (long) Arrays.hashCode(order[0]));
    }

    private static Map<String, Long> steps(Object... namesAndNanos) {
        Map<String, Long> steps = new LinkedHashMap<>();
        for (int i = 0; i < namesAndNanos.length; i += 2) {
            steps.put((String) namesAndNanos[i], (Long) namesAndNanos[i + 1]);
        }
        return steps;
    }

    /** Copies of arrays of the heap from and to all devices at once. */
    private static final class Exchange implements AutoCloseable {

        private final List<Context> devices;
        private final Map<Context, Execution> executions = new HashMap<>();

        Exchange(List<Context> devices, int ints) {
            this.devices = devices;
            for (Context device : devices) {
                int[] moved = new int[Math.max(1, ints)];
                executions.put(
                        device,
                        device.backend()
                                .prepare(Program.of(
                                        "exchange",
                                        Phase.named("up")
                                                .upload(moved)
                                                .stage(ProbeKernels.INCREMENT.stage(1, (Object) moved))
                                                .build(),
                                        Phase.named("down")
                                                .stage(ProbeKernels.INCREMENT.stage(1, (Object) moved))
                                                .download(moved)
                                                .build())));
            }
        }

        Run run() {
            long up = Run.time(() -> phase("up"));
            long down = Run.time(() -> phase("down"));
            return new Run(up + down, steps("down", down, "up", up), Run.UNKNOWN, null);
        }

        private void phase(String name) {
            Team.of(devices, 1).call(Monitor.NONE, (device, batches, watch) -> {
                batches.begin(devices.size());
                for (Batches.Batch batch = batches.next(1); batch != null; batch = batches.next(1)) {
                    executions.get(device).run(name, Progress.NONE);
                    batches.done(batch);
                }
                return device;
            });
        }

        @Override
        public void close() {
            executions.values().forEach(Execution::close);
        }
    }

    @Override
    String preamble(PointsFile file) {
        return "";
    }

    @Override
    List<Experiment.Part> parts(List<Row> rows) {
        List<Experiment.Part> parts = new ArrayList<>();
        addPart(parts, "kd-tree", LEGEND, rows);
        addPart(parts, "argsort", "", rows);
        addPart(parts, "exchange", EXCHANGE_LEGEND, rows);
        return parts;
    }

    private static void addPart(List<Experiment.Part> parts, String operation, String legend, List<Row> all) {
        List<Row> rows = all.stream()
                .filter(row -> row.text("operation").equals(operation))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<String> keys = List.of("shape", "n", "dims", "devices");
        Map<List<String>, List<Row>> cases = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> keys.stream().map(row::text).toList(), LinkedHashMap::new, Collectors.toList()));
        Table<Map.Entry<List<String>, List<Row>>> table = new Table<>();
        for (int i = 0; i < keys.size(); i++) {
            int key = i;
            table.text(keys.get(i), line -> line.getKey().get(key));
        }
        for (String step : rows.stream().map(row -> row.text("step")).distinct().toList()) {
            table.number(step, line -> millis(line.getValue(), step));
        }
        parts.add(new Experiment.Part(operation, legend + table.of(List.copyOf(cases.entrySet())), List.of()));
    }

    private static double millis(List<Row> rows, String step) {
        return rows.stream()
                .filter(row -> row.text("step").equals(step))
                .mapToDouble(row -> Table.millis(row, "median ns"))
                .findFirst()
                .orElse(Double.NaN);
    }
}
