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
    private final OutputStream stream;
    private final Writer writer;

    private OutputFile(AtomicFile file, OutputStream stream) {
        this.file = file;
        this.stream = stream;
        this.writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), BUFFER_SIZE);
    }

    /**
     * Opens a file for writing, which shows at once whether it can be written.
     *
     * @param file the path of the file
     * @return the file, which the caller must close
     * @throws IOException if the file cannot be written; the message is one line for the user
     */
    public static OutputFile create(Path file) throws IOException {
        AtomicFile target = AtomicFile.create(file);
        try {
            OutputStream bytes = target.target().toString().endsWith(".gz")
                    ? new GZIPOutputStream(target.stream(), BUFFER_SIZE)
                    : target.stream();
            return new OutputFile(target, new BufferedOutputStream(bytes, BUFFER_SIZE));
        } catch (IOException e) {
            target.close();
            throw e;
        }
    }

    /**
     * Returns the stream for bytes.
     *
     * @return the stream, which needs no closing
     */
    public OutputStream stream() {
        return stream;
    }

    /**
     * Returns the writer for text, as UTF-8. Do not use both the writer and the {@link #stream} of a file.
     *
     * @return the writer, which needs no closing
     */
    public Writer writer() {
        return writer;
    }

    /**
     * Completes the file and moves it to its path.
     *
     * @throws IOException if that fails, or if the file was closed before
     */
    public void commit() throws IOException {
        file.checkOpen();
        writer.close();
        file.commit();
    }

    /** Closes the file and, unless it was committed, removes what was written. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
