package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in a separate process. */
@Timeout(120)
class ProgramTest {

    @TempDir
    private Path directory;

    @Test
    void shouldExitWithTheCommandsCode() throws Exception {
        Process process = start("knn-join", "--k=0", "--demo");
        assertEquals("", read(process));
        assertEquals(ExitCode.USAGE, process.waitFor());
    }

    @Test
    void shouldWriteUtf8WhateverTheLocale() throws Exception {
        Path file = Files.writeString(directory.resolve("names.csv"), "name,x\nÉller,0\n東京,1\n");
        Process process =
                start("knn-join", "--input=" + file, "--columns=x", "--id=name", "--output=-", "--device=jvm");
        assertEquals("query,rank,neighbor,distance\nÉller,1,東京,1.0\n東京,1,Éller,1.0\n", read(process));
        assertEquals(ExitCode.OK, process.waitFor());
    }

    @Test
    void shouldEndInSilenceWhenNobodyReadsItsOutput() throws Exception {
        Path errors = directory.resolve("errors");
        Process process = builder("sort", "--demo", "--device=jvm", "--output=-")
                .redirectError(errors.toFile())
                .start();
        process.getInputStream().read();
        process.getInputStream().close();
        assertEquals(ExitCode.NOBODY_READS, process.waitFor());
        assertEquals("", Files.readString(errors));
    }

    @Test
    void shouldSayThatStandardOutputCannotBeWritten() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Path errors = directory.resolve("errors");
        Process process = builder("--help")
                .redirectOutput(full.toFile())
                .redirectError(errors.toFile())
                .start();
        assertEquals(ExitCode.FAILURE, process.waitFor());
        assertTrue(
                Files.readString(errors).startsWith("gyre: cannot write standard output: "), Files.readString(errors));
    }

    @Test
    void shouldRemoveUnfinishedOutputWhenTerminated() throws Exception {
        try (WatchService watch = directory.getFileSystem().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            // Half a minute of work on one thread, or more.
            Process process = start(
                    "knn-join",
                    "--demo",
                    "--device=jvm",
                    "--threads=1",
                    "--k=500",
                    "--output=" + directory.resolve("o"));
            try {
                WatchKey created = watch.poll(60, TimeUnit.SECONDS);
                assertTrue(created != null && process.isAlive(), "the output was not begun");
            } finally {
                process.destroy();
            }
            process.waitFor();
        }
        assertEquals(List.of(), files());
    }

    /** Anybody can put a pipe into a folder such as that of temporary files. */
    @Test
    void shouldNotWaitForAPipeNamedLikeAnUnfinishedFile() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        makePipe(".gyre-" + ended.pid() + "-1.tmp");
        Process process = start("top", "--demo", "--device=jvm", "--k=1", "--output=" + directory.resolve("o"));
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "waits for ever");
        assertEquals(ExitCode.OK, process.exitValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"top --demo --k=1 --device=jvm", "kd build --demo --device=jvm"})
    void shouldEndWhenTerminatedWhileItWaitsForTheReaderOfAPipe(String command) throws Exception {
        Path pipe = makePipe("pipe");
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.add("--output=" + pipe);
        Process process = start(args.toArray(String[]::new));
        assertFalse(process.waitFor(2, TimeUnit.SECONDS), "nobody reads the pipe");
        process.destroy();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "SIGTERM does not end it");
        assertEquals(List.of(pipe), files());
    }

    /** The first file is begun before the second is waited for. */
    @Test
    void shouldRemoveWhatItBeganBeforeItWaitedForAPipe() throws Exception {
        Path pipe = makePipe("pipe.npy");
        Process process = start(
                "knn-join",
                "--demo",
                "--device=jvm",
                "--output=" + directory.resolve("ids.npy"),
                "--distances-output=" + pipe);
        awaitFiles(2);
        process.destroy();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "SIGTERM does not end it");
        assertEquals(List.of(pipe), files());
    }

    /** A full pipe, whose reader has stopped reading. */
    @Test
    void shouldEndWhenTerminatedWhileItWritesToAPipe() throws Exception {
        Path pipe = makePipe("pipe");
        Process reader = new ProcessBuilder(
                        "bash", "-c", "exec 3<\"$1\"; echo open; sleep 100", "bash", pipe.toString())
                .start();
        Path errors = directory.resolve("errors");
        Process process = builder("sort", "--demo", "--device=jvm", "--output=" + pipe)
                .redirectError(errors.toFile())
                .start();
        try {
            assertEquals('o', reader.getInputStream().read());
            assertFalse(process.waitFor(3, TimeUnit.SECONDS), "the pipe is full");
            process.destroy();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "SIGTERM does not end it");
            assertFalse(Files.readString(errors).contains("null"), Files.readString(errors));
        } finally {
            process.destroyForcibly();
            reader.descendants().forEach(ProcessHandle::destroy);
            reader.destroy();
        }
    }

    @Test
    void shouldWriteToANamedPipe() throws Exception {
        Path pipe = makePipe("pipe");
        Process process = start("top", "--demo", "--k=1", "--id=name", "--device=jvm", "--output=" + pipe);
        assertTrue(Files.readString(pipe).startsWith("rank,name,population\n1,"));
        assertEquals(ExitCode.OK, process.waitFor());
        assertEquals(List.of(pipe), files());
    }

    private Path makePipe(String name) throws Exception {
        Path path = directory.resolve(name);
        assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0, "no named pipes here");
        return path;
    }

    private void awaitFiles(int count) throws Exception {
        for (int i = 0; i < 6000 && files().size() < count; i++) {
            Thread.sleep(10);
        }
        assertEquals(count, files().size());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static Process start(String... args) throws IOException {
        return builder(args).start();
    }

    private static ProcessBuilder builder(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    private static String read(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
