package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopKExperimentTest {

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureAllMethods() throws IOException {
        assertEquals(
                0,
                run(
                        "--quick",
                        "--device=jvm-1,jvm",
                        "--data=THESIS,EQUAL,AGAINST,WITH,HOT_SPOT",
                        "--sizes=131072x65536",
                        "--k=100,7"));
        List<Row> rows = rows();
        assertEquals(5 * 2 * (6 + 5), rows.size());
        for (Row row : rows) {
            assertTrue(row.number("fastest ns") <= row.number("median ns"), row::toString);
            assertTrue(row.integer("pairs") <= row.integer("k"), row::toString);
            assertEquals(2048, row.integer("left"), row::toString);
        }
        String report = Files.readString(written(".md"));
        assertTrue(report.contains("## HOT_SPOT, 2048 x 1024"), report);
    }

    /** All methods, where many pairs are near: the experiment compares their scores by hash alone. */
    @Test
    void shouldFindTheSameScoresByAllMethods() {
        TopKData.Rows left = TopKData.HOT_SPOT.rows(3000, true);
        TopKData.Rows right = TopKData.HOT_SPOT.rows(900, false);
        try (Engine engine = Backends.open("jvm-1")) {
            double[] expected =
                    TopKPeer.JOIN_THEN_SELECT.find(engine, left, right, 500).scores();
            assertEquals(500, expected.length);
            for (TopKPeer peer : TopKPeer.usual()) {
                assertArrayEquals(expected, peer.find(engine, left, right, 500).scores(), peer::toString);
            }
        }
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("--quick", "--device=jvm", "--k=0"));
        assertEquals(2, run("--quick", "--device=jvm", "--runs=0"));
        assertEquals(2, run("--quick", "--device=jvm", "--sizes=10"));
    }

    private int run(String... arguments) {
        return Experiment.run(
                new TopKExperiment(),
                Stream.concat(Stream.of("--no-plots", "--output=" + directory), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private List<Row> rows() throws IOException {
        return PointsFile.read(TopKCase.TITLES, written(".csv")).rows();
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findAny()
                    .orElseThrow();
        }
    }
}
