package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScalingExperimentTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

    @TempDir
    private Path directory;

    @Test
    void shouldWriteTablePointsAndPlots() throws IOException {
        assertEquals(0, run("--quick", "--device", "jvm-1", "--device", "jvm", "--note", "of a test"));
        String report = Files.readString(written(".md"));
        for (String part : List.of("| Date | ", "of a test", "## sort", "| n | jvm-1 | jvm |", "\n| 2^8 | ")) {
            assertTrue(report.contains(part), part);
        }
        for (ScalingOperation operation : ScalingOperation.values()) {
            Path plot = written("-" + operation + ".png");
            assertTrue(report.contains("](" + plot.getFileName() + ")"), report);
            assertArrayEquals(PNG, Arrays.copyOf(Files.readAllBytes(plot), PNG.length));
        }
        ScalingResults results = ScalingResults.read(written(".csv"));
        assertEquals(6 * ScalingOperation.values().length, results.points().size());
        assertTrue(results.points().stream().allMatch(point -> point.fastestNanos() <= point.medianNanos()));
    }

    @Test
    void shouldMeasureInAProcessOfItsOwn() throws IOException {
        List<String> lines = new ArrayList<>();
        ScalingSeries.measureApart("jvm-1", List.of(ScalingOperation.SORT), new ScalingSizes(4, 4), lines::add);
        ScalingResults results = ScalingResults.of(Map.of(), lines);
        assertEquals(List.of(), results.missing());
        assertEquals(1, results.points().size());
        assertEquals(16, results.points().get(0).n());
        assertTrue(results.points().get(0).runs() >= RunBudget.FULL.runs());
    }

    @Test
    void shouldReportAProcessThatFails() throws IOException {
        List<String> lines = new ArrayList<>();
        ScalingSeries.measureApart(
                "no-such-device", List.of(ScalingOperation.SORT), new ScalingSizes(4, 4), lines::add);
        assertEquals(List.of("failed: no-such-device: its process ended with exit code 1"), lines);
        assertTrue(ScalingResults.of(Map.of(), lines).hasFailed());
    }

    @Test
    void shouldBringEarlierRunsTogether() throws IOException {
        Path first = directory.resolve("first.csv");
        Path second = directory.resolve("second.csv");
        new ScalingResults(
                        Map.of("Processor", "one", "Devices", "ptx:0"),
                        List.of("skipped: sort on jvm from n = 8192 on: too large"),
                        List.of(
                                point("jvm", false, 1024, 10),
                                point("jvm", false, 2048, 20),
                                point("jvm", false, 4096, 40)))
                .write(first);
        new ScalingResults(
                        Map.of("Processor", "one", "Devices", "opencl:0"),
                        List.of(),
                        List.of(
                                point("opencl:0", false, 1024, 11),
                                point("opencl:0", true, 1024, 50),
                                point("opencl:0", false, 2048, 12),
                                point("opencl:0", true, 2048, 51),
                                point("opencl:0", false, 4096, 13),
                                point("opencl:0", true, 4096, 52),
                                point("opencl:0", true, 8192, 53)))
                .write(second);
        Path output = directory.resolve("together");
        assertEquals(
                0,
                ScalingExperiment.run(
                        "--points", first.toString(), "--points", second.toString(), "--output", output.toString()));
        String report = Files.readString(output.resolve("first.md"));
        for (String part : List.of(
                "| Processor | one |",
                "| Devices | ptx:0; opencl:0 |",
                "| n | jvm | opencl:0, resident | opencl:0, with transfers |",
                "| 2^13 | – | – | 6.470 |",
                "opencl:0, resident: faster than the JVM with all threads from n = 2^11 to 2^12, the largest that both",
                "opencl:0, with transfers: slower than the JVM with all threads at n = 2^12, the largest that both",
                "- skipped: sort on jvm from n = 8192 on: too large")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertTrue(Files.exists(output.resolve("first-sort.png")));
        assertEquals(
                10, ScalingResults.read(output.resolve("first.csv")).points().size());
    }

    private static ScalingPoint point(String backend, boolean transfers, int n, int micros) {
        return new ScalingPoint("sort", backend, transfers, n, 5, micros * 1_000L, micros * 999L);
    }

    @Test
    void shouldSayThatADeviceIsFasterEverywhere() {
        ScalingResults results = new ScalingResults(
                Map.of(), List.of(), List.of(point("jvm", false, 1024, 10), point("ptx:0", false, 1024, 9)));
        String report = ScalingReport.of(results, Map.of());
        assertTrue(report.contains("from n = 2^10, the smallest, to 2^10,"), report);
        assertFalse(report.contains("!["), report);
    }

    @Test
    void shouldEndWithAnErrorWhereSomethingFailed() throws IOException {
        Path file = directory.resolve("failed.csv");
        new ScalingResults(Map.of(), List.of("failed: sort on ptx:0"), List.of()).write(file);
        assertEquals(1, run("--points", file.toString(), "--no-plots"));
    }

    @Test
    void shouldRefuseWhatItCannotMeasureOrRead() throws IOException {
        assertEquals(2, run("--device", "no-such-device"));
        assertEquals(2, run("--device", "jvm", "--jvm-max", "31"));
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThrows(IllegalArgumentException.class, () -> ScalingResults.read(file));
        assertThrows(IllegalArgumentException.class, () -> ScalingPoint.ofCsv("sort,jvm,false,1024"));
    }

    @Test
    void shouldSayWhatIsTooLarge() {
        Device device = new Device("ptx", 0, "small", Device.Type.GPU, 1 << 16, 1 << 14);
        ResidentWork small = ScalingOperation.SORT.work(1 << 10, device);
        assertNull(ScalingSeries.tooLarge(small, device, Long.MAX_VALUE));
        assertTrue(ScalingSeries.tooLarge(small, device, 1000).contains("bytes, there are 1000"));
        Device narrow = new Device("ptx", 0, "narrow", Device.Type.GPU, 1 << 16, 1 << 10);
        assertTrue(ScalingSeries.tooLarge(small, narrow, Long.MAX_VALUE).contains("needs an array of 4096 bytes"));
    }

    @Test
    void shouldRunAsOftenAsItSays() {
        int[] before = new int[1];
        int[] runs = new int[1];
        RunBudget.Times times = new RunBudget(3, 0, 4, 0).time(() -> before[0]++, () -> runs[0]++);
        assertEquals(7, before[0]);
        assertEquals(7, runs[0]);
        assertEquals(4, times.runs());
        assertTrue(times.fastest() <= times.median());
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameWithTransfersAndWithout(ScalingOperation operation) {
        try (Engine engine = Backends.open("jvm")) {
            ResidentWork work = operation.work(1 << 12, engine.device());
            try (PreparedWork prepared = work.prepare(engine)) {
                prepared.load();
                prepared.run();
                prepared.fetch();
                int[] expected = ((int[]) work.outputs().get(0)).clone();
                prepared.restore();
                prepared.copyAndRun();
                assertArrayEquals(expected, (int[]) work.outputs().get(0));
            }
        }
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", directory.toString()));
        return ScalingExperiment.run(all.toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
