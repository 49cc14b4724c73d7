package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.jvm.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                "| UNIFORM | 3000 | 4 | – | median | ",
                "## Self-join",
                "| EXPONENTIAL | 3000 | 6 | 8 | first | ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        List<String> figures = figures();
        assertEquals(10 + 6 * 10, figures.size());
        for (String figure : figures) {
            String[] fields = figure.split(",");
            assertEquals(KdTreePoint.CSV_TITLES.split(",").length, fields.length, figure);
            assertEquals("2", fields[8], figure);
            assertTrue(Long.parseLong(fields[10]) <= Long.parseLong(fields[9]), figure);
        }
    }

    @Test
    void shouldLeaveOutAPart() throws IOException {
        assertEquals(0, run("--quick", "--only", "build", "--dims", "2,3", "--shape", "EXPONENTIAL"));
        assertFalse(Files.readString(written(".md")).contains("Self-join"));
        assertEquals(2 * 10, figures().size());
    }

    @Test
    void shouldAddUpTheStepsOfABuild() {
        try (Engine engine = Backends.open("jvm");
                Workers workers = new Workers(2)) {
            StepTimes times = new KdTreeCase(BenchmarkData.CITIES, 301, 2).build(engine, workers, 1);
            assertEquals(
                    times.first(KdTreeCase.SORT) + times.first(KdTreeCase.ARRANGE), times.first(KdTreeCase.RESIDENT));
            assertEquals(1, times.runs(KdTreeCase.SORT));
        }
    }

    @Test
    void shouldTellTheFirstRunFromTheOthers() {
        StepTimes times = new StepTimes();
        for (long nanos : new long[] {90, 7, 5, 6}) {
            times.add("step", nanos);
        }
        assertEquals(List.of("step"), times.steps());
        assertEquals(90, times.first("step"));
        assertEquals(6, times.later("step").median());
        assertEquals(5, times.later("step").fastest());
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("--device", "no-such-device"));
        assertEquals(2, run("--quick", "--runs", "0"));
        assertEquals(2, run("--only", "nothing"));
    }

    private List<String> figures() throws IOException {
        return Files.readAllLines(written(".csv")).stream()
                .filter(line -> !line.startsWith("# ") && !line.equals(KdTreePoint.CSV_TITLES))
                .toList();
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--output", directory.toString()));
        return KdTreeExperiment.run(all.toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
