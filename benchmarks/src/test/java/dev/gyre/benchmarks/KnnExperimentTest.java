package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
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

class KnnExperimentTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};
    private static final KnnFigure.Scale THESIS = new KnnFigure.Scale(0, false);
    private static final KnnFigure.Scale TINY = new KnnFigure.Scale(0, true);

    @TempDir
    private Path directory;

    @Test
    void shouldWriteTablesPointsAndPlots() throws IOException {
        assertEquals(0, run("--small", "--device", "jvm-1", "--note", "of a test"));
        String report = Files.readString(written(".md"));
        for (String part : List.of(
                "| Date | ",
                "of a test",
                "| device | copy, GB/s | peak, GFLOP/s |",
                "| jvm-1 | single-pass | 2 | 4096 | – | 32 | ",
                "| jvm-1 | fused | 2 | 128 | 16 | 8 | ",
                "| jvm-1 | two-stage | 2 | 128 | 16 | 8 | ",
                "| jvm-1 | sample-select | 2 | 8192 | – | 2048 | ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertFalse(report.contains("failed") || report.contains("skipped"), report);
        for (KnnFigure figure : KnnFigure.values()) {
            assertTrue(report.contains("## Figure " + figure + ": "), report);
            for (KnnFigure.View view : figure.views()) {
                Path plot = written("-" + figure + "-over-" + view.over() + ".png");
                assertTrue(report.contains("](" + plot.getFileName() + ")"), report);
                assertArrayEquals(PNG, Arrays.copyOf(Files.readAllBytes(plot), PNG.length));
            }
        }
        PointsFile file = PointsFile.read(KnnPoint.CSV_TITLES, written(".csv"));
        int expected = Arrays.stream(KnnFigure.values())
                .mapToInt(figure -> figure.cases(TINY).size() * figure.methods().size())
                .sum();
        List<KnnPoint> points = file.points().stream().map(KnnPoint::ofCsv).toList();
        assertEquals(expected, points.size());
        for (KnnPoint point : points) {
            assertTrue(
                    point.residentFastest() <= point.resident() && point.wholeFastest() <= point.whole(), point::toCsv);
            assertTrue(point.runs() >= 2 && point.copyRate() > 0 && point.peakFlops() > 0, point::toCsv);
            assertEquals(point, KnnPoint.ofCsv(point.toCsv()));
        }
    }

    @Test
    void shouldBringEarlierRunsTogether() throws IOException {
        Path first = directory.resolve("first.csv");
        Path second = directory.resolve("second.csv");
        new PointsFile(
                        Map.of("Backend", "jvm"),
                        List.of(),
                        List.of(point("5.8", "jvm", 16, 4).toCsv()))
                .write(KnnPoint.CSV_TITLES, first);
        new PointsFile(
                        Map.of("Backend", "ptx:0"),
                        List.of("skipped: 5.8 by fused on ptx:0"),
                        List.of(
                                point("5.8", "ptx:0", 16, 4).toCsv(),
                                point("5.8", "ptx:0", 16, 8).toCsv()))
                .write(KnnPoint.CSV_TITLES, second);
        Path output = directory.resolve("together");
        assertEquals(
                0,
                KnnExperiment.run(
                        "--points", first.toString(), "--points", second.toString(), "--output", output.toString()));
        String report = Files.readString(output.resolve("first.md"));
        for (String part :
                List.of("| Backend | jvm; ptx:0 |", "| ptx:0 | fused | 10 | 1000 | 16 | 8 | ", "- skipped: ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertTrue(Files.exists(output.resolve("first-5.8-over-d.png")));
        assertEquals(
                3,
                PointsFile.read(KnnPoint.CSV_TITLES, output.resolve("first.csv"))
                        .points()
                        .size());
    }

    private static KnnPoint point(String figure, String device, int dims, int k) {
        return point(figure, "fused", device, dims, k);
    }

    private static KnnPoint point(String figure, String method, String device, int dims, int k) {
        return new KnnPoint(
                KnnFigure.named(figure),
                device,
                method,
                new KnnCase(10, 1000, dims, k),
                5,
                2_000,
                1_000,
                20_000,
                10_000,
                1e11,
                1e12);
    }

    @Test
    void shouldSearchOnTheDevice() {
        Points points = BenchmarkData.floatPoints("UNIFORM", 301, 5);
        Points queries = BenchmarkData.floatPoints("CLUSTERED", 40, 5);
        for (JoinMethod method : KnnMethods.ALL) {
            try (Engine engine = Backends.open("jvm");
                    Workers workers = new Workers(2)) {
                ResidentWork work = KnnMethods.resident(method, queries, points, 7, workers, engine.device());
                try (PreparedWork prepared = work.prepare(engine)) {
                    prepared.run();
                    prepared.fetch();
                }
                int[] ids = (int[]) work.outputs().get(0);
                Neighbors expected = engine.knnJoin(queries, points, 7);
                for (int query = 0; query < queries.size(); query++) {
                    int[] found = Arrays.copyOfRange(ids, 7 * query, 7 * query + 7);
                    int[] wanted = expected.ids(query);
                    Arrays.sort(found);
                    Arrays.sort(wanted);
                    assertArrayEquals(wanted, found, method + ", query=" + query);
                }
            }
        }
        try (Engine engine = Backends.open("jvm");
                Workers workers = new Workers(1)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> KnnMethods.resident(JoinMethod.KD_TREE, queries, points, 7, workers, engine.device()));
        }
    }

    /** 10,000 pairs of 16 dimensions in 2 microseconds. */
    @Test
    void shouldWorkOutRatesAndShares() {
        KnnPoint fused = point("5.8", "fused", "ptx:0", 16, 4);
        assertEquals(5e9, fused.pairRate());
        assertEquals(5e8, fused.wholePairRate());
        assertEquals(3 * 16 * 5e9, fused.flops());
        assertEquals(0.24, fused.shareOfFlops(), 1e-12);
        assertTrue(Double.isNaN(fused.shareOfMemory()));
        assertEquals(0.4, point("5.8", "two-stage", "ptx:0", 16, 4).shareOfMemory(), 1e-12);
        assertEquals(0.2, point("5.6", "single-pass", "ptx:0", 0, 4).shareOfMemory(), 1e-12);
    }

    @Test
    void shouldHaveTheSizesOfTheThesis() {
        assertTrue(KnnFigure.FIGURE_5_6.cases(THESIS).contains(new KnnCase(1 << 15, 1 << 15, 0, 2048)));
        assertTrue(KnnFigure.FIGURE_5_6.cases(THESIS).contains(new KnnCase(1 << 10, 1 << 20, 0, 32)));
        assertTrue(KnnFigure.FIGURE_5_8.cases(THESIS).contains(new KnnCase(8192, 524_288, 64, 128)));
        assertTrue(KnnFigure.FIGURE_5_9.cases(THESIS).contains(new KnnCase(8192, 524_288, 16, 32)));
        assertTrue(KnnFigure.FIGURE_5_11.cases(THESIS).contains(new KnnCase(1 << 10, 1 << 20, 0, 1 << 19)));
        assertTrue(KnnFigure.FIGURE_5_12.cases(THESIS).contains(new KnnCase(8192, 131_072, 128, 65_536)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldShrinkToAsManyFewerPairs(KnnFigure figure) {
        List<KnnCase> all = figure.cases(THESIS);
        for (KnnCase size : figure.cases(new KnnFigure.Scale(7, false))) {
            assertEquals(all.get(0).pairs() / 128, size.pairs(), size::toString);
            assertTrue(size.k() < size.n(), size::toString);
        }
    }

    @Test
    void shouldLeaveOutLargerKWhereARunTakesLong() {
        List<String> lines = new ArrayList<>();
        try (Engine engine = Backends.open("jvm")) {
            KnnSeries.Budget budget = new KnnSeries.Budget(0, 1, 0, 1, 0);
            new KnnSeries(engine, "jvm", budget, new DevicePeak(1e9, Double.NaN), lines::add)
                    .measure(KnnFigure.FIGURE_5_8, TINY);
        }
        // Two methods, of each two numbers of dimensions, of each the smaller k.
        assertEquals(8, lines.size());
        List<String> skipped =
                lines.stream().filter(line -> line.startsWith("skipped: ")).toList();
        List<String> measured =
                lines.stream().filter(line -> !line.startsWith("skipped: ")).toList();
        assertEquals(4, skipped.size(), lines::toString);
        for (int i = 0; i < 4; i++) {
            KnnPoint point = KnnPoint.ofCsv(measured.get(i));
            assertEquals(4, point.size().k());
            assertTrue(Double.isNaN(point.shareOfFlops()));
            String expected = "skipped: 5.8 by " + point.method() + " on jvm, q=2, n=128, dims="
                    + point.size().dims() + ", k=4, larger k: a run took ";
            assertTrue(skipped.get(i).startsWith(expected), lines::toString);
        }
    }

    @Test
    void shouldMeasureWhatAMachineCanDo() {
        try (Engine engine = Backends.open("jvm")) {
            double copyRate = DevicePeak.copyRate(engine, 1 << 16, RunBudget.QUICK);
            assertTrue(copyRate > 1e6 && copyRate < 1e14, Double.toString(copyRate));
        }
        double flops = DevicePeak.flops(2, RunBudget.QUICK);
        assertTrue(flops > 1e6 && flops < 1e14, Double.toString(flops));
    }

    @Test
    void shouldKeepTheLastRunOfAWarmUp() {
        StepTimes times = new StepTimes();
        for (long nanos : new long[] {90, 50, 40}) {
            times.add("step", nanos);
        }
        times.keepLast("step");
        times.add("step", 7);
        times.copy("step", "other");
        assertEquals(40, times.first("step"));
        assertEquals(1, times.runs("other"));
        assertEquals(7, times.later("other").median());
    }

    @Test
    void shouldRefuseWhatItCannotMeasureOrRead() throws IOException {
        assertEquals(2, run("--device", "no-such-device"));
        assertEquals(2, run("--figure", "5.1"));
        assertEquals(2, run("--small", "--runs", "0"));
        assertEquals(2, run("--small", "--shift", "17"));
        assertEquals(2, run("--small", "--peak-gflops", "0"));
        assertEquals(2, run("--small", "--run-seconds", "0"));
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThrows(IllegalArgumentException.class, () -> PointsFile.read(KnnPoint.CSV_TITLES, file));
        assertThrows(IllegalArgumentException.class, () -> KnnPoint.ofCsv("5.6,jvm,fused,1"));
    }

    @Test
    void shouldEndWithAnErrorWhereSomethingFailed() throws IOException {
        Path file = directory.resolve("failed.csv");
        new PointsFile(Map.of(), List.of("failed: 5.6 on ptx:0"), List.of()).write(KnnPoint.CSV_TITLES, file);
        assertEquals(1, run("--points", file.toString(), "--no-plots"));
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", directory.toString()));
        return KnnExperiment.run(all.toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
