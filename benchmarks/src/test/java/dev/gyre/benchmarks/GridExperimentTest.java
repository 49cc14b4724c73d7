package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridExperimentTest extends CommandTest {

    @Test
    void shouldMeasureBuildsAndJoinsOfAllMethods() throws IOException {
        assertEquals(
                0,
                run(
                        "grid",
                        "--quick",
                        "--device",
                        "jvm",
                        "--dims",
                        "2,3",
                        "--k",
                        "4",
                        "--threads-per-point",
                        "1,8",
                        "--matches",
                        "3"));
        List<Row> rows = rows(new GridExperiment());
        // Two shapes of two dimensions: a build, two joins within a radius, four of nearest neighbors.
        assertEquals(2 * 2 * (1 + 2 + 4), rows.size());
        for (Row row : rows) {
            assertEquals(2, row.integer("runs"), row::toString);
            boolean hybrid = row.text("method").startsWith("HYBRID_GRID");
            assertEquals(hybrid, Double.isFinite(row.number("on device %")), row::toString);
        }
        String report = report();
        for (String part : List.of("## build", "## radius self-join", "| HYBRID_GRID 8 |")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
    }

    @Test
    void shouldMeasureThePartsThatAreAskedFor() throws IOException {
        assertEquals(
                0,
                run("grid", "--quick", "--device", "jvm-1", "--only", "RADIUS", "--dims", "2", "--shape", "CLUSTERED"));
        assertEquals(
                List.of("KD_TREE", "GRID", "KD_TREE", "GRID"),
                rows(new GridExperiment()).stream()
                        .map(row -> row.text("method"))
                        .toList());
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("grid", "--quick", "--device", "jvm", "--runs", "0"));
        assertEquals(2, run("grid", "--quick", "--device", "jvm", "--threads-per-point", "3"));
    }
}
