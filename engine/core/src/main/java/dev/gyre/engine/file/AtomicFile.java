package dev.gyre.engine.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that appears only when it is complete: it is written under another name in the same directory, and {@link #commit} moves it to its
 * path. A file that already has this path is untouched until then.
 *
 * <p>If the path exists and is not a regular file, such as a pipe, it is written to directly.
 *
 * <p>A killed process leaves its unfinished file behind, named {@code .gyre-PID-NUMBER.tmp}. The next process that writes to the directory
 * removes that file if no process has that id and none holds the file's lock, as a process on another host may.
 *
 * <p>Another thread, such as a shutdown hook, may call {@link #close}; all other methods are for one thread.
 */
public final class AtomicFile implements Closeable {

    private static final Pattern UNFINISHED = Pattern.compile("\\.gyre-(\\d+)-[0-9a-f]+\\.tmp");

    private enum State {
        OPEN,
        COMMITTED,
        CLOSED
    }

    private final Path target;
    private final Path written;
    private final OutputStream bytes;
    private State state = State.OPEN;

    private AtomicFile(Path target, Path written, OutputStream bytes) {
        this.target = target;
        this.written = written;
        this.bytes = bytes;
    }

    /**
     * Opens a file for writing, which shows at once whether it can be written.
     *
     * @param file the path of the file
     * @return the file, which the caller must close
     * @throws IOException if the file cannot be written; the message is one line for the user
     */
    public static AtomicFile create(Path file) throws IOException {
        try {
            Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            if (Files.isDirectory(target)) {
                throw new FileSystemException(file.toString(), null, "is a directory");
            }
            if (Files.exists(target) && !Files.isWritable(target)) {
                throw new FileSystemException(file.toString(), null, "no permission");
            }
            if (!Files.isDirectory(target.getParent())) {
                throw new FileSystemException(file.toString(), null, "no such directory");
            }
            checkName(target);
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                return new AtomicFile(target, target, Files.newOutputStream(target));
            }
            clearUnfinished(target.getParent());
            // Files.createTempFile would make a file that only its owner can read. The name is short, so that it is
            // legal wherever that of the file is.
            String unique = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
            Path written = target.resolveSibling(".gyre-" + unique + ".tmp");
            FileChannel channel = FileChannel.open(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock(channel);
            return new AtomicFile(target, written, Channels.newOutputStream(channel));
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw new IOException("cannot write " + file + ": " + reason, e);
        }
    }

    /** Throws if the file system does not accept the name, such as one that is too long. */
    private static void checkName(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            // The file will be made.
        }
    }

    /** Removes the files that killed processes left. A failure does not matter, since no result depends on these files. */
    private static void clearUnfinished(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".gyre-*.tmp")) {
            for (Path file : files) {
                Matcher name = UNFINISHED.matcher(file.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    clear(file);
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            // The file stays.
        }
    }

    private static void clear(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            if (lock(channel)) {
                Files.delete(file);
            }
        }
    }

    /** Returns whether the file could be locked. Not every file system has locks. */
    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /**
     * Returns the stream for the content, which has no buffer.
     *
     * @return the stream, which needs no closing but may be closed
     */
    public OutputStream stream() {
        return bytes;
    }

    /**
     * Completes the file and moves it to its path.
     *
     * @throws IOException if that fails, or if the file was closed before
     */
    public synchronized void commit() throws IOException {
        checkOpen();
        bytes.close();
        if (!written.equals(target)) {
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        state = State.COMMITTED;
    }

    /** Returns the path of the file, with symbolic links followed. */
    Path target() {
        return target;
    }

    /** Throws if the file was committed or closed. */
    synchronized void checkOpen() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the file is closed");
        }
    }

    /** Closes the file and, unless it was committed, removes what was written. */
    @Override
    public synchronized void close() throws IOException {
        if (state == State.OPEN) {
            state = State.CLOSED;
            bytes.close();
            if (!written.equals(target)) {
                Files.deleteIfExists(written);
            }
        }
    }
}
