package dev.gyre.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** Writes CSV to a text that is flushed but not closed: its owner closes it. */
final class CsvRecords {

    private static final int STEP = 1024;

    private CsvRecords() {}

    /**
     * Tells a monitor of the progress, now and then.
     *
     * @throws CancellationException if the monitor or an interrupt ends the writing
     */
    static void step(int done, int total, Monitor monitor) {
        if (done % STEP == 0
                && (!monitor.progress(done, total) || Thread.currentThread().isInterrupted())) {
            throw new CancellationException("cancelled while writing: no file was written");
        }
    }

    static void write(Writer out, Consumer<CsvWriter> records) throws IOException {
        try {
            CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
            records.accept(csv);
            csv.flush();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
