package dev.gyre.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

    @TempDir
    private Path directory;

    @Test
    void shouldAppearWhenCommitted() throws IOException {
        Path target = directory.resolve("a.csv");
        try (OutputFile file = OutputFile.create(target)) {
            file.writer().write("new");
            file.writer().flush();
            assertFalse(Files.exists(target));
            file.commit();
        }
        assertEquals("new", Files.readString(target));
        assertEquals(List.of(target), files());
    }

    @Test
    void shouldVanishWhenNotCommitted() throws IOException {
        Path target = Files.writeString(directory.resolve("a.csv"), "old");
        try (OutputFile file = OutputFile.create(target)) {
            file.writer().write("new");
        }
        assertEquals("old", Files.readString(target));
        assertEquals(List.of(target), files());
    }

    @Test
    void shouldRefuseToCommitWhatWasClosed() throws IOException {
        Path target = directory.resolve("a.csv");
        OutputFile file = OutputFile.create(target);
        file.close();
        assertThrows(IOException.class, file::commit);
        assertEquals(List.of(), files());
    }

    @Test
    void shouldCloseTwice() throws IOException {
        OutputFile file = OutputFile.create(directory.resolve("a.csv"));
        file.close();
        file.close();
        assertEquals(List.of(), files());
    }

    @Test
    void shouldKeepTwoWritersOfOneFileApart() throws IOException {
        Path target = directory.resolve("a.csv");
        try (OutputFile first = OutputFile.create(target);
                OutputFile second = OutputFile.create(target)) {
            first.writer().write("first");
            second.writer().write("second");
            first.commit();
            assertEquals("first", Files.readString(target));
            second.commit();
        }
        assertEquals("second", Files.readString(target));
    }

    @Test
    void shouldGiveThePermissionsThatAnyNewFileHas() throws IOException {
        Path any = Files.writeString(directory.resolve("any"), "");
        Path target = directory.resolve("a.csv");
        try (OutputFile file = OutputFile.create(target)) {
            file.commit();
        }
        assertEquals(Files.getPosixFilePermissions(any), Files.getPosixFilePermissions(target));
    }

    @Test
    void shouldNameMissingDirectory() {
        Path target = directory.resolve("missing").resolve("a.csv");
        IOException e = assertThrows(IOException.class, () -> OutputFile.create(target));
        assertTrue(e.getMessage().startsWith("cannot write " + target + ": no such directory"), e.getMessage());
    }

    @Test
    void shouldTakeTheLongestNamesThatThereAre() throws IOException {
        Path longest = directory.resolve("n".repeat(251) + ".csv");
        try (OutputFile file = OutputFile.create(longest)) {
            file.commit();
        }
        assertEquals(List.of(longest), files());
        Path tooLong = directory.resolve("n".repeat(252) + ".csv");
        IOException e = assertThrows(IOException.class, () -> OutputFile.create(tooLong));
        assertTrue(e.getMessage().startsWith("cannot write " + tooLong), e.getMessage());
        assertEquals(List.of(longest), files());
    }

    @Test
    void shouldRemoveWhatKilledProcessesLeft() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path left = Files.writeString(directory.resolve(".gyre-" + ended.pid() + "-1f.tmp"), "half");
        Path alive = Files.writeString(
                directory.resolve(".gyre-" + ProcessHandle.current().pid() + "-1f.tmp"), "mine");
        Path foreign = Files.writeString(directory.resolve(".gyre-notes.tmp"), "of the user");
        Path target = directory.resolve("a.csv");
        try (OutputFile file = OutputFile.create(target)) {
            assertFalse(Files.exists(left));
            file.commit();
        }
        assertEquals(Set.of(alive, foreign, target), Set.copyOf(files()));
    }

    @Test
    void shouldLeaveWhatAnotherHostIsWriting() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path locked = directory.resolve(".gyre-" + ended.pid() + "-1f.tmp");
        try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            OutputFile.create(directory.resolve("a.csv")).close();
            assertTrue(Files.exists(locked));
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
