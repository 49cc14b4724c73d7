package dev.gyre.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
