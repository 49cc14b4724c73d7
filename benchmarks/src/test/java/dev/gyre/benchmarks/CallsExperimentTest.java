package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallsExperimentTest extends CommandTest {

    private static final List<String> TITLES = List.of(CallsExperiment.TITLES.split(","));

    @Test
    void shouldTimeTheTableOnAllDevicesInOneProcess() throws IOException {
        assertEquals(0, run("calls", "--quick", "--devices", "jvm,auto", "--note", "of a test", "--no-plots"));
        String report = report();
        for (String part : List.of(
                "| Date | ",
                "of a test",
                "| Engines opened in | jvm ",
                "## knn-self-join\n",
                "| 1000 | auto | same | jvm | ",
                "| n | jvm | auto | fastest | auto / fastest |",
                "- auto: at worst ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertFalse(report.contains("## sum"), "not in the table");
        List<Row> rows = rows(new CallsExperiment());
        assertEquals(2 * (48 + 7) + 8, rows.size(), "with other libraries");
        assertTrue(report.contains("| 1000 | HPRtree on jvm | fresh | – | "), report);
        for (Row row : rows) {
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
            assertTrue(row.number("median ns") <= row.number("slowest ns"), row::toString);
            assertTrue(row.integer("runs") >= 1, row::toString);
            for (String part : CallAnswer.PARTS) {
                assertTrue(row.number(part + " ns") < row.number("slowest ns"), row::toString);
            }
        }
    }

    @Test
    void shouldMakeASeriesOfEveryCall() throws IOException {
        assertEquals(0, run("calls", "--quick", "--series", "--devices", "jvm-1", "--repeats", "1"));
        assertEquals(
                Call.ALL.stream().map(Call::name).toList(),
                rows(new CallsExperiment()).stream()
                        .map(row -> row.text("call"))
                        .distinct()
                        .toList());
        assertTrue(Files.exists(written("-argsort.png")));
        assertEquals(
                3 * Call.ALL.size(),
                rows(new CallsExperiment()).stream()
                        .filter(row -> !Peer.isPeer(row.text("device")))
                        .count());
    }

    @Test
    void shouldTimeASeriesByTheProcessor() throws IOException {
        String[] options = {"--devices", "jvm-1", "--calls", "dbscan", "--clock", "processor", "--once-seconds", "1e-9"
        };
        assertEquals(
                0,
                run(Stream.concat(Stream.of("calls", "--quick", "--series"), Stream.of(options))
                        .toArray(String[]::new)));
        assertTrue(report().contains("| Times | processor time; "), report());
        List<Row> rows = rows(new CallsExperiment());
        assertFalse(rows.isEmpty());
        for (Row row : rows) {
            assertEquals(1, row.integer("runs"), row::toString);
            assertEquals(row.text("first ns"), row.text("median ns"), row::toString);
        }
    }

    @Test
    void shouldTakeTheSizesThatAreGiven() throws IOException {
        assertEquals(
                0, run("calls", "--devices", "jvm", "--calls", "sum,argsort", "--sizes", "1e1..1000,50", "--no-plots"));
        assertEquals(
                List.of(10, 50, 100, 1000),
                rows(new CallsExperiment()).stream()
                        .map(row -> row.integer("n"))
                        .distinct()
                        .toList());
    }

    /** Methods take turns and have the same answers. Other libraries do so too, once for all packings. */
    @Test
    void shouldTimeAllValuesOfParameters() throws IOException {
        assertEquals(
                0,
                run(
                        "calls",
                        "--quick",
                        "--devices=jvm-1,jvm",
                        "--calls=box-queries,knn-self-join,radius-self-join-2,grid,kd-tree,tree-verify,smallest",
                        "--with=packing=X_SORT,STR,HILBERT",
                        "--with=nodeSize=3,16",
                        "--with=boxes=3",
                        "--no-plots"));
        List<Row> rows = rows(new CallsExperiment());
        List<Row> windows = rows.stream()
                .filter(row -> row.text("call").startsWith("box-queries"))
                .toList();
        assertEquals(2 * (2 * 3 + 2 * 2), windows.size());
        for (Row row : windows) {
            assertTrue(row.text("notes").matches("boxes [0-9.]+; nodes [0-9.]+"), row::toString);
        }
        String report = report();
        for (String part : List.of(
                "| box-queries packing=X_SORT nodeSize=3 boxes=3 | 1000 | jvm-1 | ",
                "| box-queries nodeSize=16 boxes=3 | 1000 | HPRtree on jvm | ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
    }

    @Test
    void shouldTimeJoinsByAllMethodsOnAllData() throws IOException {
        assertEquals(
                0,
                run(
                        "calls",
                        "--quick",
                        "--devices=jvm-1,jvm",
                        "--calls=knn-self-join",
                        "--sizes=500",
                        "--with=shape=CITIES,SPREAD,EXPONENTIAL",
                        "--with=dims=2",
                        "--with=type=float",
                        "--with=method=KD_TREE,GRID,HYBRID_GRID",
                        "--with=threadsPerPoint=1",
                        "--no-plots"));
        PointsFile file = points(TITLES);
        assertEquals(
                2 * 2 * 3 * 3,
                file.rows().stream()
                        .filter(row -> row.text("call").startsWith("knn-self-join"))
                        .count());
        assertTrue(
                file.rows().stream()
                        .filter(row -> row.text("call").contains("HYBRID_GRID"))
                        .allMatch(row -> row.text("notes").contains("failed % ")
                                && row.text("ran on").contains(" + ")),
                file::toString);
    }

    @Test
    void shouldTimeTopKJoinsInAllWays() throws IOException {
        List<String> methods =
                List.of("THRESHOLD", "BLOCKS", "RANKED_TREES", "JOIN_THEN_SELECT", "HPR_TREE_HEAP", "PSEUDO_CODE");
        assertEquals(
                0,
                run(
                        "calls",
                        "--quick",
                        "--devices=jvm-1,jvm",
                        "--calls=top-k",
                        "--sizes=2048",
                        "--with=data=THESIS,EQUAL,AGAINST,WITH,HOT_SPOT",
                        "--with=right=1024",
                        "--with=k=100,7",
                        "--with=method=" + String.join(",", methods),
                        "--no-plots"));
        assertEquals(5 * 2 * (6 + 5), rows(new CallsExperiment()).size());
        TopKData.Rows left = TopKData.HOT_SPOT.rows(3000, true);
        TopKData.Rows right = TopKData.HOT_SPOT.rows(900, false);
        try (Engine engine = Backends.open("jvm-1")) {
            for (String method : methods) {
                assertEquals(
                        hash(new TopKWork(left, right, 500, "JOIN_THEN_SELECT").open(engine)),
                        hash(new TopKWork(left, right, 500, method).open(engine)),
                        method);
            }
        }
    }

    /** Compares a set with its devices, from rows in the form in which they are written. */
    @Test
    void shouldCompareSetsWithTheirDevices() {
        List<Row> rows = List.of(point(1_000, "jvm", 400), point(1_000, "gpu", 100), point(1_000, "jvm+gpu", 80));
        String text = new CallsExperiment().parts(rows).getFirst().text();
        assertTrue(text.contains("| 1000 | 400.0 | 100.0 | 80.0 | jvm+gpu | – | 1.25 | 1.0 |"), text);
    }

    @Test
    void shouldDrawAnOverviewOfMeasuredCalls() throws IOException {
        assertEquals(
                0, run("calls", "--devices", "jvm", "--calls", "sum,argsort", "--sizes", "1e1..1000", "--no-plots"));
        String csv = written(".csv").toString();
        Path file = directory.resolve("overview.png");
        assertEquals(0, run("calls", "--points", csv, "--calls", "argsort", "--overview", file.toString()));
        assertEquals(1000, ImageIO.read(file.toFile()).getWidth());
        assertEquals(
                2, run("calls", "--points", csv, "--calls", "kd-tree", "--overview", file.toString()), "not measured");
        assertEquals(2, run("calls", "--points", csv, "--overview", file.toString()), "no calls");
    }

    @Test
    void shouldTimeTheFirstCallOfAProcess() throws IOException {
        assertEquals(0, run("calls", "--quick", "--first", "--devices", "jvm", "--calls", "tree-within"));
        assertTrue(report().contains("| tree-within | 1000 | jvm | "));
        List<Row> starts = points(CallStart.TITLES).rows();
        assertEquals(2, starts.size());
        for (Row start : starts) {
            start.cells().stream().skip(3).forEach(nanos -> assertTrue(Long.parseLong(nanos) > 0, start::toString));
        }
    }

    @Test
    void shouldSoakWithSeveralThreads() throws IOException {
        int code = run(
                "calls",
                "--quick",
                "--calls",
                "argsort,kd-tree,knn-self-join,box-queries,top-k,sum",
                "--soak",
                "200",
                "--threads",
                "4",
                "--devices",
                "jvm",
                "--growth",
                "1000");
        assertEquals(List.of(), points(CallSoak.TITLES).missing());
        assertEquals(0, code);
        String report = report();
        assertTrue(report.contains("120 calls, at once 4, seed 20261122"), report);
        assertTrue(report.contains("All answers were right"), report);
        assertEquals(1 + 1 + 10 + 1, points(CallSoak.TITLES).rows().size());
    }

    private static Call call(String name, Function<Engine, CallAnswer> work) {
        return new Call(
                name,
                "a test",
                Sizes.of(""),
                List.of(),
                1_000,
                List.of(),
                sizes -> (n, random) -> engine -> new Call.Opened(() -> () -> work.apply(engine), () -> {}));
    }

    /** Returns a call that does some work, and tells it how many calls were before. */
    private static Call counted(IntConsumer work) {
        AtomicInteger before = new AtomicInteger();
        return call("counted", engine -> {
            work.accept(before.getAndIncrement());
            return CallAnswer.of(1L);
        });
    }

    private static List<String> failuresOfASoak(Call call) {
        List<String> lines = new ArrayList<>();
        new CallSoak(List.of(call), 5, 1, 1, lines::add).run("jvm", 3 * CallSoak.SETTLED, 1_000);
        return lines.stream().filter(line -> line.startsWith("failed")).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReportThreadsThatAreLeftBehind(boolean inPools) {
        CountDownLatch end = new CountDownLatch(1);
        List<ForkJoinPool> pools = new ArrayList<>();
        Runnable waits = () -> assertDoesNotThrow(() -> end.await());
        try {
            List<String> failures = failuresOfASoak(counted(call -> {
                if (call == 2 * CallSoak.SETTLED && inPools) {
                    pools.add(new ForkJoinPool(1));
                    pools.getLast().execute(waits);
                } else if (call == 2 * CallSoak.SETTLED) {
                    Thread.ofPlatform().name("forgotten").start(waits);
                }
            }));
            assertEquals(1, failures.size(), failures::toString);
            String failure = failures.getFirst();
            assertTrue(failure.startsWith("failed: jvm, threads and pools grew from "), failure);
            assertTrue(
                    failure.matches(inPools ? ".*, new are a pool with \\S+-worker-1" : ".*, new are forgotten"),
                    failure);
        } finally {
            end.countDown();
            pools.forEach(ForkJoinPool::close);
        }
    }

    /** On a busy machine, pools and the JVM start some threads late. */
    @Test
    void shouldAllowForThreadsThatStartLate() {
        int threads = 4;
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            assertEquals(List.of(), failuresOfASoak(counted(call -> {
                int together = call < 2 * CallSoak.SETTLED ? 1 : threads;
                CyclicBarrier met = new CyclicBarrier(together);
                Stream.generate(() -> pool.submit(() -> met.await()))
                        .limit(together)
                        .toList()
                        .forEach(ForkJoinTask::join);
                if (together > 1) {
                    assertDoesNotThrow(() -> Thread.ofVirtual().start(() -> {}).join());
                }
            })));
            assertEquals(threads, pool.getPoolSize());
        }
    }

    @Test
    void shouldReportAnAnswerThatIsWrong() {
        int[] calls = new int[1];
        Call unsteady = call("unsteady", engine -> CallAnswer.of((long) calls[0]++));
        List<String> lines = new ArrayList<>();
        try (Engine engine = Backends.open("jvm")) {
            new Measuring(TITLES, Map.of("jvm", engine), Budget.exactly(2, 2), Long.MAX_VALUE, lines::add)
                    .measure(new CallsExperiment().of(unsteady, 5));
        }
        assertEquals(
                List.of(
                        "failed: unsteady, n = 5 on jvm: WRONG ANSWER, it differs from the first of unsteady, n = 5 on jvm"),
                lines.stream().filter(line -> line.startsWith("failed")).toList());
        List<String> soaked = new ArrayList<>();
        new CallSoak(List.of(unsteady), 5, 1, 1, soaked::add).run("jvm", 3, 1_000);
        assertTrue(soaked.contains("failed: jvm, 3 of 3 answers were wrong or missing, seed 1"), soaked.toString());
    }

    @Test
    void shouldReportACallThatFailsAndGoOnWithOtherDevices() {
        Call failing = call("failing", engine -> {
            if (engine.settings().threads() == 1) {
                throw new IllegalArgumentException("no room");
            }
            return CallAnswer.of(1L);
        });
        Map<String, Engine> engines = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        try (Engine one = Backends.open("jvm-1");
                Engine other = Engine.open(one.settings().withThreads(2))) {
            engines.put("jvm-1", one);
            engines.put("jvm", other);
            Measuring measuring = new Measuring(TITLES, engines, Budget.exactly(2, 2), Long.MAX_VALUE, lines::add);
            List.of(5, 6).forEach(n -> measuring.measure(new CallsExperiment().of(failing, n)));
        }
        PointsFile file = PointsFile.of(TITLES, Map.of(), lines);
        assertEquals(List.of("failed: failing, n = 5 on jvm-1, and larger: no room"), file.missing());
        assertEquals(
                List.of("5 jvm", "6 jvm"),
                file.rows().stream()
                        .map(row -> row.text("n") + " " + row.text("device"))
                        .toList());
    }

    @Test
    void shouldSayWhereADeviceOvertakesAndHowFarTheChoiceIsOff() throws IOException {
        Path one = directory.resolve("one.csv");
        Path other = directory.resolve("other.csv");
        new PointsFile(
                        TITLES,
                        Map.of("Devices", "ptx:0"),
                        List.of(),
                        List.of(
                                point(1_000, "jvm", 10),
                                point(1_000, "ptx:0", 20),
                                point(1_000, "auto", 12),
                                point(10_000, "jvm", 90),
                                point(10_000, "ptx:0", 30),
                                point(10_000, "auto", 60)))
                .write(one);
        new PointsFile(TITLES, Map.of("Devices", "cuda:0"), List.of(), List.of(point(10_000, "cuda:0", 100)))
                .write(other);
        Path output = directory.resolve("together");
        assertEquals(
                0,
                Main.run(
                        "calls",
                        "--points",
                        one.toString(),
                        "--points",
                        other.toString(),
                        "--output",
                        output.toString()));
        String report = Files.readString(output.resolve("one.md"));
        for (String part : List.of(
                "| Devices | ptx:0; cuda:0 |",
                "| 10000 | 90.0 | 30.0 | 60.0 | 100.0 | ptx:0 | 2.0 |",
                "- ptx:0: faster than the JVM from n = 10000 to 10000, the largest",
                "- cuda:0: slower than the JVM at n = 10000, the largest",
                "- auto: at worst 2.0 times the fastest device, at argsort of n = 10000; above 1.15 in 2, above 1.5 in 1 of 2")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
    }

    private static Row point(int n, String device, int millis) {
        Runs runs = new Runs(Budget.exactly(2, 1));
        while (runs.isDue()) {
            runs.add(() -> new Run(millis * 1_000_000L));
        }
        return new CallsExperiment()
                .of(Call.named("argsort"), n)
                .rows(TITLES, device, Map.of(CallsExperiment.FRESH, runs))
                .get(0);
    }

    @Test
    void shouldTellTheEarlyCallsFromTheLaterOnes() {
        Runs runs = new Runs(Budget.exactly(2, 3));
        for (long nanos : new long[] {90, 20, 7, 5, 6}) {
            Map<String, Long> parts = new HashMap<>();
            CallAnswer.PARTS.forEach(part -> parts.put(part, part.equals("compile") && nanos != 7 ? 0 : nanos - 4));
            Map<String, ?> notes = Map.of("ran on", "ptx:0", "waits", nanos, "kernels ns", 3, "notes", "found 2");
            runs.add(() -> new Run(nanos, parts, notes, null));
        }
        Row row = new CallsExperiment()
                .of(Call.named("sum"), 8)
                .rows(TITLES, "auto", Map.of(CallsExperiment.SAME, runs))
                .get(0);
        assertEquals("sum,8,auto,same,ptx:0,90,20,3,6,5,7,0,3,2,2,0,2,2,2,6,NaN,NaN,NaN,3,-1,found 2", row.toCsv());
        assertEquals(row, Row.ofCsv(TITLES, row.toCsv()));
    }

    @Test
    void shouldHashTheWholeAnswer() {
        try (Engine engine = Backends.open("jvm")) {
            for (Call call : Call.ALL) {
                long hash = hash(engine, call, 40);
                assertEquals(hash, hash(engine, call, 40), call.name());
                assertNotEquals(hash, hash(engine, call, 41), call.name());
            }
        }
    }

    private static long hash(Engine engine, Call call, int n) {
        return hash(call.data(n).open(engine));
    }

    private static long hash(Call.Opened ready) {
        try (ready) {
            CallAnswer answer = ready.fresh().get().get();
            long hash = answer.hash().getAsLong();
            answer.release().run();
            return hash;
        }
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("calls", "--devices", "no-such-device"));
        assertEquals(2, run("calls", "--devices", "jvm", "--calls", "no-such-call"));
        assertEquals(2, run("calls", "--devices", "jvm", "--sizes", "0"));
        assertEquals(2, run("calls", "--devices", "jvm", "--sizes", "1e3..x"));
        assertEquals(2, run("calls", "--devices", "jvm", "--series", "--first"));
        assertEquals(2, run("calls", "--devices", "jvm", "--threads", "2"));
        assertEquals(2, run("calls", "--devices", "jvm", "--repeats", "0"));
        assertEquals(2, run("calls", "--devices", "jvm", "--run-seconds", "0"));
        assertEquals(2, run("calls", "--devices", "jvm+abacus"));
        assertEquals(2, run("calls", "--devices", "jvm", "--with", "dimensions=3"));
        assertThrows(IllegalArgumentException.class, () -> Row.ofCsv(TITLES, "argsort,1000,jvm"));
    }
}
