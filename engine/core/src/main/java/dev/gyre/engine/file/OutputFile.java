package dev.gyre.engine.file;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * A file of text or bytes that appears only when it is complete, like an {@link AtomicFile}. It is compressed with gzip if its name ends in
 * {@code .gz}.
 *
 * <p>Another thread, such as a shutdown hook, may call {@link #close}; all other methods are for one thread.
 */
public final class OutputFile implements Closeable {

    private static final int BUFFER_SIZE = 1 << 16;

    private final AtomicFile file;

    /** Null until the file is opened. */
    private OutputStream stream;

    private Writer writer;

    private OutputFile(AtomicFile file) {
        this.file = file;
    }

    /**
     * Prepares a file for writing, which shows at once whether it can be written. Never waits.
     *
     * @return the file, which the caller must close
     * @throws IOException if the file cannot be written; the message is one line for the user
     */
    public static OutputFile create(Path file) throws IOException {
        return new OutputFile(AtomicFile.create(file));
    }

    /**
     * Returns the stream for bytes. The first call waits for the reader of a named pipe.
     *
     * @return the stream, which needs no closing
     * @throws IOException if the file cannot be opened, or if it was closed before
     */
    public OutputStream stream() throws IOException {
        if (stream == null) {
            OutputStream bytes = file.stream();
            stream = new BufferedOutputStream(
                    file.target().toString().endsWith(".gz") ? new GZIPOutputStream(bytes, BUFFER_SIZE) : bytes,
                    BUFFER_SIZE);
        }
        return stream;
    }

    /**
     * Returns the writer for text, as UTF-8. Do not use both the writer and the {@link #stream} of a file. The first call waits as that of
     * {@link #stream} does.
     *
     * @return the writer, which needs no closing
     * @throws IOException if the file cannot be opened, or if it was closed before
     */
    public Writer writer() throws IOException {
        if (writer == null) {
            writer = new BufferedWriter(new OutputStreamWriter(stream(), StandardCharsets.UTF_8), BUFFER_SIZE);
        }
        return writer;
    }

    /**
     * Completes the file and moves it to its path.
     *
     * @throws IOException if that fails, or if the file was closed before
     */
    public void commit() throws IOException {
        file.checkOpen();
        writer().close();
        file.commit();
    }

    /** Closes the file and, unless it was committed, removes what was written. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
