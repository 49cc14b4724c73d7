package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line on the JVM, with TornadoVM's API on the class path: nothing of it is to be loaded. */
@Timeout(120)
class JvmPathTest {

    @TempDir
    private Path directory;

    @Test
    void shouldLoadNoTornadoClassOnTheJvm() throws IOException, InterruptedException {
        Path points = Files.writeString(directory.resolve("points.csv"), "x,y\n0,0\n1,1\n");
        JavaProcess process = JavaProcess.run(
                "-Xlog:class+load:stdout",
                "dev.gyre.engine.cli.Main",
                "knn-join",
                "--input=" + points,
                "--columns=x,y",
                "--device=jvm");
        List<String> lines = process.lines();
        assertEquals(0, process.status(), process::output);
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("dev.gyre.engine.knn.KnnJoin")),
                "classes are not logged");
        assertEquals(
                List.of(),
                lines.stream()
                        .filter(line -> line.contains("uk.ac.manchester.tornado"))
                        .toList());
    }
}
