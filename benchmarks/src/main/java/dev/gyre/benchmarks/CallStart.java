package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The first call of a process, for the {@link CallsExperiment}: a process for each call makes its data, opens an engine and calls
 * twice.
 *
 * @param call name of the call
 * @param n its size
 * @param device where
 * @param times in nanoseconds, in the order of {@link #STEPS}
 */
public record CallStart(String call, int n, String device, List<Long> times) {

    /** What is timed, one after the other, but for the data, which is made between the first two. */
    static final List<String> STEPS = List.of("JVM", "open", "before", "first call", "second call");

    /** The titles of {@link #toCsv}. */
    static final String CSV_TITLES = "call,n,device,"
            + STEPS.stream().map(step -> step.replace(' ', '-') + " ns").collect(Collectors.joining(","));

    private static final int FIELDS = CSV_TITLES.split(",").length;
    private static final long MILLI = 1_000_000;

    /**
     * Times the first call of this process and prints it.
     *
     * @param arguments the name of the call, its size, the device
     */
    public static void main(String[] arguments) {
        long start = System.currentTimeMillis();
        long jvm = (start - ManagementFactory.getRuntimeMXBean().getStartTime()) * MILLI;
        Call call = Call.named(arguments[0]);
        int n = Integer.parseInt(arguments[1]);
        Call.Data data = CallSeries.data(call, n);
        long before = System.nanoTime();
        try (Engine engine = Backends.open(arguments[2])) {
            long open = System.nanoTime();
            try (Call.Opened opened = data.open(engine)) {
                long prepared = System.nanoTime();
                long first = time(opened);
                long second = time(opened);
                CallStart found = new CallStart(
                        call.name(), n, arguments[2], List.of(jvm, open - before, prepared - open, first, second));
                System.out.println(AnotherProcess.mark(CallStart.class) + found.toCsv());
            }
        }
        // A driver may have threads that would keep the process.
        System.exit(0);
    }

    private static long time(Call.Opened opened) {
        Supplier<CallAnswer> call = opened.fresh().get();
        long start = System.nanoTime();
        CallAnswer answer = call.get();
        long nanos = System.nanoTime() - start;
        answer.release().run();
        return nanos;
    }

    /**
     * Times a call in processes of its own.
     *
     * @param call the call
     * @param n its size
     * @param device where
     * @param processes number of processes, one after the other
     * @param lines takes a line for each process
     * @throws IOException if a process cannot be started
     */
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

    static CallStart ofCsv(String line) {
        String[] fields = line.split(",");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a point of \"" + CSV_TITLES + "\": " + line);
        }
        return new CallStart(
                fields[0],
                Integer.parseInt(fields[1]),
                fields[2],
                Arrays.stream(fields).skip(3).map(Long::valueOf).toList());
    }

    String toCsv() {
        return String.join(",", call, Integer.toString(n), device) + ","
                + times.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** From the opening of the engine to the first answer. */
    private long sinceOpening() {
        return LongStream.of(times.get(1), times.get(2), times.get(3)).sum();
    }

    /** The report: of several processes of one case, the one with the median time. */
    static String report(PointsFile file) {
        StringBuilder text = new StringBuilder(Header.of("first calls", file.facts()));
        file.missing().forEach(line -> text.append("- **").append(line).append("**\n"));
        text.append(
                "\nMilliseconds, each case in a process of its own; of its processes the one with the median time from the opening"
                        + " of the engine to the first answer. `JVM`: from the start of the JVM to its main method. `before`: the build of the tree"
                        + " that is searched. Making the data is not in any of them.\n\n");
        List<String> titles = new ArrayList<>(List.of("call", "n", "device", "processes"));
        titles.addAll(STEPS);
        titles.addAll(List.of("open to first answer", "and the JVM"));
        MarkdownTable.titles(text, titles);
        Map<String, List<CallStart>> cases = file.points().stream()
                .map(CallStart::ofCsv)
                .collect(Collectors.groupingBy(
                        start -> start.call + start.n + start.device, LinkedHashMap::new, Collectors.toList()));
        cases.values().forEach(starts -> {
            CallStart median = starts.stream()
                    .sorted(Comparator.comparingLong(CallStart::sinceOpening))
                    .toList()
                    .get(starts.size() / 2);
            List<String> cells = new ArrayList<>(
                    List.of(median.call, Integer.toString(median.n), median.device, Integer.toString(starts.size())));
            median.times.forEach(nanos -> cells.add(millis(nanos)));
            cells.add(millis(median.sinceOpening()));
            cells.add(millis(median.times.get(0) + median.sinceOpening()));
            MarkdownTable.line(text, cells);
        });
        return text.toString();
    }

    private static String millis(long nanos) {
        return MarkdownTable.number(nanos / (double) MILLI);
    }
}
