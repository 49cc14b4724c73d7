package dev.gyre.engine.io;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * A text file that appears when it is complete, and not at all otherwise: it is written beside its place and moved there
 * by {@link #commit}. A file that was there before is untouched until then. Compressed with gzip if the name ends in
 * {@code .gz}.
 *
 * <p>What exists and is no regular file, such as a pipe, is written to directly.
 *
 * <p>{@link #close} may be called by another thread, as by a shutdown hook; everything else is for one thread.
 */
public final class OutputFile implements Closeable {

    private static final int BUFFER_SIZE = 1 << 16;

    private enum State {
        OPEN,
        COMMITTED,
        CLOSED
    }

    private final Path target;
    private final Path written;
    private final OutputStream bytes;
    private final Writer writer;
    private State state = State.OPEN;

    private OutputFile(Path target, Path written, OutputStream bytes) throws IOException {
        this.target = target;
        this.written = written;
        this.bytes = bytes;
        OutputStream text = target.toString().endsWith(".gz") ? new GZIPOutputStream(bytes, BUFFER_SIZE) : bytes;
        this.writer = new BufferedWriter(new OutputStreamWriter(text, StandardCharsets.UTF_8), BUFFER_SIZE);
    }

    /**
     * Opens a file for writing, so that it is known that it can be written.
     *
     * @param file its place
     * @return the file, to be closed by the caller
     * @throws IOException if the place cannot be written; the message is one line for the user
     */
    public static OutputFile create(Path file) throws IOException {
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
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                return new OutputFile(target, target, Files.newOutputStream(target));
            }
            // Not Files.createTempFile, which would leave the result readable by its owner only.
            String unique = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
            Path written = target.resolveSibling("." + target.getFileName() + "." + unique + ".tmp");
            OutputStream bytes =
                    Files.newOutputStream(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new OutputFile(target, written, bytes);
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw new IOException("cannot write " + file + ": " + reason, e);
        }
    }

    /**
     * Where the text goes.
     *
     * @return the writer, which needs no closing
     */
    public Writer writer() {
        return writer;
    }

    /**
     * Completes the file and moves it into its place.
     *
     * @throws IOException if that fails, or if the file was closed before
     */
    public synchronized void commit() throws IOException {
        if (state != State.OPEN) {
            throw new IOException("the file is closed");
        }
        writer.close();
        if (!written.equals(target)) {
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        state = State.COMMITTED;
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
