package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.NeighborIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrateCommandTest {

    @TempDir
    private Path folder;

    @Test
    void shouldWriteAFileThatAnIndexTakesAndKeepWhatItHasOfOtherDevices() throws IOException {
        Path file = folder.resolve("measured.ini");
        List<String> arguments =
                List.of("calibrate", "--device=jvm", "--threads=2", "--longest=0.001", "--output=" + file);
        CommandRun run = CommandRun.of(arguments).shouldSucceed();
        assertEquals(file + System.lineSeparator(), run.out());
        assertTrue(run.err().matches("jvm \\(2 threads, Java \\S+\\): measured in \\S+ s\\R"), run.err());
        List<String> lines = Files.readAllLines(file);
        assertEquals("format = 4", lines.get(2));
        assertTrue(lines.contains("[jvm]"), lines::toString);
        assertTrue(
                lines.stream().anyMatch(line -> line.matches("search-call +=.*  # seconds of a call")),
                lines::toString);
        Settings settings = Settings.DEFAULT.withDevice("jvm").withThreads(2).withCalibration(file);
        try (Engine engine = Engine.open(settings);
                NeighborIndex index = engine.neighborIndex(Points.of(new double[] {1, 2}, 2))) {
            assertTrue(index.explain(1, 1).contains("costs of jvm: measured here on "), index.explain(1, 1));
        }
        String first = Files.readString(file);
        String section = first.substring(first.indexOf("[jvm]")).replace("[jvm]", "[card:7]");
        Files.writeString(file, first + "\n" + section);
        assertEquals("", CommandRun.of(arguments, "--quiet").shouldSucceed().err());
        String second = Files.readString(file);
        assertTrue(second.contains("[card:7]") && second.contains("[jvm]"), second);
    }

    @Test
    void shouldRefuseToAddToAFileThatIsNoCalibration() throws IOException {
        Path file = Files.writeString(folder.resolve("other.ini"), "hello\n");
        CommandRun.of("calibrate", "--device", "jvm", "--longest", "0.001", "--output", file.toString())
                .shouldRefuse(file + ", line 1: ", "hello");
        assertEquals("hello\n", Files.readString(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "NaN", "61"})
    void shouldRefuseWrongTimes(String longest) {
        CommandRun.of("calibrate", "--device=jvm", "--longest=" + longest)
                .shouldRefuse("--longest must be more than 0 and up to 60 seconds");
    }

    @Test
    void shouldRefuseAPlaceThatCannotBeWrittenBeforeItMeasures() {
        Path nowhere = folder.resolve("none").resolve("measured.ini");
        CommandRun.of("calibrate", "--device=jvm", "--longest=60", "--output", nowhere.toString())
                .shouldRefuse("cannot write " + nowhere);
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldRefuseAnUnknownDevice() {
        Path file = folder.resolve("measured.ini");
        CommandRun.of("calibrate", "--device=abacus", "--output", file.toString())
                .shouldRefuse("unknown device \"abacus\"");
        assertFalse(Files.exists(file));
    }
}
