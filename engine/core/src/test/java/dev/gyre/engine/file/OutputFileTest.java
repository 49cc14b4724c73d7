package dev.gyre.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rwxrwxrwx", "r--------", "rw-rw-rw-"})
    void shouldKeepThePermissionsOfTheOldFile(String permissions) throws IOException {
        Path target = Files.writeString(directory.resolve("a.csv"), "old");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
        assumeTrue(Files.isWritable(target));
        try (OutputFile file = OutputFile.create(target)) {
            file.writer().write("new");
            for (Path other : files()) {
                assertTrue(
                        other.equals(target)
                                || PosixFilePermissions.toString(Files.getPosixFilePermissions(other))
                                        .endsWith("------"),
                        "others can read what is being written");
            }
            file.commit();
        }
        assertEquals("new", Files.readString(target));
        assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    /** Only root can give files away; others have groups of their own at most. */
    @Test
    void shouldKeepTheOwnerAndTheGroupOfTheOldFileWherePossible() throws IOException {
        Path target = Files.writeString(directory.resolve("a.csv"), "old");
        try {
            Files.setAttribute(target, "unix:gid", 4321);
            Files.setAttribute(target, "unix:uid", 1234);
        } catch (IOException e) {
            assumeTrue(false, "only root can give files away");
        }
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
        try (OutputFile file = OutputFile.create(target)) {
            file.commit();
        }
        assertEquals(1234, Files.getAttribute(target, "unix:uid"));
        assertEquals(4321, Files.getAttribute(target, "unix:gid"));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    @Test
    void shouldFollowAndKeepLinksAlsoToFilesThatDoNotExist() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Path inner = Files.createSymbolicLink(folder.resolve("inner"), Path.of("a.csv"));
        Path outer = Files.createSymbolicLink(directory.resolve("outer"), Path.of("folder", "inner"));
        for (String content : List.of("first", "second")) {
            try (OutputFile file = OutputFile.create(outer)) {
                file.writer().write(content);
                file.commit();
            }
            assertTrue(Files.isSymbolicLink(outer) && Files.isSymbolicLink(inner));
            assertEquals(content, Files.readString(folder.resolve("a.csv")));
        }
    }

    @Test
    void shouldRefuseLinksThatGoRoundOrLeadNowhere() throws IOException {
        Path one = Files.createSymbolicLink(directory.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(directory.resolve("two"), Path.of("one"));
        IOException round = assertThrows(IOException.class, () -> OutputFile.create(one));
        assertTrue(round.getMessage().contains("too many symbolic links"), round.getMessage());
        Path lost = Files.createSymbolicLink(directory.resolve("lost"), Path.of("missing", "a.csv"));
        IOException nowhere = assertThrows(IOException.class, () -> OutputFile.create(lost));
        assertTrue(nowhere.getMessage().contains("no such directory"), nowhere.getMessage());
    }

    @Test
    void shouldRefuseAPathUnderARegularFile() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        IOException e = assertThrows(IOException.class, () -> OutputFile.create(file.resolve("a.csv")));
        assertTrue(e.getMessage().contains("no such directory: " + file), e.getMessage());
    }

    /** Whoever can write to the directory can put anything there. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLeaveWhatOnlyHasTheNameOfAnUnfinishedFile() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        String prefix = ".gyre-" + ended.pid() + "-";
        Path pipe = makePipe(directory.resolve(prefix + "1.tmp"));
        Path foreign = Files.writeString(directory.resolve("foreign"), "of the user");
        Path link = Files.createSymbolicLink(directory.resolve(prefix + "2.tmp"), foreign);
        Path folder = Files.createDirectory(directory.resolve(prefix + "3.tmp"));
        Path number = Files.writeString(directory.resolve(".gyre-99999999999999999999-4.tmp"), "no process");
        Path left = Files.writeString(directory.resolve(prefix + "5.tmp"), "half");
        Path target = directory.resolve("a.csv");
        try (OutputFile file = OutputFile.create(target)) {
            assertFalse(Files.exists(left));
            file.commit();
        }
        assertEquals(Set.of(pipe, foreign, link, folder, number, target), Set.copyOf(files()));
        assertEquals("of the user", Files.readString(foreign));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldWriteToANamedPipeWhenItHasAReader() throws Exception {
        Path pipe = makePipe(directory.resolve("pipe.csv"));
        try (OutputFile file = OutputFile.create(pipe)) {
            Process reader = new ProcessBuilder("cat", pipe.toString()).start();
            file.writer().write("text");
            file.commit();
            assertEquals("text", new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(List.of(pipe), files());
    }

    /** Otherwise a hook that closes the file would wait for a reader that never comes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCloseWhileItWaitsForTheReaderOfANamedPipe() throws Exception {
        Path pipe = makePipe(directory.resolve("pipe.csv"));
        OutputFile file = OutputFile.create(pipe);
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread writer = new Thread(() -> {
            try {
                file.stream();
            } catch (IOException e) {
                failure.set(e);
            }
        });
        writer.setDaemon(true);
        writer.start();
        writer.join(200);
        assertTrue(writer.isAlive(), "nobody reads");
        file.close();
        assertTrue(writer.isAlive(), "nobody reads");
        new ProcessBuilder("cat", pipe.toString()).start().getInputStream().readAllBytes();
        writer.join();
        assertEquals("the file is closed", failure.get().getMessage());
    }

    private static Path makePipe(Path path) throws Exception {
        assumeTrue(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0, "no named pipes here");
        return path;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
