package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in installations of all kinds, with a JVM and a Maven that are scripts. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class InstallationTest {

    /** Prints its options to standard error, the data to standard output, and writes an archive if it is to. */
    private static final String JAVA = """
            #!/usr/bin/env bash
            [[ $* != *-Xshare:*-XX:AOTCache* ]] || exit 1
            for option in "$@"; do
                [[ $option != -XX:ArchiveClassesAtExit=* && $option != -XX:AOTCacheOutput=* ]] || { echo archive >"${option#*=}"; echo "a warning"; }
                [[ $option != *AutoCreateSharedArchive* ]] || echo "an error of the JVM"
            done
            echo "$*" >&2
            echo data
            """;

    private static final String MAVEN = """
            #!/usr/bin/env bash
            echo build >>builds
            sleep 1
            mkdir -p engine/cli/target/lib
            touch engine/cli/target/gyre-cli-1.0.jar engine/cli/target/lib/gyre-engine-1.0.jar
            """;

    @TempDir
    private Path folder;

    private Path root;

    private record Run(int exit, String out, String err) {}

    @BeforeEach
    void install() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        write("jdk/release", "JAVA_VERSION=\"21.0.1\"\n");
        write("jdk/bin/java", JAVA);
        write("bin/mvn", MAVEN);
        root = install("gyre home");
    }

    private Path install(String name) throws IOException {
        Path made = folder.resolve(name);
        for (String module : List.of("tasks", "engine/core", "engine/cli", "integrations/jts", "tornado-config")) {
            write(name + "/" + module + "/pom.xml", "");
            Files.createDirectories(made.resolve(module).resolve("src/main"));
        }
        write(name + "/pom.xml", "");
        write(name + "/gyre", Files.readString(Path.of("..", "..", "gyre")));
        return made;
    }

    /** Makes what a build leaves, newer than the sources. */
    private void build() throws IOException {
        for (String name : List.of("gyre-cli-1.0.jar", "lib/gyre-engine-1.0.jar")) {
            Path jar = write("gyre home/engine/cli/target/" + name, "");
            Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(2)));
        }
    }

    private void makeArchive(Instant time) throws IOException {
        String jar = target().resolve("gyre-cli-1.0.jar").toRealPath().toString();
        String lib = jar.replace("gyre-cli-1.0.jar", "lib/");
        Path archive = Files.writeString(target().resolve("gyre.jsa"), "archive");
        String key = jar + ":" + lib + "*:" + lib + "last/*\nJAVA_VERSION=\"21.0.1\"\n";
        Files.writeString(target().resolve("gyre.jsa.key"), key);
        Files.setLastModifiedTime(archive, FileTime.from(time));
    }

    private Path target() {
        return root.resolve("engine/cli/target");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        file.toFile().setExecutable(text.startsWith("#!"), false);
        return file;
    }

    @Test
    void shouldMakeAnArchiveOfClassesOnceAndUseIt() throws Exception {
        build();
        Files.setLastModifiedTime(target().resolve("gyre-cli-1.0.jar"), FileTime.from(Instant.now()));
        for (int i = 0; i < 2; i++) {
            Run run = run(start(Map.of(), "sort"));
            assertEquals("data\n", run.out);
            assertTrue(run.err.contains("-XX:SharedArchiveFile=" + target().toRealPath() + "/gyre.jsa"), run.err);
            assertFalse(run.err.contains("AutoCreate"), run.err);
        }
        assertEquals(List.of("gyre-cli-1.0.jar", "gyre.jsa", "gyre.jsa.key", "lib"), names(target()));
    }

    @Test
    void shouldArchiveProfilesWhereTheJvmCan() throws Exception {
        build();
        write("jdk/release", "JAVA_VERSION=\"25.0.3\"\n");
        Files.setLastModifiedTime(target().resolve("gyre-cli-1.0.jar"), FileTime.from(Instant.now()));
        for (int i = 0; i < 2; i++) {
            Run run = run(start(Map.of(), "sort-rows.parquet"));
            assertEquals("data\n", run.out);
            assertTrue(run.err.contains("-XX:AOTCache=" + target().toRealPath() + "/gyre-parquet.aot"), run.err);
            assertFalse(run.err.contains("SharedArchiveFile"), run.err);
            assertEquals(1, run.err.split("--enable-native-access", -1).length - 1, run.err);
        }
        Run points = run(start(Map.of(), "sort-rows.csv"));
        assertTrue(points.err.contains("-XX:AOTCache=" + target().toRealPath() + "/gyre.aot"), points.err);
        assertEquals(
                List.of(
                        "gyre-cli-1.0.jar",
                        "gyre-parquet.aot",
                        "gyre-parquet.aot.key",
                        "gyre.aot",
                        "gyre.aot.key",
                        "lib"),
                names(target()));
    }

    /** The folder's name says nothing of the command. */
    @Test
    void shouldArchiveTheClassesOfPointsInAFolderOfAnyName() throws Exception {
        root = install("geometry");
        write("geometry/engine/cli/target/gyre-cli-1.0.jar", "");
        write("geometry/engine/cli/target/lib/gyre-engine-1.0.jar", "");
        write("jdk/bin/java", JAVA.replace("echo archive >", "echo \"$*\" >"));
        run(start(Map.of(), "sort"));
        String made = Files.readString(target().resolve("gyre.jsa"));
        assertTrue(made.contains(" knn-join "), made);
    }

    @Test
    void shouldRunWithoutAnArchiveWhereItCannotWriteOne() throws Exception {
        build();
        Run run = run(startWithoutRights("sort"));
        assertEquals("data\n", run.out);
        assertEquals(ExitCode.OK, run.exit);
        assertFalse(run.err.contains("SharedArchive"), run.err);
        assertEquals(List.of("gyre-cli-1.0.jar", "lib"), names(target()));
    }

    /** As after an upgrade by another user: its age stopped everybody else. */
    @Test
    void shouldIgnoreAnOldArchiveThatItCannotReplace() throws Exception {
        build();
        makeArchive(Instant.now().minusSeconds(60));
        Run run = run(startWithoutRights("sort"));
        assertEquals("data\n", run.out);
        assertEquals(ExitCode.OK, run.exit);
        assertFalse(run.err.contains("SharedArchive"), run.err);
    }

    @Test
    void shouldUseACurrentArchiveThatItCannotReplace() throws Exception {
        build();
        makeArchive(Instant.now().plusSeconds(60));
        Run run = run(startWithoutRights("sort"));
        assertEquals("data\n", run.out);
        assertTrue(run.err.contains("SharedArchiveFile"), run.err);
    }

    @Test
    void shouldIgnoreAnArchiveOfAnotherJvm() throws Exception {
        build();
        makeArchive(Instant.now().plusSeconds(60));
        write("jdk/release", "JAVA_VERSION=\"21.0.2\"\n");
        Run run = run(startWithoutRights("sort"));
        assertEquals("data\n", run.out);
        assertFalse(run.err.contains("SharedArchive"), run.err);
    }

    @Test
    void shouldTakeWhatIsBuiltWhereItCannotBuild() throws Exception {
        build();
        Files.setLastModifiedTime(
                root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(60)));
        assertEquals(new Run(0, "data\n", ""), withoutErrors(run(startWithoutRights("sort"))));
    }

    @Test
    void shouldSayThatItIsNotBuiltAndCannotBe() throws Exception {
        Files.createDirectories(target().getParent());
        // Not even root can make a folder under a file.
        Files.writeString(target(), "a file");
        Run run = run(start(Map.of(), "sort"));
        assertEquals(ExitCode.FAILURE, run.exit);
        assertEquals(
                "gyre: not built yet, and its folder cannot be written: "
                        + target().getParent().toRealPath().resolve("target"),
                run.err.strip());
    }

    @Test
    void shouldBuildOnceForAllThatStartAtOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(Map.of(), "devices"));
        }
        for (Process process : processes) {
            Run run = run(process);
            assertEquals(ExitCode.OK, run.exit, run.err);
            assertEquals("data\n", run.out);
        }
        assertEquals(List.of("build"), Files.readAllLines(root.resolve("builds")));
    }

    /** As on macOS. */
    @Test
    void shouldBuildOnceWithoutFlockToo() throws Exception {
        write("gyre home/gyre", Files.readString(root.resolve("gyre")).replace("command -v flock", "false"));
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Files.createDirectories(target());
        Files.createSymbolicLink(target().resolve(".build-lock.link"), Path.of("" + ended.pid()));
        shouldBuildOnceForAllThatStartAtOnce();
        assertFalse(Files.isSymbolicLink(target().resolve(".build-lock.link")));
    }

    @Test
    void shouldRunWithoutAHome() throws Exception {
        build();
        ProcessBuilder builder = builder(List.of(), "devices");
        builder.environment().remove("HOME");
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", folder + "/jdk/bin:" + System.getenv("PATH"));
        Run run = run(builder.start());
        assertFalse(run.err.contains("unbound variable"), run.err);
    }

    @Test
    void shouldSayThatAPathHasAColon() throws Exception {
        root = install("a:b");
        Run run = run(start(Map.of(), "devices"));
        assertEquals(ExitCode.FAILURE, run.exit);
        assertTrue(run.err.startsWith("gyre: Java cannot run from a folder with a colon in its path"), run.err);
    }

    /** As the archives of the command line have it: bin and lib, without sources. */
    @Test
    void shouldRunTheJarsOfAnUnpackedArchive() throws Exception {
        root = folder.resolve("gyre-1.0/bin");
        write("gyre-1.0/bin/gyre", Files.readString(Path.of("..", "..", "gyre")));
        write("gyre-1.0/lib/gyre-cli-1.0.jar", "");
        write("gyre-1.0/lib/gyre-engine-1.0.jar", "");
        Path lib = folder.resolve("gyre-1.0/lib").toRealPath();
        Run run = run(start(Map.of(), "devices"));
        assertEquals(ExitCode.OK, run.exit, run.err);
        assertTrue(run.err.contains("-cp " + lib + "/gyre-cli-1.0.jar:" + lib + "/*:" + lib + "/last/*"), run.err);
        assertFalse(Files.exists(folder.resolve("builds")));
        Path link = Files.createSymbolicLink(folder.resolve("bin/gyre"), root.resolve("gyre"));
        root = link.getParent();
        assertEquals(ExitCode.OK, run(start(Map.of(), "devices")).exit);
        Files.delete(lib.resolve("gyre-engine-1.0.jar"));
        run = run(start(Map.of(), "devices"));
        assertEquals(ExitCode.FAILURE, run.exit);
        assertEquals("gyre: the jars of one version of Gyre are missing: " + lib, run.err.strip());
    }

    private static Run withoutErrors(Run run) {
        return new Run(run.exit, run.out, "");
    }

    /** Starts the launcher as a user who cannot write to the installation. */
    private Process startWithoutRights(String command) throws Exception {
        Files.setPosixFilePermissions(target(), PosixFilePermissions.fromString("r-xr-xr-x"));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        List<String> prefix =
                isRoot ? List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") : List.of();
        assumeTrue(
                !isRoot
                        || new ProcessBuilder("sh", "-c", "command -v setpriv")
                                        .start()
                                        .waitFor()
                                == 0,
                "root, without setpriv");
        return builder(prefix, command).start();
    }

    private Process start(Map<String, String> environment, String command) throws IOException {
        ProcessBuilder builder = builder(List.of(), command);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private ProcessBuilder builder(List<String> prefix, String command) {
        List<String> call = new ArrayList<>(prefix);
        call.addAll(List.of("bash", root.resolve("gyre").toString(), command));
        ProcessBuilder builder = new ProcessBuilder(call).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GYRE_") || name.startsWith("TORNADO"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        return builder;
    }

    private static Run run(Process process) throws Exception {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new Run(process.exitValue(), out, err);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
