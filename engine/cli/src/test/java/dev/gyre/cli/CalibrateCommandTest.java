package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.cost.Calibration;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
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
        Device card = new Device("card", 7, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
        try (OutputFile output = OutputFile.create(file)) {
            Calibration.ofThisMachine(Engine.version(), 2)
                    .with(card, new Rates(true, operation -> Rates.Rate.NONE))
                    .write(output.writer());
            output.commit();
        }
        CommandRun run = CommandRun.of(calibrate(file)).shouldSucceed();
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
        String kept = Files.readString(file);
        assertTrue(kept.contains("[card:7]") && kept.contains("[jvm]"), kept);
    }

    private static List<String> calibrate(Path file) {
        return List.of("calibrate", "--device=jvm", "--threads=2", "--longest=0.001", "--output=" + file);
    }

    @Test
    @Tag("thorough")
    void shouldSayNothingIfAsked() throws IOException {
        Path file = folder.resolve("measured.ini");
        assertEquals(
                "", CommandRun.of(calibrate(file), "--quiet").shouldSucceed().err());
        assertTrue(Files.readString(file).contains("[jvm]"));
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
