package dev.gyre.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks in the sources the form of the loops that TornadoVM makes parallel. If the bound is a bare parameter, the size of the grid
 * replaces it, and the kernel runs past the end of its arrays without a message.
 */
class ParallelLoopsTest {

    private static final String FORM = "for (@Parallel int t = 0; t < end - begin; t++) {";

    @Test
    void shouldBoundEveryParallelLoopByTheSizeOfItsRange() throws IOException {
        List<String> loops =
                code().stream().filter(line -> line.contains("@Parallel")).toList();
        assertFalse(loops.isEmpty());
        for (String loop : loops) {
            assertEquals(FORM, loop);
        }
    }

    /** Returns all lines of this module's classes that are not comments, without their indent. */
    private static List<String> code() throws IOException {
        try (Stream<Path> own = Files.walk(Path.of("src", "main", "java"));
                Stream<Path> ofTemplates = Files.walk(Path.of("target", "generated-sources", "kernels"))) {
            return Stream.concat(own, ofTemplates)
                    .filter(file -> file.toString().endsWith(".java"))
                    .flatMap(ParallelLoopsTest::lines)
                    .map(String::strip)
                    .filter(line -> !line.startsWith("*") && !line.startsWith("/"))
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
