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
import dev.gyre.engine.data.SelectionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KnnExperimentTest extends CommandTest {

    private static final List<String> TITLES = new KnnExperiment().titles();

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};
    private static final KnnFigure.Scale THESIS = new KnnFigure.Scale(0, false);
    private static final KnnFigure.Scale TINY = new KnnFigure.Scale(0, true);

    @Test
    void shouldWriteTablesPointsAndPlots() throws IOException {
        assertEquals(0, run("knn", "--small", "--device", "jvm-1", "--note", "of a test"));
        String report = report();
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
        PointsFile file = points(TITLES);
        int expected = Arrays.stream(KnnFigure.values())
                .mapToInt(figure -> figure.sizes(TINY).size() * figure.methods().size())
                .sum();
        assertEquals(expected, file.rows().size());
        for (Row row : file.rows()) {
            assertTrue(row.number("resident fastest ns") <= row.number("resident median ns"), row::toString);
            assertTrue(row.number("whole fastest ns") <= row.number("whole median ns"), row::toString);
            assertTrue(row.integer("runs") >= 2, row::toString);
            assertTrue(row.number("copy bytes/s") > 0 && row.number("peak flop/s") > 0, row::toString);
        }
    }

    @Test
    void shouldBringEarlierRunsTogether() throws IOException {
        Path first = directory.resolve("first.csv");
        Path second = directory.resolve("second.csv");
        new PointsFile(TITLES, Map.of("Backend", "jvm"), List.of(), List.of(point("5.8", "jvm", 16, 4))).write(first);
        new PointsFile(
                        TITLES,
                        Map.of("Backend", "ptx:0"),
                        List.of("skipped: 5.8 by fused on ptx:0"),
                        List.of(point("5.8", "ptx:0", 16, 4), point("5.8", "ptx:0", 16, 8)))
                .write(second);
        Path output = directory.resolve("together");
        assertEquals(
                0,
                Main.run(
                        "knn",
                        "--points",
                        first.toString(),
                        "--points",
                        second.toString(),
                        "--output",
                        output.toString()));
        String report = Files.readString(output.resolve("first.md"));
        for (String part :
                List.of("| Backend | jvm; ptx:0 |", "| ptx:0 | fused | 10 | 1000 | 16 | 8 | ", "- skipped: ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertTrue(Files.exists(output.resolve("first-5.8-over-d.png")));
        assertEquals(
                3, PointsFile.read(TITLES, output.resolve("first.csv")).rows().size());
    }

    private static Row point(String figure, String device, int dims, int k) {
        return point(figure, "fused", device, dims, k);
    }

    private static Row point(String figure, String method, String device, int dims, int k) {
        return Row.of(
                TITLES,
                List.of(figure, device, method, 10, 1000, dims, k, 5, 2_000, 1_000, 20_000, 10_000, 1e11, 1e12));
    }

    @Test
    void shouldSearchOnTheDevice() {
        Points points = BenchmarkData.floatPoints(301, 5);
        Points queries = BenchmarkData.rounded(BenchmarkData.points("CLUSTERED", 40, 5));
        for (JoinMethod method : KnnWork.METHODS) {
            try (Engine engine = Backends.open("jvm")) {
                ResidentWork work = KnnWork.of(method, queries, points, 7, engine);
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
        try (Engine engine = Backends.open("jvm")) {
            assertThrows(
                    IllegalArgumentException.class, () -> KnnWork.of(JoinMethod.KD_TREE, queries, points, 7, engine));
        }
    }

    /** 10,000 pairs of 16 dimensions in 2 microseconds. */
    @Test
    void shouldWorkOutRatesAndShares() {
        Row fused = point("5.8", "fused", "ptx:0", 16, 4);
        assertEquals(5e9, KnnExperiment.pairRate(fused));
        assertEquals(3 * 16 * 5e9, KnnExperiment.flops(fused));
        assertEquals(0.24, KnnExperiment.shareOfFlops(fused), 1e-12);
        assertTrue(Double.isNaN(KnnExperiment.shareOfMemory(fused)));
        assertEquals(0.4, KnnExperiment.shareOfMemory(point("5.8", "two-stage", "ptx:0", 16, 4)), 1e-12);
        assertEquals(0.2, KnnExperiment.shareOfMemory(point("5.6", "single-pass", "ptx:0", 0, 4)), 1e-12);
        String table = new KnnExperiment().parts(List.of(fused)).get(0).text();
        assertTrue(table.contains("| 0.002 | 0.001 | 5.0 | 240.0 | 24.0 | – | 0.02 | 0.5 |"), table);
    }

    @Test
    void shouldHaveTheSizesOfTheThesis() {
        assertTrue(KnnFigure.FIGURE_5_6.sizes(THESIS).contains(size(1 << 15, 1 << 15, 0, 2048)));
        assertTrue(KnnFigure.FIGURE_5_6.sizes(THESIS).contains(size(1 << 10, 1 << 20, 0, 32)));
        assertTrue(KnnFigure.FIGURE_5_8.sizes(THESIS).contains(size(8192, 524_288, 64, 128)));
        assertTrue(KnnFigure.FIGURE_5_9.sizes(THESIS).contains(size(8192, 524_288, 16, 32)));
        assertTrue(KnnFigure.FIGURE_5_11.sizes(THESIS).contains(size(1 << 10, 1 << 20, 0, 1 << 19)));
        assertTrue(KnnFigure.FIGURE_5_12.sizes(THESIS).contains(size(8192, 131_072, 128, 65_536)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldShrinkToAsManyFewerPairs(KnnFigure figure) {
        List<Sizes> all = figure.sizes(THESIS);
        for (Sizes size : figure.sizes(new KnnFigure.Scale(7, false))) {
            assertEquals(pairs(all.get(0)) / 128, pairs(size), size::toString);
            assertTrue(size.number("k") < size.number("n"), size::toString);
        }
    }

    private static Sizes size(int q, int n, int dims, int k) {
        return Sizes.of("q=" + q + ",n=" + n + ",dims=" + dims + ",k=" + k);
    }

    private static double pairs(Sizes sizes) {
        return (double) sizes.number("q") * sizes.number("n");
    }

    @Test
    void shouldLeaveOutLargerKWhereARunTakesLong() {
        List<String> lines = new ArrayList<>();
        try (Engine engine = Backends.open("jvm")) {
            Measuring measuring = new Measuring(TITLES, Map.of("jvm", engine), Budget.QUICK, 0, lines::add);
            new KnnExperiment()
                    .cases(KnnFigure.FIGURE_5_8, TINY, new DevicePeak(1e9, Double.NaN))
                    .forEach(measuring::measure);
        }
        // Two methods with two numbers of dimensions each, and the smaller k of each.
        PointsFile file = PointsFile.of(TITLES, Map.of(), lines);
        assertEquals(4, file.skipped().size(), lines::toString);
        assertEquals(4, file.rows().size(), lines::toString);
        for (int i = 0; i < 4; i++) {
            Row row = file.rows().get(i);
            assertEquals(4, row.integer("k"));
            assertTrue(Double.isNaN(KnnExperiment.shareOfFlops(row)));
            String expected = "skipped: larger than 5.8, " + row.text("method") + ", q = 2, n = 128, dims = "
                    + row.text("dims") + ", k = 4 on jvm, where a run took ";
            assertTrue(file.skipped().get(i).startsWith(expected), lines::toString);
        }
    }

    @Test
    void shouldLeaveOutWhatAMethodCannotSelect() {
        List<String> lines = new ArrayList<>();
        Case impossible = new KnnExperiment()
                .of(
                        KnnFigure.FIGURE_5_6,
                        SelectionOptions.Method.SINGLE_PASS,
                        size(2, 1 << 13, 0, 1 << 13),
                        new DevicePeak(1e9, Double.NaN));
        try (Engine engine = Backends.open("jvm")) {
            new Measuring(TITLES, Map.of("jvm", engine), Budget.QUICK, 0, lines::add).measure(impossible);
        }
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "skipped: 5.6, single-pass, q = 2, n = 8192, dims = 0, k = 8192 on jvm, and larger: "),
                lines::toString);
    }

    @Test
    void shouldMeasureWhatAMachineCanDo() {
        try (Engine engine = Backends.open("jvm")) {
            double copyRate = DevicePeak.copyRate(engine, 1 << 16, Budget.QUICK);
            assertTrue(copyRate > 1e6 && copyRate < 1e14, Double.toString(copyRate));
        }
        double flops = DevicePeak.flops(2, Budget.QUICK);
        assertTrue(flops > 1e6 && flops < 1e14, Double.toString(flops));
    }

    @Test
    void shouldRefuseWhatItCannotMeasureOrRead() throws IOException {
        assertEquals(2, run("knn", "--device", "no-such-device"));
        assertEquals(2, run("knn", "--figure", "5.1"));
        assertEquals(2, run("knn", "--small", "--runs", "0"));
        assertEquals(2, run("knn", "--small", "--shift", "17"));
        assertEquals(2, run("knn", "--small", "--peak-gflops", "0"));
        assertEquals(2, run("knn", "--small", "--run-seconds", "0"));
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThrows(IllegalArgumentException.class, () -> PointsFile.read(TITLES, file));
        assertThrows(IllegalArgumentException.class, () -> Row.ofCsv(TITLES, "5.6,jvm,fused,1"));
    }

    @Test
    void shouldEndWithAnErrorWhereSomethingFailed() throws IOException {
        Path file = directory.resolve("failed.csv");
        new PointsFile(TITLES, Map.of(), List.of("failed: 5.6 on ptx:0"), List.of()).write(file);
        assertEquals(1, run("knn", "--points", file.toString(), "--no-plots"));
    }
}
