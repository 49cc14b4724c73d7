package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How the launcher starts TornadoVM with an archive of its classes, with a JVM that is a script. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class TornadoStartTest {

    /** Writes what the class that it is to run would write, and prints its options to standard error. */
    private static final String JAVA = """
            #!/usr/bin/env bash
            if [[ $* == *dev.gyre.tornado.StartOptions* ]]; then
                echo made >>"$(dirname "$0")/made"
                sleep 1
                echo an option >"${@: -1}/options"
                echo tornado-drivers-ptx-5.2.0.jar >"${@: -1}/class-path"
            fi
            for option in "$@"; do
                [[ $option != -XX:ArchiveClassesAtExit=* && $option != -XX:AOTCacheOutput=* ]] || echo "$*" >"${option#*=}"
            done
            echo "$*" >&2
            """;

    private static final String PREPARING = "gyre: preparing a faster start of TornadoVM, once";

    @TempDir
    private Path folder;

    private Path tornado;

    private record Run(int exit, String err) {

        boolean isFast() {
            return err.contains("/archive")
                    && err.contains("tornado-drivers-ptx-5.2.0.jar")
                    && !err.contains("tornado-argfile");
        }
    }

    @BeforeEach
    void install() throws IOException {
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        write("jdk/bin/java", JAVA);
        write("gyre/bin/gyre", Files.readString(Path.of("..", "..", "gyre")));
        for (String name :
                List.of("gyre/lib/gyre-cli-1.0.jar", "gyre/lib/gyre-engine-1.0.jar", "tornado/tornado-argfile")) {
            old(write(name, ""));
        }
        tornado = folder.resolve("tornado");
        write("tornado/share/java/tornado/tornado-drivers-ptx-5.2.0.jar", "");
    }

    private static void old(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        file.toFile().setExecutable(text.startsWith("#!"), false);
        return file;
    }

    @Test
    void shouldPrepareBeforeDevicesAreListed() throws Exception {
        assertPrepares();
        Run run = run(start("devices"));
        assertTrue(run.err.contains("-XX:AOTCache="), run.err);
        assertFalse(run.err.contains(PREPARING), run.err);
        assertTrue(run.isFast(), run.err);
        assertEquals(1, timesMade());
        String training = Files.readString(files("archive").get(0));
        assertTrue(training.contains("knn-join --device ptx --demo"), training);
    }

    @Test
    void shouldArchiveClassesWhereTheJvmHasNoProfiles() throws Exception {
        write("jdk/release", "JAVA_VERSION=\"21.0.1\"\n");
        Run run = run(start("devices"));
        assertTrue(run.isFast(), run.err);
        assertTrue(run.err.contains("-XX:SharedArchiveFile="), run.err);
    }

    /** None of four processes waits for it, and standard output does not stay open either. */
    @Test
    void shouldPrepareAfterOtherCalls() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start("verify"));
        }
        for (Process process : processes) {
            Run run = run(process);
            assertEquals(ExitCode.OK, run.exit);
            assertTrue(run.err.contains("tornado-argfile"), run.err);
            assertFalse(run.isFast() || run.err.contains(PREPARING), run.err);
        }
        while (files("state").isEmpty()) {
            Thread.sleep(20);
        }
        assertTrue(run(start("verify")).isFast());
        assertEquals(1, timesMade());
    }

    @Test
    void shouldTakeTornadoVmsOwnOptionsAndTheReasonWhereItFails() throws Exception {
        write("jdk/bin/java", JAVA.replace("sleep 1", "{ echo no such; echo option; } >&2; exit 1"));
        for (String command : List.of("devices", "devices", "verify")) {
            Run run = run(start(command));
            assertEquals(!command.equals("verify"), run.err.contains(PREPARING), run.err);
            assertTrue(run.err.contains("@" + tornado + "/tornado-argfile"), run.err);
            assertTrue(run.err.contains("-Dgyre.tornado.slow-start=no such option"), run.err);
        }
        assertEquals(2, timesMade());
    }

    @Test
    void shouldNotTakeWhatWasMadeForOthers() throws Exception {
        run(start("devices"));
        for (String name : List.of("tornado/tornado-argfile", "gyre/lib/gyre-cli-1.0.jar")) {
            Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.now()));
            assertPrepares();
        }
        write("tornado/share/java/tornado/more.jar", "");
        assertPrepares();
        write("jdk/release", "JAVA_VERSION=\"25.0.2\"\n");
        assertPrepares();
        for (Path archive : files("archive")) {
            Files.delete(archive);
        }
        assertPrepares();
        write("jdk/bin/java", JAVA + "[[ $* != *AOTMode=on* ]]\n");
        Run refused = run(start("devices"));
        assertTrue(refused.err.startsWith(PREPARING), refused.err);
        assertTrue(refused.err.contains("slow-start="), refused.err);
    }

    private void assertPrepares() throws Exception {
        Run run = run(start("devices"));
        assertTrue(run.err.startsWith(PREPARING) && run.isFast(), run.err);
    }

    @Test
    void shouldKeepNothingWithoutACache() throws Exception {
        ProcessBuilder builder = builder("devices");
        builder.environment().put("GYRE_KERNEL_CACHE", "off");
        Run run = run(builder.start());
        assertTrue(run.err.contains("-Dgyre.tornado.slow-start=the kernel cache is off"), run.err);
        builder = builder("devices");
        builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
        run = run(builder.start());
        assertTrue(run.err.contains("-Dgyre.tornado.slow-start=there is no folder for it"), run.err);
        write("cache/gyre", "a file");
        run = run(start("devices"));
        assertTrue(run.err.contains("-Dgyre.tornado.slow-start=its folder cannot be written"), run.err);
        assertEquals(0, timesMade());
    }

    private Process start(String command) throws IOException {
        return builder(command).start();
    }

    private ProcessBuilder builder(String command) {
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", folder.resolve("gyre/bin/gyre").toString(), command)
                .directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GYRE_"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("TORNADOVM_HOME", tornado.toString());
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return builder;
    }

    private static Run run(Process process) throws Exception {
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new Run(process.exitValue(), err);
    }

    private int timesMade() throws IOException {
        Path made = folder.resolve("jdk/bin/made");
        return Files.exists(made) ? Files.readAllLines(made).size() : 0;
    }

    private List<Path> files(String name) throws IOException {
        Path cache = folder.resolve("cache/gyre/start");
        if (!Files.exists(cache)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(cache)) {
            return all.filter(file -> file.endsWith(name) && !file.toString().contains("making"))
                    .toList();
        }
    }
}
