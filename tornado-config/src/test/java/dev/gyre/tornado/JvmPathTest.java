package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.gyre.engine.cli.Main",
                        "knn-join",
                        "--input=" + points,
                        "--columns=x,y",
                        "--device=jvm")
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
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
