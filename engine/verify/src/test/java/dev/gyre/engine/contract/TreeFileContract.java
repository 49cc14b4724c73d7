package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.TreeFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What files of all kinds of trees must do: they appear only when complete, and nothing is read from a damaged file. */
public abstract class TreeFileContract {

    protected static final int VERSION_AT = 8;

    @TempDir
    protected Path directory;

    private final int version;
    private final int headerLength;

    protected TreeFileContract(int version, int headerLength) {
        this.version = version;
        this.headerLength = headerLength;
    }

    /** Saves a small tree, with identifiers or without. */
    protected abstract void save(Path file, boolean named) throws IOException;

    /** Loads a tree, and closes it. */
    protected abstract void open(Path file) throws TreeFileException;

    protected final Path saved(boolean named) throws IOException {
        Path file = directory.resolve("tree.bin");
        save(file, named);
        return file;
    }

    /** Saves a small tree, changes its bytes, and corrects the checksum. */
    protected final Path changed(boolean named, Consumer<ByteBuffer> change) throws IOException {
        Path file = saved(named);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        Files.write(file, withChecksum(bytes.array()));
        return file;
    }

    protected final Path changed(Consumer<ByteBuffer> change) throws IOException {
        return changed(false, change);
    }

    protected static byte[] withChecksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 4, (int) checksum.getValue());
        return bytes;
    }

    protected final String refusal(Path file) {
        return assertThrows(TreeFileException.class, () -> open(file)).getMessage();
    }

    protected final void assertDamaged(Path file, String part) {
        String message = refusal(file);
        assertTrue(message.contains(": damaged: ") && message.contains(part), message);
    }

    @Test
    void shouldReplaceAFileAndLeaveNothingBeside() throws IOException {
        Path file = Files.writeString(directory.resolve("tree.bin"), "old");
        saved(false);
        open(file);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void shouldNameADirectoryThatIsMissing() {
        Path file = directory.resolve("missing").resolve("tree.bin");
        IOException e = assertThrows(IOException.class, () -> save(file, false));
        assertEquals("cannot write " + file + ": no such directory: " + file.getParent(), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseEveryByteChanged(boolean named) throws IOException {
        byte[] bytes = Files.readAllBytes(saved(named));
        Path file = directory.resolve("damaged.bin");
        for (int at = 0; at < bytes.length; at++) {
            for (int change : new int[] {1 << at % 8, 0xff}) {
                byte[] damaged = bytes.clone();
                damaged[at] ^= (byte) change;
                Files.write(file, damaged);
                assertThrows(TreeFileException.class, () -> open(file), "byte " + at + " ^ " + change);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseEveryOtherLength(boolean named) throws IOException {
        byte[] bytes = Files.readAllBytes(saved(named));
        Path file = directory.resolve("truncated.bin");
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String message = refusal(file);
            int expected = length < headerLength ? headerLength : bytes.length;
            assertTrue(message.startsWith(file + ": truncated: expected length=" + expected), message);
            assertTrue(message.endsWith("actual length=" + length), message);
        }
        Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
        assertEquals(
                file + ": damaged: expected length=" + bytes.length + ", actual length=" + (bytes.length + 1),
                refusal(file));
    }

    /** A file of the other kind of tree is also foreign, and is called by its name. */
    @Test
    void shouldRefuseForeignFiles() throws IOException {
        byte[] other = Files.readAllBytes(saved(false));
        boolean kdTree = other[5] == 'K';
        other[5] = (byte) (kdTree ? 'R' : 'K');
        other[6] = (byte) (kdTree ? 'T' : 'D');
        Path file = directory.resolve("foreign.csv");
        for (byte[] bytes : List.of("x,y\n1,2\n".getBytes(), new byte[] {'x'}, new byte[1000])) {
            Files.write(file, bytes);
            assertEquals(file + ": no tree file of Gyre", refusal(file));
        }
        Files.write(file, withChecksum(other));
        String kind = kdTree ? "an R-tree" : "a kd-tree";
        assertEquals(file + ": a file of " + kind + ", not of the tree that is asked for", refusal(file));
    }

    @Test
    void shouldRefuseMissingFilesAndDirectories() {
        Path missing = directory.resolve("missing.bin");
        assertEquals(missing + ": no such file", refusal(missing));
        assertEquals(directory + ": is a directory, not a file", refusal(directory));
    }

    @Test
    void shouldRefuseOtherVersions() throws IOException {
        for (int other : new int[] {0, version - 1, version + 1, -1, 0x01000000}) {
            Path file = changed(false, bytes -> bytes.putInt(VERSION_AT, other));
            assertEquals(
                    file + ": the version is not supported: found=" + other + ", supported=" + version, refusal(file));
        }
    }

    @Test
    void shouldSayTheChecksums() throws IOException {
        Path file = saved(false);
        byte[] bytes = Files.readAllBytes(file);
        bytes[headerLength + 5] ^= 1;
        Files.write(file, bytes);
        String message = refusal(file);
        assertTrue(message.matches(".*: damaged: expected checksum=[0-9a-f]{8}, actual checksum=[0-9a-f]{8}"), message);
    }

    @Test
    void shouldEndWhenInterrupted() throws IOException {
        Path file = saved(false);
        Thread.currentThread().interrupt();
        try {
            assertThrows(CancellationException.class, () -> open(file));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }
}
