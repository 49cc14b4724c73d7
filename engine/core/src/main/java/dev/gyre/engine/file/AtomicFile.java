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
 * A file that appears when it is complete, and not at all otherwise: it is written beside its place and moved there by
 * {@link #commit}. A file that was there before is untouched until then.
 *
 * <p>What exists and is no regular file, such as a pipe, is written to directly.
 *
 * <p>A process that is killed leaves its unfinished file behind, named {@code .gyre-PID-NUMBER.tmp}. The next one that writes to
 * the directory removes it, if no process of that id lives and none holds its lock, as one on another host may.
 *
 * <p>{@link #close} may be called by another thread, as by a shutdown hook; everything else is for one thread.
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
     * Opens a file for writing, so that it is known that it can be written.
     *
     * @param file its place
     * @return the file, to be closed by the caller
     * @throws IOException if the place cannot be written; the message is one line for the user
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
            // Not Files.createTempFile, which would leave the result readable by its owner only. The name is short, so
            // that it
            // fits wherever that of the file does.
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

    /** Fails for a name that the file system does not take, such as one that is too long. */
    private static void checkName(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            // It will be made.
        }
    }

    /** Removes what killed processes left. It is no part of any answer, so that failing does not matter. */
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
            // It stays.
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
     * Where the content goes. Nothing is buffered.
     *
     * @return the stream, which needs no closing but may be closed
     */
    public OutputStream stream() {
        return bytes;
    }

    /**
     * Completes the file and moves it into its place.
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

    /** Its place, with symbolic links followed. */
    Path target() {
        return target;
    }

    /** Complains if the file was committed or closed. */
    synchronized void checkOpen() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the file is closed");
        }
    }

    /** Frees the file and, unless it was committed, removes what has been written. */
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
