package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TogetherExperimentTest extends CommandTest {

    @Test
    void shouldMeasureAllWork() throws IOException {
        assertEquals(
                0,
                run(
                        "together",
                        "--quick",
                        "--device=jvm-1,jvm",
                        "--work=KNN,KNN_BY_DISTANCES,RADIUS,SELECTION",
                        "--data=EXPONENTIAL,CITIES",
                        "--dims=3",
                        "--k=4"));
        List<Row> rows = rows(new TogetherExperiment());
        assertEquals(2 * (3 * 2 + 1), rows.size());
        for (Row row : rows) {
            assertEquals(2, row.integer("runs"), row::toString);
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
            assertTrue(row.number("median ns") <= row.number("slowest ns"), row::toString);
            assertEquals(1, row.integer("devices"), row::toString);
        }
        String report = report();
        assertTrue(report.contains("## KNN, CITIES, n = 3000, dims = 2"), report);
    }

    /** What a set gains, of lines as they are written. */
    @Test
    void shouldCompareSetsWithTheirDevices() {
        List<Row> rows = Stream.of("jvm,1,400", "gpu,1,100", "jvm+gpu,2,80")
                .map(line -> line.split(","))
                .map(cell -> Row.of(
                        new TogetherExperiment().titles(),
                        List.of("KNN", "UNIFORM", 10, 2, 8, cell[0], 3, 1, 1, cell[2], 1, 1, "x", cell[1], 0.5)))
                .toList();
        String text = new TogetherExperiment().parts(rows).getFirst().text();
        assertTrue(
                text.lines().anyMatch(line -> line.startsWith("| 8 | jvm+gpu |") && line.endsWith("| 1.25 | 1.0 |")),
                text);
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("together", "--quick", "--device=jvm", "--k=0"));
        assertEquals(2, run("together", "--quick", "--device=jvm", "--runs=0"));
        assertEquals(2, run("together", "--quick", "--device=jvm", "--data=ROUND"));
        assertEquals(2, run("together", "--quick", "--device=jvm+abacus"));
    }
}
