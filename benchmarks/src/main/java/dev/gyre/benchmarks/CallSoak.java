package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Many calls of mixed sizes and operations on one engine, by one thread or by several at once, for the {@link CallsExperiment}. Each
 * answer is compared with that of another engine, on one thread of the JVM. Memory and threads are measured several times.
 */
final class CallSoak {

    static final List<String> TITLES =
            List.of("device,calls,heap MiB,Java threads,all threads,resident MiB,GPU MiB".split(","));

    /** Memory and threads after so many calls are compared with those at the end. */
    static final int SETTLED = 100;

    /** How often memory and threads are measured after the first {@value #SETTLED} calls. */
    private static final int LOOKS = 10;

    /** Sizes of each call. */
    private static final int SIZES = 12;

    /** Most wrong answers that get their own line. */
    private static final int MAX_PROBLEMS = 20;

    private static final double MEBI = 1 << 20;
    private static final Path STATUS = Path.of("/proc/self/status");

    private final List<Sized> cases = new ArrayList<>();
    private final Map<Sized, Long> expected = new ConcurrentHashMap<>();
    private final AtomicInteger wrong = new AtomicInteger();
    private final long seed;
    private final int threads;
    private final Consumer<String> lines;

    /** A call of one size. */
    private record Sized(Call call, int n) {}

    /**
     * Memory and threads.
     *
     * @param calls calls before
     * @param heap used bytes of the heap after a collection
     * @param javaThreads live threads of Java
     * @param ownThreads what keeps a thread, with its name, see {@link #living()}
     * @param allThreads threads of the process; not a number if the system does not tell
     * @param resident MiB of the process in memory; not a number if the system does not tell
     * @param device MiB in use on the first NVIDIA GPU, by all processes; not a number if there is none
     */
    record Look(
            String calls,
            double heap,
            int javaThreads,
            Map<Object, String> ownThreads,
            double allThreads,
            double resident,
            double device) {

        /** Groups whose threads the JVM starts and ends as it likes: its own, and those that carry virtual threads. */
        private static final Set<String> GROUPS_OF_THE_JVM = Set.of("system", "InnocuousThreadGroup", "CarrierThreads");

        static Look now(String calls) {
            System.gc();
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            return new Look(
                    calls,
                    (runtime.totalMemory() - runtime.freeMemory()) / MEBI,
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    living(),
                    status("Threads:"),
                    status("VmRSS:") / (1 << 10),
                    gpuMemory());
        }

        /**
         * The live threads that would stay if they were forgotten. A pool stands for its threads: it starts some only when all others are
         * busy, which may be late on a busy machine, but never more than it may have. The JVM's own threads and pools are left out.
         */
        private static Map<Object, String> living() {
            Map<Object, String> own = new HashMap<>();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                ThreadGroup group = thread.getThreadGroup();
                ForkJoinPool pool = thread instanceof ForkJoinWorkerThread worker ? worker.getPool() : null;
                // A thread that has just ended has no group.
                if (group != null
                        && !GROUPS_OF_THE_JVM.contains(group.getName())
                        && pool != ForkJoinPool.commonPool()) {
                    own.put(
                            pool == null ? thread : pool,
                            pool == null ? thread.getName() : "a pool with " + thread.getName());
                }
            }
            return own;
        }

        Row row(String on) {
            return Row.of(TITLES, List.of(on, calls, heap, javaThreads, allThreads, resident, device));
        }

        private static double status(String key) {
            if (!Files.isReadable(STATUS)) {
                return Double.NaN;
            }
            try {
                return Files.readAllLines(STATUS).stream()
                        .filter(line -> line.startsWith(key))
                        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElse(Double.NaN);
            } catch (IOException e) {
                return Double.NaN;
            }
        }

        private static double gpuMemory() {
            try {
                Process process = new ProcessBuilder(
                                "nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return process.waitFor() == 0
                        ? Double.parseDouble(
                                printed.lines().findFirst().orElse("NaN").trim())
                        : Double.NaN;
            } catch (IOException | NumberFormatException e) {
                return Double.NaN;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Double.NaN;
            }
        }
    }

    /**
     * A soak.
     *
     * @param max largest size of a call
     * @param threads number of threads that call at once
     */
    CallSoak(List<Call> calls, int max, long seed, int threads, Consumer<String> lines) {
        this.seed = seed;
        this.threads = threads;
        this.lines = lines;
        Random random = new Random(seed);
        for (Call call : calls) {
            // A size of one call may stand for many numbers in another one.
            int longest = Math.min(max, Math.max(1, call.largest() / 200));
            cases.add(new Sized(call, 1));
            cases.add(new Sized(call, longest));
            for (int size = 2; size < SIZES; size++) {
                cases.add(new Sized(call, (int) Math.pow(longest, random.nextDouble())));
            }
        }
    }

    /**
     * Makes the calls.
     *
     * @param growth MiB that the heap may have grown from the first {@value #SETTLED} calls to the last one
     */
    void run(String device, int count, double growth) {
        try (Engine reference = Backends.open(Backends.JVM_1)) {
            // First, so that its threads and code exist before anything is compared.
            cases.forEach(one -> expected(reference, one));
            accept(device, Look.now("before"));
            Look last;
            Look settled;
            try (Engine engine = Backends.open(device)) {
                int done = Math.min(SETTLED, count);
                call(engine, 0, done);
                settled = Look.now(Integer.toString(done));
                last = settled;
                accept(device, settled);
                for (int look = 1; look <= LOOKS && done < count; look++) {
                    int to = (int) (SETTLED + (long) (count - SETTLED) * look / LOOKS);
                    call(engine, done, to);
                    done = to;
                    last = Look.now(Integer.toString(done));
                    accept(device, last);
                }
            }
            accept(device, Look.now("closed"));
            compare(device, settled, last, growth);
        }
        if (wrong.get() > 0) {
            lines.accept(PointsFile.FAILED + device + ", " + wrong + " of " + count
                    + " answers were wrong or missing, seed " + seed);
        }
    }

    private void accept(String device, Look look) {
        lines.accept(look.row(device).toCsv());
    }

    private void compare(String device, Look settled, Look last, double growth) {
        if (last.heap - settled.heap > growth) {
            lines.accept(PointsFile.FAILED + device + ", the heap grew from " + Table.number(settled.heap)
                    + " to " + Table.number(last.heap) + " MiB, more than " + Table.number(growth)
                    + " MiB");
        }
        if (last.ownThreads.size() > settled.ownThreads.size()) {
            Map<Object, String> started = new HashMap<>(last.ownThreads);
            started.keySet().removeAll(settled.ownThreads.keySet());
            lines.accept(
                    PointsFile.FAILED + device + ", threads and pools grew from " + settled.ownThreads.size() + " to "
                            + last.ownThreads.size() + ", new are "
                            + started.values().stream().sorted().collect(Collectors.joining("; ")));
        }
    }

    private long expected(Engine reference, Sized one) {
        return expected.computeIfAbsent(one, missing -> answer(reference, missing));
    }

    private static long answer(Engine engine, Sized one) {
        try (Call.Opened opened = one.call.data(one.n).open(engine)) {
            CallAnswer answer = opened.fresh().get().get();
            long hash = answer.hash().getAsLong();
            answer.release().run();
            return hash;
        }
    }

    /** Makes the calls of some numbers; n threads make every n-th call each. */
    private void call(Engine engine, int from, int to) {
        List<Thread> started = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(threads, work -> {
            Thread caller = new Thread(work);
            started.add(caller);
            return caller;
        })) {
            for (int thread = 0; thread < threads; thread++) {
                int first = from + thread;
                callers.execute(() -> {
                    for (int number = first; number < to; number += threads) {
                        call(engine, number);
                    }
                });
            }
        }
        // The threads of a closed executor may still be ending, and would be counted.
        try {
            for (Thread caller : started) {
                caller.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(Engine engine, int number) {
        Sized one = cases.get(new SplittableRandom(seed + number).nextInt(cases.size()));
        String problem = null;
        try {
            if (answer(engine, one) != expected.get(one)) {
                problem = "WRONG ANSWER";
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            problem = e.getCause() == null ? e.toString() : e + ", caused by " + e.getCause();
        }
        if (problem != null && wrong.incrementAndGet() <= MAX_PROBLEMS) {
            String line = PointsFile.FAILED + "call " + number + ", " + one.call + " of n = " + one.n + ", seed " + seed
                    + ": " + problem;
            synchronized (lines) {
                lines.accept(line.replaceAll("\\s+", " "));
            }
        }
    }

    static String preamble(PointsFile file) {
        return file.missing().isEmpty()
                ? "All answers were right, and neither heap nor threads grew by more than they may.\n"
                : "";
    }

    /** A table for each device. */
    static List<Experiment.Part> parts(List<Row> rows) {
        String columns = String.join(",", TITLES.subList(1, TITLES.size()));
        return Experiment.tables(rows, TITLES.getFirst(), Table.ofRows(columns)::of);
    }
}
