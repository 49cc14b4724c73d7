package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KdTreeExperimentTest {

    @TempDir
    private Path directory;

    @Test
    void shouldWriteTablesAndFigures() throws IOException {
        assertEquals(0, run("--quick", "--device", "jvm-1", "--note", "of a test"));
        String report = Files.readString(written(".md"));
        for (String part : List.of(
                "| Date | ",
                "of a test",
                "## Build",
                "| jvm-1 | UNIFORM | 3000 | 4 | – | median | ",
                "## Self-join",
                "| jvm-1 | EXPONENTIAL | 3000 | 6 | 8 | first | ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertFalse(report.contains("– | –"), "a step without a time in " + report);
        List<Row> rows = rows();
        assertEquals(9 + 6 * 10, rows.size());
        for (Row row : rows) {
            assertEquals(2, row.integer("runs"), row::toString);
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
        }
    }

    @Test
    void shouldLeaveOutAPart() throws IOException {
        assertEquals(0, run("--quick", "--only", "build", "--dims", "2,3", "--shape", "EXPONENTIAL"));
        assertFalse(Files.readString(written(".md")).contains("Self-join"));
        assertEquals(2 * 9, rows().size());
    }

    @Test
    void shouldAddUpTheStepsOfABuild() {
        try (Engine engine = Backends.open("jvm");
                KdTreeCase build = new KdTreeCase.Build(BenchmarkData.CITIES, 301, 2)) {
            Run run = build.open(engine, KdTreeCase.BUILD).get();
            Map<String, Long> steps = run.parts();
            assertEquals(steps.get(KdTreeCase.SORT) + steps.get(KdTreeCase.ARRANGE), steps.get(KdTreeCase.RESIDENT));
            assertEquals(run.nanos(), steps.get("load to download"));
            assertTrue(run.answer() > 200 && run.answer() <= 301, "places: " + run.answer());
        }
    }

    @Test
    void shouldTellTheFirstRunFromTheOthers() {
        Runs runs = new Runs(Budget.exactly(1, 3));
        for (long nanos : new long[] {90, 7, 5, 6}) {
            runs.add(() -> new Run(nanos, Map.of("step", nanos + 1), Run.UNKNOWN, null));
        }
        assertFalse(runs.isDue());
        assertEquals(90, runs.early().get(0).nanos());
        assertEquals(6, runs.median());
        assertEquals(5, runs.fastest());
        assertEquals(List.of(6L, 7L, 8L), runs.part("step"));
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("--device", "no-such-device"));
        assertEquals(2, run("--quick", "--runs", "0"));
        assertEquals(2, run("--only", "nothing"));
    }

    private List<Row> rows() throws IOException {
        return PointsFile.read(KdTreeCase.TITLES, written(".csv")).rows();
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("kd-tree"));
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
