package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
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
