package dev.gyre.engine;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.BackendSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @TempDir
    private Path folder;

    @Test
    void shouldLeaveTheChoiceToTheEngineByDefault() {
        assertEquals("auto", Settings.DEFAULT.device());
        assertEquals(Runtime.getRuntime().availableProcessors(), Settings.DEFAULT.threads());
        assertEquals(Long.MAX_VALUE, Settings.DEFAULT.memoryLimit());
        assertEquals(BackendSettings.DEFAULT, Settings.DEFAULT.backend());
    }

    @Test
    void shouldReadAPropertiesFile() throws IOException {
        Path file = write("""
                # a comment
                device = Große Karte
                threads=3
                memory-limit=2g
                work-group-size: 64
                """);
        assertEquals(settings("Große Karte", 3, 2L << 30, new BackendSettings(64)), Settings.DEFAULT.withFile(file));
    }

    @Test
    void shouldReadTheEnvironmentAndPassOverTheRest() {
        Map<String, String> environment = Map.of(
                "GYRE_DEVICE", "opencl:0",
                "GYRE_THREADS", " 5 ",
                "GYRE_MEMORY_LIMIT", "100",
                "GYRE_WORK_GROUP_SIZE", "256",
                "GYRE_SETTINGS", "elsewhere",
                "THREADS", "7");
        assertEquals(
                settings("opencl:0", 5, 100, new BackendSettings(256)), Settings.DEFAULT.withEnvironment(environment));
    }

    @Test
    void shouldPutTheEnvironmentOverTheFileAndTheCallerOverBoth() throws IOException {
        Settings settings = Settings.DEFAULT
                .withFile(write("device=ptx\nthreads=3\nmemory-limit=7\n"))
                .withEnvironment(Map.of("GYRE_THREADS", "4", "GYRE_DEVICE", "", "GYRE_MEMORY_LIMIT", "8"))
                .withMemoryLimit(9);
        assertEquals("ptx", settings.device());
        assertEquals(4, settings.threads());
        assertEquals(9, settings.memoryLimit());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1k, 1024",
        "1K, 1024",
        "3m, 3145728",
        "2g, 2147483648",
        "1t, 1099511627776",
        "'4 g', 4294967296",
        "9223372036854775807, 9223372036854775807",
        "8388607t, 9223370937343148032"
    })
    void shouldReadAmountsOfMemory(String text, long bytes) {
        assertEquals(bytes, Settings.DEFAULT.with("memory-limit", text).memoryLimit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "1kb", "1.5g", "lots", "1 2"})
    void shouldNameTheKeyWhenAnAmountOfMemoryCannotBeRead(String text) {
        assertRefused(
                "setting memory-limit must be a whole number: memory-limit=" + text,
                () -> Settings.DEFAULT.with("memory-limit", text));
    }

    @ParameterizedTest
    @CsvSource({
        "memory-limit, 8388608t",
        "memory-limit, 99999999999g",
        "memory-limit, 9223372036854775808",
        "memory-limit, -17179869183g",
        "threads, 99999999999"
    })
    void shouldTellANumberThatIsTooLargeFromText(String key, String text) {
        assertRefused(
                "setting " + key + " is out of range: " + key + "=" + text, () -> Settings.DEFAULT.with(key, text));
    }

    @ParameterizedTest
    @CsvSource({"threads, two", "threads, 1.5", "work-group-size, big"})
    void shouldNameTheKeyWhenANumberCannotBeRead(String key, String text) throws IOException {
        String message = "setting " + key + " must be a whole number: " + key + "=" + text;
        assertRefused(message, () -> Settings.DEFAULT.with(key, text));
        Path file = write(key + "=" + text + "\n");
        assertRefused("settings cannot be read from " + file + ": " + message, () -> Settings.DEFAULT.withFile(file));
        String variable = "GYRE_" + key.toUpperCase().replace('-', '_');
        assertRefused(message, () -> Settings.DEFAULT.withEnvironment(Map.of(variable, text)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "threads|0|threads must be in 1..1024: threads=0",
                "threads|-4|threads must be in 1..1024: threads=-4",
                "threads|1025|threads must be in 1..1024: threads=1025",
                "memory-limit|0|memory limit must be 1 byte or more: memoryLimit=0",
                "kept-memory|-1|kept memory must be 0 bytes or more: keptMemory=-1",
                "memory-limit|-1k|memory limit must be 1 byte or more: memoryLimit=-1024",
                "work-group-size|100|work-group size must be a power of two in 1..1024: workGroupSize=100",
                "device|'  '|device must not be blank"
            })
    void shouldRefuseValuesOutOfRange(String key, String text, String message) {
        assertRefused(message, () -> Settings.DEFAULT.with(key, text));
    }

    @Test
    void shouldListTheKnownKeysWhenOneIsUnknown() throws IOException {
        Path file = write("thread=3\n");
        assertRefused(
                "settings cannot be read from " + file + ": unknown setting thread; known: "
                        + "[calibration, device, kept-memory, kernel-cache, learning, memory-limit, strict, threads, work-group-size]",
                () -> Settings.DEFAULT.withFile(file));
    }

    @Test
    void shouldNameAFileThatCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.properties");
        assertRefused(
                "settings cannot be read from " + missing + ": no such file", () -> Settings.DEFAULT.withFile(missing));
        assertRefused(
                "settings cannot be read from " + folder + ": is a directory, not a file",
                () -> Settings.DEFAULT.withFile(folder));
        Path malformed = write("device=\\u12\n");
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Settings.DEFAULT.withFile(malformed));
        assertTrue(
                e.getMessage().startsWith("settings cannot be read from " + malformed + ": Malformed"), e::getMessage);
        Path latin = Files.write(folder.resolve("latin.properties"), new byte[] {(byte) 0xfc, '=', '1'});
        assertRefused("settings cannot be read from " + latin + ": not UTF-8", () -> Settings.DEFAULT.withFile(latin));
    }

    @Test
    void shouldChangeOneValueAtATime() {
        BackendSettings backend = new BackendSettings(32);
        Settings settings = Settings.DEFAULT
                .withDevice("jvm")
                .withThreads(2)
                .withMemoryLimit(3)
                .withBackend(backend);
        assertEquals(settings("jvm", 2, 3, backend), settings);
        assertEquals(
                new BackendSettings(64), settings.with("work-group-size", "64").backend());
    }

    @Test
    void shouldTakeThePlaceOfTheKernelCacheOrLeaveItOff() {
        assertEquals(
                Path.of("gyre", "kernels"),
                lastTwo(Settings.DEFAULT.backend().kernelCache().orElseThrow()));
        String cacheHome = System.getenv("XDG_CACHE_HOME");
        assertEquals(
                cacheHome == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cacheHome),
                Settings.DEFAULT
                        .backend()
                        .kernelCache()
                        .orElseThrow()
                        .resolve("../..")
                        .normalize());
        Path elsewhere = folder.resolve("kept");
        BackendSettings kept = Settings.DEFAULT
                .withEnvironment(Map.of("GYRE_KERNEL_CACHE", elsewhere.toString(), "GYRE_WORK_GROUP_SIZE", "64"))
                .backend();
        assertEquals(new BackendSettings(64, Optional.of(elsewhere)), kept);
        assertEquals("BackendSettings[workGroupSize=64, kernelCache=on]", kept.toString());
        BackendSettings off = Settings.DEFAULT.with("kernel-cache", " OFF ").backend();
        assertEquals(Optional.empty(), off.kernelCache());
        assertEquals("BackendSettings[workGroupSize=256, kernelCache=off]", off.toString());
    }

    @Test
    void shouldTakeThePlaceOfTheCalibrationFromTheEnvironment() {
        assertEquals(Path.of("gyre", "calibration.ini"), lastTwo(Settings.DEFAULT.calibration()));
        Path elsewhere = folder.resolve("measured.ini");
        assertEquals(
                elsewhere,
                Settings.DEFAULT
                        .withEnvironment(Map.of("GYRE_CALIBRATION", elsewhere.toString()))
                        .withThreads(1)
                        .withDevice("jvm")
                        .withMemoryLimit(1)
                        .withBackend(BackendSettings.DEFAULT)
                        .calibration());
    }

    @Test
    void shouldReadWhetherItIsStrict() throws IOException {
        assertFalse(Settings.DEFAULT.strict());
        assertTrue(Settings.DEFAULT.withStrict(true).strict());
        assertTrue(Settings.DEFAULT.withFile(write("strict=true")).strict());
        assertTrue(
                Settings.DEFAULT.withEnvironment(Map.of("GYRE_STRICT", "True")).strict());
        Settings strict = Settings.DEFAULT.withStrict(true);
        assertFalse(strict.with("strict", "false").strict());
        assertTrue(strict.withDevice("jvm")
                .withThreads(1)
                .withMemoryLimit(1)
                .withKeptMemory(1)
                .withBackend(BackendSettings.DEFAULT)
                .withCalibration(Path.of("none"))
                .strict());
        assertRefused("setting strict must be true or false: strict=yes", () -> strict.with("strict", "yes"));
    }

    @Test
    void shouldReadWhetherItLearns() throws IOException {
        assertTrue(Settings.DEFAULT.learning());
        assertFalse(Settings.DEFAULT.withFile(write("learning=false")).learning());
        assertFalse(Settings.DEFAULT
                .withEnvironment(Map.of("GYRE_LEARNING", "false"))
                .learning());
        Settings without = Settings.DEFAULT.withLearning(false);
        assertFalse(without.withDevice("jvm")
                .withThreads(1)
                .withMemoryLimit(1)
                .withKeptMemory(1)
                .withBackend(BackendSettings.DEFAULT)
                .withCalibration(Path.of("none"))
                .withStrict(true)
                .learning());
        assertRefused("setting learning must be true or false: learning=2", () -> without.with("learning", "2"));
    }

    private static Path lastTwo(Path path) {
        return path.subpath(path.getNameCount() - 2, path.getNameCount());
    }

    private static Settings settings(String device, int threads, long memoryLimit, BackendSettings backend) {
        return new Settings(
                device,
                threads,
                memoryLimit,
                Settings.DEFAULT.keptMemory(),
                backend,
                Settings.DEFAULT.calibration(),
                true,
                false);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("gyre.properties"), text);
    }
}
