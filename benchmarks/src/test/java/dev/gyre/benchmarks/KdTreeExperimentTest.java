package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KdTreeExperimentTest extends CommandTest {

    @Test
    void shouldWriteTablesAndFigures() throws IOException {
        assertEquals(0, run("kd-tree", "--quick", "--device", "jvm-1", "--note", "of a test"));
        String report = report();
        for (String part : List.of(
                "| Date | ",
                "of a test",
                "## build",
                "| jvm-1 | UNIFORM | 3000 | 4 | 0 | median | ",
                "## self-join",
                "| jvm-1 | EXPONENTIAL | 3000 | 6 | 8 | first | ")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
        assertFalse(report.contains("– | –"), "a step without a time in " + report);
        List<Row> rows = rows(new KdTreeExperiment());
        assertEquals(9 + 6 * 10, rows.size());
        for (Row row : rows) {
            assertEquals(2, row.integer("runs"), row::toString);
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
        }
    }

    @Test
    void shouldLeaveOutAPart() throws IOException {
        assertEquals(0, run("kd-tree", "--quick", "--only", "build", "--dims", "2,3", "--shape", "EXPONENTIAL"));
        assertFalse(report().contains("## self-join"));
        assertEquals(2 * 9, rows(new KdTreeExperiment()).size());
    }

    @Test
    void shouldAddUpTheStepsOfABuild() {
        try (Engine engine = Backends.open("jvm");
                Case build = new KdTreeExperiment().build(Sizes.of("shape=CITIES,n=301,dims=2"))) {
            Run run = build.open(engine, KdTreeExperiment.BUILD).get();
            Map<String, Long> steps = run.parts();
            assertEquals(
                    steps.get(KdTreeExperiment.SORT) + steps.get(KdTreeExperiment.ARRANGE),
                    steps.get(KdTreeExperiment.RESIDENT));
            assertEquals(run.nanos(), steps.get("load to download"));
            assertTrue(run.answer() > 200 && run.answer() <= 301, "places: " + run.answer());
        }
    }

    @Test
    void shouldTellTheFirstRunFromTheOthers() {
        Runs runs = new Runs(Budget.exactly(1, 3));
        for (long nanos : new long[] {90, 7, 5, 6}) {
            runs.add(() -> new Run(nanos, Map.of("step", nanos + 1), Map.of(), null));
        }
        assertFalse(runs.isDue());
        assertEquals(90, runs.early().get(0).nanos());
        assertEquals(6, runs.median());
        assertEquals(5, runs.fastest());
        assertEquals(
                List.of(6L, 7L, 8L),
                runs.ofPart("step").later().stream().map(Run::nanos).toList());
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("kd-tree", "--device", "no-such-device"));
        assertEquals(2, run("kd-tree", "--quick", "--runs", "0"));
        assertEquals(2, run("kd-tree", "--quick", "--runs", "3,5"), "one number of runs");
        assertEquals(2, run("kd-tree", "--only", "nothing"));
    }
}
