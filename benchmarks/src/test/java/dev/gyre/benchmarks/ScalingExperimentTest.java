package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScalingExperimentTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

    private static final List<String> TITLES = new ScalingExperiment().titles();

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
        List<Row> rows = PointsFile.read(TITLES, written(".csv")).rows();
        assertEquals(6 * ScalingOperation.values().length, rows.size());
        assertTrue(rows.stream().allMatch(row -> row.number("fastest ns") <= row.number("median ns")));
    }

    @Test
    void shouldMeasureInAProcessOfItsOwn() throws IOException {
        assertEquals(0, run("--device", "jvm-1", "--operation", "sort", "--min", "4", "--jvm-max", "4", "--no-plots"));
        PointsFile file = PointsFile.read(TITLES, written(".csv"));
        assertEquals(List.of(), file.missing());
        assertEquals(1, file.rows().size());
        assertEquals(16, file.rows().get(0).integer("n"));
        assertTrue(file.rows().get(0).integer("runs") >= Budget.FULL.runs());
        assertTrue(file.facts().get("Engines opened in").startsWith("jvm-1 "), file.facts()::toString);
    }

    @Test
    void shouldReportAProcessThatFails() throws IOException {
        List<String> lines = new ArrayList<>();
        AnotherProcess.run(Main.class, "no-such-device", lines::add, "scaling", "--here", "no-such-device");
        assertEquals(List.of("failed: no-such-device: its process ended with exit code 1"), lines);
        assertEquals(lines, PointsFile.of(TITLES, Map.of(), lines).failures());
    }

    @Test
    void shouldBringEarlierRunsTogether() throws IOException {
        Path first = directory.resolve("first.csv");
        Path second = directory.resolve("second.csv");
        new PointsFile(
                        TITLES,
                        Map.of("Processor", "one", "Devices", "ptx:0"),
                        List.of("skipped: sort on jvm from n = 8192 on: too large"),
                        List.of(
                                point("jvm", false, 1024, 10),
                                point("jvm", false, 2048, 20),
                                point("jvm", false, 4096, 40)))
                .write(first);
        new PointsFile(
                        TITLES,
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
                Main.run(
                        "scaling",
                        "--points",
                        first.toString(),
                        "--points",
                        second.toString(),
                        "--output",
                        output.toString()));
        String report = Files.readString(output.resolve("first.md"));
        for (String part : List.of(
                "| Processor | one |",
                "| Devices | ptx:0; opencl:0 |",
                "| n | jvm | opencl:0, resident | opencl:0, with transfers |",
                "| 2^13 | – | – | 6.470 |",
                "opencl:0, resident: faster than the JVM from n = 2^11 to 2^12, the largest that both",
                "opencl:0, with transfers: slower than the JVM at n = 2^12, the largest that both",
                "- skipped: sort on jvm from n = 8192 on: too large")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertTrue(Files.exists(output.resolve("first-sort.png")));
        assertEquals(
                10, PointsFile.read(TITLES, output.resolve("first.csv")).rows().size());
    }

    private static Row point(String backend, boolean transfers, int n, int micros) {
        return Row.of(TITLES, List.of("sort", backend, transfers, n, 5, micros * 1_000L, micros * 999L));
    }

    @Test
    void shouldSayThatADeviceIsFasterEverywhere() {
        String report = new ScalingExperiment()
                .parts(List.of(point("jvm", false, 1024, 10), point("ptx:0", false, 1024, 9)))
                .get(0)
                .text();
        assertTrue(report.contains("from n = 2^10, the smallest, to 2^10,"), report);
    }

    @Test
    void shouldEndWithAnErrorWhereSomethingFailed() throws IOException {
        Path file = directory.resolve("failed.csv");
        new PointsFile(TITLES, Map.of(), List.of("failed: sort on ptx:0"), List.of()).write(file);
        assertEquals(1, run("--points", file.toString(), "--no-plots"));
    }

    @Test
    void shouldRefuseWhatItCannotMeasureOrRead() throws IOException {
        assertEquals(2, run("--device", "no-such-device"));
        assertEquals(2, run("--device", "jvm", "--jvm-max", "31"));
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThrows(IllegalArgumentException.class, () -> PointsFile.read(TITLES, file));
        assertThrows(IllegalArgumentException.class, () -> Row.ofCsv(TITLES, "sort,jvm,false,1024"));
    }

    @Test
    void shouldSayWhatIsTooLarge() {
        Device device = new Device("ptx", 0, "small", Device.Type.GPU, 1 << 16, 1 << 14);
        ResidentWork small = SortWork.pairs(SortMethod.AUTOMATIC, KeyDistribution.RANDOM.keys(1 << 10), device);
        assertNull(small.tooLarge(device, Long.MAX_VALUE));
        assertTrue(small.tooLarge(device, 1000).contains("bytes, there are 1000"));
        Device narrow = new Device("ptx", 0, "narrow", Device.Type.GPU, 1 << 16, 1 << 10);
        assertTrue(small.tooLarge(narrow, Long.MAX_VALUE).contains("needs an array of 4096 bytes"));
    }

    @Test
    void shouldRunAsOftenAsItSays() {
        int[] work = new int[1];
        Runs runs = new Budget(3, 0, 4, 4, 0, 0, 4).time(() -> work[0]++);
        assertEquals(7, work[0]);
        assertEquals(3, runs.early().size());
        assertEquals(4, runs.count());
        assertTrue(runs.fastest() <= runs.median() && runs.median() <= runs.slowest());
    }

    @Test
    void shouldEndWhenThereIsNoMoreTime() {
        Supplier<Run> second = () -> new Run(1_000_000_000L);
        Budget enough = new Budget(0, 0, 1, 3, 2_000_000_000L, Long.MAX_VALUE, 10);
        assertEquals(3, times(enough, second), "as many as asked for");
        assertEquals(5, times(new Budget(0, 0, 1, 3, 5_000_000_000L, Long.MAX_VALUE, 10), second), "long enough");
        assertEquals(10, times(new Budget(0, 0, 1, 3, Long.MAX_VALUE, Long.MAX_VALUE, 10), second), "not more");
        assertEquals(2, times(new Budget(0, 0, 2, 3, 0, 0, 10), second), "the time is over");
        Runs warm = new Runs(new Budget(1, 2_000_000_000L, 1, 1, 0, 0, 1));
        while (warm.isDue()) {
            warm.add(second);
        }
        assertEquals(2, warm.early().size(), "warm after two seconds");
    }

    private static int times(Budget budget, Supplier<Run> trial) {
        Runs runs = new Runs(budget);
        while (runs.isDue()) {
            runs.add(trial);
        }
        return runs.count();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheSameWithTransfersAndWithout(ScalingOperation operation) {
        try (Engine engine = Backends.open("jvm")) {
            ResidentWork work = operation.work(1 << 12, engine);
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
        List<String> all = new ArrayList<>(List.of("scaling"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--output", directory.toString()));
        return Main.run(all.toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
