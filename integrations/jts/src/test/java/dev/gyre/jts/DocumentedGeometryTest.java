package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.JavaExample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of geometries in the pages must compile, run and print what the pages say. */
class DocumentedGeometryTest {

    @TempDir
    private Path folder;

    static Stream<JavaExample> examples() throws IOException {
        return JavaExample.all().stream().filter(JavaExample::isOfGeometries);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldShowExamplesThatRun(JavaExample example) throws Exception {
        example.compile(folder, List.of());
        example.run(folder);
    }

    @Test
    void shouldFindTheExamples() throws IOException {
        assertTrue(examples().anyMatch(example -> example.page().equals("docs/geometry.md")));
    }
}
