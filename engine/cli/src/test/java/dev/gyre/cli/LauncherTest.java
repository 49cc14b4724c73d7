package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher leaves TornadoVM out if a device would not be faster; here up to 1,000 bytes of text. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {

    private static final Path LAUNCHER = Path.of("..", "..", "gyre");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("small.csv"), "x".repeat(900));
        Files.writeString(folder.resolve("large.csv"), "x".repeat(1100));
        Files.writeString(folder.resolve("small.csv.gz"), "x".repeat(240));
        Files.writeString(folder.resolve("small.npy"), "x".repeat(300));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "knn-join --demo",
                "knn-join --input small.csv",
                "radius-join --input=small.csv --radius 3",
                "box-join --input small.csv --boxes a,b",
                "sort --input small.csv --device auto",
                "top --device=auto --input small.csv",
                "knn-join --input small.csv.gz",
                "spatial-join --demo",
                "knn-join --help",
                "knn-join -i small.csv -k 2",
                "sort -ismall.csv",
                "sort -i=small.csv",
                "help",
                "--version"
            })
    void shouldTakeTheJvmForLittleInput(String command) throws Exception {
        assertEquals("small", sizeOf(command, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "knn-join --input large.csv",
                "knn-join --input small.csv --query small.csv",
                "knn-join --input=small.csv --query=large.csv",
                "knn-join --input small.npy",
                "spatial-join --left small.csv --right=small.csv",
                "knn-join --input small.csv --device opencl:0",
                "knn-join --input small.csv --device=opencl:0",
                "knn-join --input -",
                "knn-join -i large.csv",
                "knn-join -ilarge.csv",
                "knn-join --input small.csv --query -",
                "knn-join",
                "devices",
                "verify",
                "calibrate",
                "kd build --input small.csv"
            })
    void shouldLoadTornadoVmForMoreOrForANamedDevice(String command) throws Exception {
        assertEquals("not small", sizeOf(command, Map.of()));
    }

    @Test
    void shouldLoadTornadoVmWhereSettingsMayNameADevice() throws Exception {
        String command = "knn-join --input small.csv";
        assertEquals("not small", sizeOf(command, Map.of("GYRE_DEVICE", "opencl:0")));
        assertEquals("not small", sizeOf(command, Map.of("GYRE_SETTINGS", "gyre.properties")));
        assertEquals("small", sizeOf(command, Map.of("GYRE_DEVICE", "auto")));
    }

    @Test
    void shouldTakeTheColumnsOfTheTerminal() throws Exception {
        assertEquals("77", columns("77"));
        assertTrue(columns("wide").matches("[1-9]\\d*"));
        assertTrue(columns("0").matches("[1-9]\\d*"));
        assertTrue(columns("1234567").matches("[1-9]\\d*"));
    }

    private String columns(String variable) throws IOException, InterruptedException {
        String script = """
                set -euo pipefail
                eval "$(sed -n '/^terminal_columns() {/,/^}/p' "$LAUNCHER")"
                terminal_columns
                """;
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
        builder.environment().put("LAUNCHER", LAUNCHER.toAbsolutePath().toString());
        builder.environment().put("COLUMNS", variable);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(30, TimeUnit.SECONDS);
        return out.strip();
    }

    @ParameterizedTest
    @CsvSource({"C, ascii", "POSIX, ascii", "missing.UTF-8, ascii", "C.UTF-8, all"})
    @EnabledOnOs(OS.LINUX)
    void shouldTellWhichLocalesKnowAsciiOnly(String locale, String expected) throws Exception {
        String script = """
                set -euo pipefail
                eval "$(sed -n '/^knows_ascii_only() {/,/^}/p' "$LAUNCHER")"
                if knows_ascii_only; then echo ascii; else echo all; fi
                """;
        List<String> lines =
                bash(script, List.of(), Map.of("LC_ALL", locale)).lines().toList();
        assertEquals(expected, lines.get(lines.size() - 1));
    }

    /** Returns the answer of the launcher's function, on one processor with a limit of 1,000 bytes. */
    private String sizeOf(String command, Map<String, String> environment) throws IOException, InterruptedException {
        String script = """
                set -euo pipefail
                eval "$(sed -n '/^weight() {/,/^}/p; /^is_small() {/,/^}/p' "$LAUNCHER")"
                SMALL_BYTES=1000
                getconf() { echo 1; }
                if is_small "$@"; then echo small; else echo not small; fi
                """;
        return bash(script, List.of(command.split(" ")), environment);
    }

    private String bash(String script, List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> call = new ArrayList<>(List.of("bash", "-c", script, "gyre"));
        call.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(call).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GYRE_"));
        builder.environment().putAll(environment);
        builder.environment().put("LAUNCHER", LAUNCHER.toAbsolutePath().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(30, TimeUnit.SECONDS);
        return out.strip();
    }
}
