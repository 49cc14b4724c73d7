package dev.gyre.benchmarks;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallsExperimentTest {

    @TempDir
    private Path directory;

    @Test
    void shouldTimeTheTableOnAllDevicesInOneProcess() throws IOException {
        assertEquals(0, run("--quick", "--devices", "jvm,auto", "--note", "of a test"));
        String report = Files.readString(written(".md"));
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
        List<CallPoint> points = points();
        assertEquals(2 * (11 + 7), points.size());
        for (CallPoint point : points) {
            assertTrue(point.fastest() <= point.median() && point.median() <= point.slowest(), point.toString());
            assertTrue(point.runs() >= 1, point.toString());
            assertTrue(point.parts().stream().allMatch(nanos -> nanos < point.slowest()), point.toString());
        }
    }

    @Test
    void shouldMakeASeriesOfEveryCall() throws IOException {
        assertEquals(0, run("--quick", "--series", "--devices", "jvm-1", "--repeats", "1"));
        assertEquals(
                Call.ALL.stream().map(Call::name).toList(),
                points().stream().map(CallPoint::call).distinct().toList());
        assertTrue(Files.exists(written("-argsort.png")));
        assertEquals(3 * Call.ALL.size(), points().size());
    }

    @Test
    void shouldTakeTheSizesThatAreGiven() throws IOException {
        assertEquals(0, run("--devices", "jvm", "--calls", "sum,argsort", "--sizes", "1e1..1000,50", "--no-plots"));
        assertEquals(
                List.of(10, 50, 100, 1000),
                points().stream().map(CallPoint::n).distinct().toList());
    }

    @Test
    void shouldDrawAnOverviewOfMeasuredCalls() throws IOException {
        assertEquals(0, run("--devices", "jvm", "--calls", "sum,argsort", "--sizes", "1e1..1000", "--no-plots"));
        String csv = written(".csv").toString();
        Path file = directory.resolve("overview.png");
        assertEquals(0, run("--points", csv, "--calls", "argsort", "--overview", file.toString()));
        assertEquals(1000, ImageIO.read(file.toFile()).getWidth());
        assertEquals(2, run("--points", csv, "--calls", "kd-tree", "--overview", file.toString()), "not measured");
        assertEquals(2, run("--points", csv, "--overview", file.toString()), "no calls");
    }

    @Test
    void shouldTimeTheFirstCallOfAProcess() throws IOException {
        assertEquals(0, run("--quick", "--first", "--devices", "jvm", "--calls", "tree-within"));
        assertTrue(Files.readString(written(".md")).contains("| tree-within | 1000 | jvm | 2 | "));
        List<CallStart> starts = PointsFile.read(CallStart.CSV_TITLES, written(".csv")).points().stream()
                .map(CallStart::ofCsv)
                .toList();
        assertEquals(2, starts.size());
        assertTrue(starts.stream().allMatch(start -> start.times().stream().allMatch(nanos -> nanos > 0)));
    }

    @Test
    void shouldSoakWithSeveralThreads() throws IOException {
        assertEquals(0, run("--quick", "--soak", "200", "--threads", "4", "--devices", "jvm", "--growth", "1000"));
        String report = Files.readString(written(".md"));
        assertTrue(report.contains("120 calls, at once 4, seed 20261122"), report);
        assertTrue(report.contains("All answers were right"), report);
        assertEquals(
                1 + 1 + 10 + 1,
                PointsFile.read("device," + CallSoak.Look.CSV_TITLES, written(".csv"))
                        .points()
                        .size());
    }

    @Test
    void shouldReportAnAnswerThatIsWrong() {
        int[] calls = new int[1];
        Call unsteady = new Call(
                "unsteady",
                "another answer each time",
                false,
                List.of(),
                1_000,
                (n, random) -> engine -> new Call.Opened(() -> () -> CallAnswer.of((long) calls[0]++), () -> {}));
        List<String> lines = new ArrayList<>();
        try (Engine engine = Backends.open("jvm")) {
            new CallSeries(
                            Map.of("jvm", engine),
                            new CallSeries.Effort(2, 0, 1_000_000, 1_000_000_000, false),
                            lines::add)
                    .measure(unsteady, List.of(5));
        }
        assertTrue(lines.contains("failed: unsteady of n = 5 on jvm: WRONG ANSWER, it differs from the first on jvm"));
        List<String> soaked = new ArrayList<>();
        new CallSoak(List.of(unsteady), 5, 1, 1, soaked::add).run("jvm", 3, 1_000);
        assertTrue(soaked.contains("failed: 3 of 3 answers were wrong or missing, seed 1"), soaked.toString());
    }

    @Test
    void shouldReportACallThatFailsAndGoOnWithOtherDevices() {
        Call failing = new Call(
                "failing",
                "fails on one device",
                false,
                List.of(),
                1_000,
                (n, random) -> engine -> new Call.Opened(
                        () -> () -> {
                            if (engine.settings().threads() == 1) {
                                throw new IllegalArgumentException("no room");
                            }
                            return CallAnswer.of(1L);
                        },
                        () -> {}));
        Map<String, Engine> engines = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        try (Engine one = Backends.open("jvm-1");
                Engine other = Engine.open(one.settings().withThreads(2))) {
            engines.put("jvm-1", one);
            engines.put("jvm", other);
            new CallSeries(engines, new CallSeries.Effort(2, 0, 1_000_000, 1_000_000_000, false), lines::add)
                    .measure(failing, List.of(5, 6));
        }
        assertEquals("failed: failing of n = 5 on jvm-1: no room", lines.get(0));
        assertEquals(
                List.of(5, 6),
                lines.stream().skip(1).map(CallPoint::ofCsv).map(CallPoint::n).toList());
    }

    @Test
    void shouldSayWhereADeviceOvertakesAndHowFarTheChoiceIsOff() throws IOException {
        Path one = directory.resolve("one.csv");
        Path other = directory.resolve("other.csv");
        new PointsFile(
                        Map.of("Devices", "ptx:0"),
                        List.of(),
                        List.of(
                                point(1_000, "jvm", 10),
                                point(1_000, "ptx:0", 20),
                                point(1_000, "auto", 12),
                                point(10_000, "jvm", 90),
                                point(10_000, "ptx:0", 30),
                                point(10_000, "auto", 60)))
                .write(CallPoint.CSV_TITLES, one);
        new PointsFile(Map.of("Devices", "cuda:0"), List.of(), List.of(point(10_000, "cuda:0", 100)))
                .write(CallPoint.CSV_TITLES, other);
        Path output = directory.resolve("together");
        assertEquals(
                0,
                CallsExperiment.run(
                        "--points", one.toString(), "--points", other.toString(), "--output", output.toString()));
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

    private static String point(int n, String device, int millis) {
        long nanos = millis * 1_000_000L;
        CallPoint.Run run = CallPoint.Run.of(nanos, null);
        return CallPoint.of(Call.named("argsort"), n, device, CallPoint.FRESH, List.of(run, run, run))
                .toCsv();
    }

    @Test
    void shouldTellTheEarlyCallsFromTheLaterOnes() {
        List<CallPoint.Run> runs = Stream.of(90L, 20L, 7L, 5L, 6L)
                .map(nanos -> new CallPoint.Run(nanos, "ptx:0", List.of(1L, 2L, nanos == 7 ? 3L : 0L, nanos, 4L, 5L)))
                .toList();
        CallPoint point = CallPoint.of(Call.named("sum"), 8, "auto", CallPoint.SAME, runs);
        assertEquals(
                new CallPoint(
                        "sum", 8, "auto", "same", "ptx:0", 90, 20, 3, 6, 5, 7, 0, 3, List.of(1L, 2L, 0L, 6L, 4L, 5L)),
                point);
        assertEquals(point, CallPoint.ofCsv(point.toCsv()));
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
        try (Call.Opened opened = CallSeries.data(call, n).open(engine)) {
            Supplier<CallAnswer> ready = opened.fresh().get();
            CallAnswer answer = ready.get();
            long hash = answer.hash().getAsLong();
            answer.release().run();
            return hash;
        }
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("--devices", "no-such-device"));
        assertEquals(2, run("--devices", "jvm", "--calls", "no-such-call"));
        assertEquals(2, run("--devices", "jvm", "--sizes", "0"));
        assertEquals(2, run("--devices", "jvm", "--sizes", "1e3..x"));
        assertEquals(2, run("--devices", "jvm", "--series", "--first"));
        assertEquals(2, run("--devices", "jvm", "--threads", "2"));
        assertEquals(2, run("--devices", "jvm", "--repeats", "0"));
        assertThrows(IllegalArgumentException.class, () -> CallPoint.ofCsv("argsort,1000,jvm"));
        assertThrows(IllegalArgumentException.class, () -> CallStart.ofCsv("argsort,1000,jvm"));
    }

    private List<CallPoint> points() throws IOException {
        return PointsFile.read(CallPoint.CSV_TITLES, written(".csv")).points().stream()
                .map(CallPoint::ofCsv)
                .toList();
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", directory.toString()));
        return CallsExperiment.run(all.toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
