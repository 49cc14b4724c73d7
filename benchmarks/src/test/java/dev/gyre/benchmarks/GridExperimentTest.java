package dev.gyre.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GridExperimentTest {

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureBuildsAndJoinsOfAllMethods() throws IOException {
        assertEquals(
                0,
                run(
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
        List<Row> rows = rows();
        // Two shapes of two dimensions: a build, two joins within a radius, four of nearest neighbors.
        assertEquals(2 * 2 * (1 + 2 + 4), rows.size());
        for (Row row : rows) {
            assertEquals(2, row.integer("runs"), row::toString);
            boolean hybrid = row.text("method").startsWith("HYBRID_GRID");
            assertEquals(hybrid, Double.isFinite(row.number("on device %")), row::toString);
        }
        String report = Files.readString(written(".md"));
        for (String part : List.of("## build", "## radius self-join", "| HYBRID_GRID 8 |")) {
            assertTrue(report.contains(part), part + " in " + report);
        }
    }

    @Test
    void shouldMeasureThePartsThatAreAskedFor() throws IOException {
        assertEquals(0, run("--quick", "--device", "jvm-1", "--only", "RADIUS", "--dims", "2", "--shape", "CLUSTERED"));
        assertEquals(
                List.of("KD_TREE", "GRID", "KD_TREE", "GRID"),
                rows().stream().map(row -> row.text("method")).toList());
    }

    @Test
    void shouldRefuseWhatItCannotMeasure() {
        assertEquals(2, run("--quick", "--device", "jvm", "--runs", "0"));
        assertEquals(2, run("--quick", "--device", "jvm", "--threads-per-point", "3"));
    }

    private List<Row> rows() throws IOException {
        return PointsFile.read(GridCase.TITLES, written(".csv")).rows();
    }

    private int run(String... arguments) {
        List<String> all =
                Stream.concat(Stream.of("grid"), Arrays.stream(arguments)).toList();
        return Main.run(Stream.concat(all.stream(), Stream.of("--output", directory.toString()))
                .toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
