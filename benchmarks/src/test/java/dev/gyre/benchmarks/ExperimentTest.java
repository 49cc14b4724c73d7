package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExperimentTest extends CommandTest {

    private static final List<String> TITLES = new KnnExperiment().titles();

    @Test
    void shouldMeasureInAProcessOfItsOwn() throws IOException {
        assertEquals(
                0,
                run(
                        "knn",
                        "--device=jvm-1",
                        "--figure=5.9",
                        "--shift=16",
                        "--runs=1",
                        "--case-seconds=0.01",
                        "--no-plots"));
        PointsFile file = points(TITLES);
        assertEquals(List.of(), file.missing());
        assertTrue(file.rows().stream().allMatch(row -> row.integer("dims") == 16), file::toString);
        assertTrue(file.facts().get("Engines opened in").startsWith("jvm-1 "), file.facts()::toString);
    }

    @Test
    void shouldReportAProcessThatFails() throws IOException {
        List<String> lines = new ArrayList<>();
        AnotherProcess.run(Main.class, "no-such-device", lines::add, "knn", "--here", "no-such-device");
        assertEquals(List.of("failed: no-such-device: its process ended with exit code 1"), lines);
        assertEquals(lines, PointsFile.of(TITLES, Map.of(), lines).failures());
    }

    @Test
    void shouldRefuseAFileOfOtherColumns() throws IOException {
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThrows(IllegalArgumentException.class, () -> PointsFile.read(TITLES, file));
        assertThrows(IllegalArgumentException.class, () -> Row.ofCsv(TITLES, "sort,jvm,false,1024"));
    }

    @Test
    void shouldReadAnOlderFileOfFewerColumns() throws IOException {
        Path file = Files.writeString(directory.resolve("older.csv"), "# Date: 2026-11-20\ndevice,k\njvm,8\n");
        Row row = PointsFile.read(TITLES, file).rows().getFirst();
        assertEquals("8", row.text("k"));
        assertEquals(Run.UNKNOWN, row.text("dims"));
    }

    @Test
    void shouldSayWhatIsTooLarge() {
        Device device = new Device("ptx", 0, "small", Device.Type.GPU, 1 << 16, 1 << 14);
        ResidentWork small = SortWork.pairs(SortOptions.Method.AUTOMATIC, KeyDistribution.RANDOM.keys(1 << 10), device);
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

    @Test
    void shouldRunOnceWhereTheFirstRunTakesLong() {
        Budget budget = new Budget(2, 0, 3, 3, 0, Long.MAX_VALUE, 10).once(1_000);
        Runs once = new Runs(budget);
        once.add(() -> new Run(1_001));
        assertFalse(once.isDue());
        assertEquals(1, once.count());
        assertEquals(1_001L, once.figure("first ns"));
        assertEquals(1_001L, once.figure("second ns"));
        assertEquals(1_001L, once.figure("median ns"));
        assertEquals(3, times(budget, () -> new Run(1_000)));
    }

    private static int times(Budget budget, Supplier<Run> trial) {
        Runs runs = new Runs(budget);
        while (runs.isDue()) {
            runs.add(trial);
        }
        return runs.count();
    }

    @ParameterizedTest
    @EnumSource(names = {"SORT", "SCAN", "COMPACTION", "SELECTION"})
    void shouldGiveTheSameWithTransfersAndWithout(DeviceWork operation) {
        try (Engine engine = Backends.open("jvm")) {
            ResidentWork work = operation.work(Sizes.of("n=4096,k=100"), engine);
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
}
