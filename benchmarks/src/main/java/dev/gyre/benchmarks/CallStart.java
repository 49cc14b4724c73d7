package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The first call of a process, for the {@link CallsExperiment}: a process for each call makes its data, opens an engine and calls
 * twice.
 */
final class CallStart {

    /** The titles: the timed parts in their order; the data is made between the first two, and is not timed. */
    static final List<String> TITLES =
            List.of("call,n,device,JVM ns,open ns,before ns,first-call ns,second-call ns".split(","));

    static final String LEGEND =
            "Milliseconds, each case in a process of its own; of its processes the one with the median"
                    + " time from the opening of the engine to the first answer. `JVM`: from the start of the JVM to its main method."
                    + " `before`: the build of the tree that is searched. Making the data is not in any of them.\n";

    private static final long MILLI = 1_000_000;

    private CallStart() {}

    /** Times the first call of this process and prints it. */
    public static void main(String[] arguments) {
        long start = System.currentTimeMillis();
        long jvm = (start - ManagementFactory.getRuntimeMXBean().getStartTime()) * MILLI;
        Call call = Call.named(arguments[0]);
        int n = Integer.parseInt(arguments[1]);
        Call.Data data = call.data(n);
        long before = System.nanoTime();
        try (Engine engine = Backends.open(arguments[2])) {
            long open = System.nanoTime();
            try (Call.Opened opened = data.open(engine)) {
                long prepared = System.nanoTime();
                long first = time(opened);
                long second = time(opened);
                Row found = Row.of(
                        TITLES, List.of(call, n, arguments[2], jvm, open - before, prepared - open, first, second));
                System.out.println(AnotherProcess.mark(CallStart.class) + found.toCsv());
            }
        }
        // A driver may have threads that would keep the process alive.
        System.exit(0);
    }

    private static long time(Call.Opened opened) {
        Supplier<CallAnswer> call = opened.fresh().get();
        CallAnswer[] answer = new CallAnswer[1];
        long nanos = Run.time(() -> answer[0] = call.get());
        answer[0].release().run();
        return nanos;
    }

    /** Times a call in separate processes. */
    static void measure(Call call, int n, String device, int processes, Consumer<String> lines) throws IOException {
        for (int process = 0; process < processes; process++) {
            AnotherProcess.run(
                    CallStart.class,
                    "first " + call + " of n = " + n + " on " + device,
                    lines,
                    call.name(),
                    Integer.toString(n),
                    device);
        }
    }

    /** Returns the time from the opening of the engine to the first answer. */
    private static double sinceOpening(Row row) {
        return row.number("open ns") + row.number("before ns") + row.number("first-call ns");
    }

    /** Returns the table: of several processes of one case, the process with the median time. */
    static List<Experiment.Part> parts(List<Row> rows) {
        Map<List<String>, List<Row>> cases = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.cells().subList(0, 3), LinkedHashMap::new, Collectors.toList()));
        List<Row> medians = new ArrayList<>();
        cases.values()
                .forEach(starts -> medians.add(starts.stream()
                        .sorted(Comparator.comparingDouble(CallStart::sinceOpening))
                        .toList()
                        .get(starts.size() / 2)));
        Table<Row> table = Table.ofRows("call, n, device, JVM ms, open ms, before ms, first-call ms, second-call ms")
                .number("open to first answer ms", row -> sinceOpening(row) / MILLI)
                .number("and the JVM ms", row -> (row.number("JVM ns") + sinceOpening(row)) / MILLI)
                .text(
                        "processes",
                        row -> Integer.toString(
                                cases.get(row.cells().subList(0, 3)).size()));
        return List.of(new Experiment.Part("First calls", table.of(medians), List.of()));
    }
}
