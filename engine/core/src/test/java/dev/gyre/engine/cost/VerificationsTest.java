package dev.gyre.engine.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationsTest {

    private static final String CARD = "cuda:0 (Card [7] = #1)\n driver 2, TornadoVM 5.2.0";
    private static final String TODAY = LocalDate.now().toString();

    @TempDir
    private Path folder;

    private Verifications written(Verifications verifications) throws IOException {
        StringWriter text = new StringWriter();
        verifications.write(text);
        return Verifications.read(Files.writeString(folder.resolve("verified.ini"), text.toString()));
    }

    private Verifications none() {
        return Verifications.read(folder.resolve("none.ini"));
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        Verifications read = written(none().with(CARD, "1.0", List.of("a", "b")).with("other", "1.0", List.of()));
        assertEquals("failed \"gyre verify\" on " + TODAY + ": a, b", read.state(CARD, "1.0"));
        assertEquals(Optional.of(read.state(CARD, "1.0")), read.failure(CARD, "1.0"));
        assertEquals("verified " + TODAY, read.state("other", "1.0"));
        assertEquals(Optional.empty(), read.failure("other", "1.0"));
        assertEquals("", read.damage());
        assertEquals(
                "verified " + TODAY, written(read.with(CARD, "1.0", List.of())).state(CARD, "1.0"));
    }

    @Test
    void shouldNotCountOtherVersionsAndDrivers() throws IOException {
        Verifications read = written(none().with(CARD, "1.0", List.of("a")));
        assertEquals("not verified", read.state(CARD, "1.1"));
        assertEquals("not verified", read.state(CARD + ".1", "1.0"));
        assertEquals(Optional.empty(), read.failure(CARD, "1.1"));
    }

    @Test
    void shouldNameTheFirstOfMany() {
        Verifications many = none().with(CARD, "1", List.of("a", "b", "c", "d", "e", "f", "g"));
        assertTrue(many.state(CARD, "1").endsWith(": a, b, c, d, e and 2 more"), many.state(CARD, "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no = 1\n",
                "format = 7\n",
                "hello",
                "format = 1\n[card]\n",
                "format = 1\n[card]\ngyre = 1\ndate = 2"
            })
    void shouldTakeADamagedFileForNoneAndSaySo(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("verified.ini"), text);
        Verifications read = Verifications.read(file);
        assertEquals("not verified", read.state("card", "1"));
        assertTrue(read.damage().startsWith("the file of verified devices cannot be read: " + file), read.damage());
        assertEquals("", read.with("card", "1", List.of()).damage());
    }

    @Test
    void shouldBeBesideTheCalibration() {
        assertEquals(Path.of("a", "verified.ini"), Verifications.file(Path.of("a", "calibration.ini")));
    }
}
