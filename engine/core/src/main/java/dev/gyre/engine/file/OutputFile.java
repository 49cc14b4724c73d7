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
 * A file of text or of bytes that appears when it is complete, and not at all otherwise, as {@link AtomicFile} has it.
 * Compressed with gzip if the name ends in {@code .gz}.
 *
 * <p>{@link #close} may be called by another thread, as by a shutdown hook; everything else is for one thread.
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
     * Opens a file for writing, so that it is known that it can be written.
     *
     * @param file its place
     * @return the file, to be closed by the caller
     * @throws IOException if the place cannot be written; the message is one line for the user
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
     * Where bytes go.
     *
     * @return the stream, which needs no closing
     */
    public OutputStream stream() {
        return stream;
    }

    /**
     * Where text goes, as UTF-8. Not for a file whose {@link #stream} is written to.
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
    public void commit() throws IOException {
        file.checkOpen();
        writer.close();
        file.commit();
    }

    /** Frees the file and, unless it was committed, removes what has been written. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
