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
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The command {@code benchmarks/run several}: one build of a kd-tree and one sort on the first of the devices, on the first two, and so
 * on, all in one process, with answers compared; and what it costs to exchange points between devices by way of the host.
 */
final class SeveralExperiment extends Experiment {

    private static final int QUICK_SIZE = 3_000;
    private static final String OPERATION = "operation";
    private static final String LEGEND = """
            Milliseconds. `call`: arrays in, tree or order out. `sort` and `arrange` are those of the slowest device, `resident` is their sum; `rest` is all else: \
            on the host the split of the points, the copies and the joining of the parts, and the transfers. \
            Robinson's builder, with 16,777,216 points of 4 dimensions (his text, at an unknown date): 2,371 ms on a Grid K520, 1,437 ms on a Titan Black, both with \
            sort and removal of duplicates; on two GPUs 1.9 times as fast as on one of them.

            `exchange`: what the published way moves, which sorts halves as they come and then swaps: a quarter of the points from each device to the host, and as \
            many to each device, all devices at once, from and to arrays of the heap.
            """;

    private final Values<Integer> n =
            numbers("n", "1048576,16777216", "Points of a build").quick(QUICK_SIZE);
    private final Values<Integer> dims = numbers("dims", "4", "Dimensions of a build");
    private final Values<String> shapes =
            words("shape", "UNIFORM", "Points of a build: also EXPONENTIAL, CLUSTERED, …");
    private final Values<Integer> sortN = numbers("sort-n", "16777216", "Keys of a sort, 0 for none")
            .orNone()
            .column("n")
            .quick(QUICK_SIZE);
    private final Case.Shared<Points> points = new Case.Shared<>();
    private final Case.Shared<int[]> keys = new Case.Shared<>();

    SeveralExperiment() {
        super(
                "several",
                "Times builds of kd-trees and sorts on several devices at once; writes tables, and figures as CSV.",
                "operation,devices,shape,n,dims,step,first ns,runs,median ns,fastest ns",
                LEGEND);
        runs(5, 2);
    }

    @Override
    List<String> allDevices() {
        return List.of(Backends.JVM_1, Backends.JVM_1);
    }

    @Override
    Map<String, String> facts() {
        Map<String, String> facts = super.facts();
        facts.put("Points", "rounded to float32");
        return facts;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        throw new UnsupportedOperationException("cases are of sets of devices, not of engines");
    }

    @Override
    void measure(List<String> where, Consumer<String> lines) {
        try (DeviceContexts contexts = new DeviceContexts(where)) {
            Map<String, List<Context>> sets = new LinkedHashMap<>();
            for (int count = 1; count <= where.size(); count++) {
                sets.put(String.join("+", where.subList(0, count)), contexts.first(count));
            }
            // No engines: the contexts are theirs.
            Map<String, Engine> names = new LinkedHashMap<>();
            sets.keySet().forEach(name -> names.put(name, null));
            Measuring measuring = new Measuring(titles(), names, budget(), Long.MAX_VALUE, lines);
            for (Sizes sizes : combinations(shapes, n, dims)) {
                each(measuring, sets, Sizes.of("operation=kd-tree").and(sizes), on -> {
                    Points made = points.get(sizes, () -> BenchmarkData.floatPoints(sizes));
                    return () -> build(on, made);
                });
            }
            for (Sizes sizes : combinations(sortN)) {
                int count = sizes.number("n");
                if (count > 0) {
                    each(
                            measuring,
                            sets,
                            Sizes.of("operation=argsort,shape=UNIFORM,dims=1").and(sizes),
                            on -> {
                                int[] made = keys.get(
                                        count,
                                        () -> new Random(count).ints(count).toArray());
                                return () -> sort(on, made);
                            });
                }
            }
            for (Sizes sizes : combinations(n, dims)) {
                measuring.measure(
                        exchange(Sizes.of("operation=exchange,shape=UNIFORM").and(sizes), where, contexts));
            }
        }
    }

    /** On the first device, the first two, and so on, one after the other. */
    private static void each(
            Measuring measuring,
            Map<String, List<Context>> sets,
            Sizes sizes,
            Function<List<Context>, Supplier<Run>> open) {
        sets.forEach((name, on) ->
                measuring.measure(new Case(sizes, (engine, timing, of) -> open.apply(on)).on(name::equals)));
    }

    /** Between all devices. */
    private static Case exchange(Sizes sizes, List<String> where, DeviceContexts contexts) {
        int moved = (int) Math.min(Integer.MAX_VALUE - 8L, sizes.number("n") / 4L * sizes.number("dims") * 2);
        return new Case(sizes, (engine, timing, of) -> {
                    Exchange exchange = new Exchange(contexts.first(where.size()), moved);
                    of.atEnd(exchange::close);
                    return exchange::run;
                })
                .on(String.join("+", where)::equals);
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
                Map.of(),
                (long) Arrays.hashCode(index[0].ids()));
    }

    private static Run sort(List<Context> on, int[] keys) {
        ColumnSource columns =
                ColumnSource.of(1, 0, (values, stride) -> System.arraycopy(keys, 0, values, 0, keys.length));
        int[][] order = new int[1][];
        long call = Run.time(() -> order[0] = on.size() == 1
                ? Sorter.order(on.getFirst(), keys.length, columns, SortMethod.RADIX)
                : JointSort.order(on, keys.length, columns, SortMethod.RADIX, Monitor.NONE));
        return new Run(call, steps("call", call), Map.of(), (long) Arrays.hashCode(order[0]));
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
            return new Run(up + down, steps("down", down, "up", up), Map.of(), null);
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
    List<Part> parts(List<Row> rows) {
        return tables(rows, OPERATION, some -> Table.ofSteps(some, "shape, n, dims, devices"));
    }
}
