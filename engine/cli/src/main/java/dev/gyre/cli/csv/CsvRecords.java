package dev.gyre.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** Writes records of texts as CSV. */
public final class CsvRecords {

    private static final int STEP = 1024;

    /** Up to here every whole number is a double, and has at most 15 digits. */
    private static final double MAX_WHOLE = 1e15;

    private CsvRecords() {}

    /** Writes records, the names of the columns first. The destination is flushed, and its owner closes it. */
    public static void write(Writer out, CsvForm form, Consumer<Consumer<String[]>> records) throws IOException {
        try {
            CsvWriter csv = CsvWriter.builder()
                    .fieldSeparator(form.separator())
                    .lineDelimiter(LineDelimiter.LF)
                    .build(out);
            records.accept(csv::writeRecord);
            csv.flush();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Reports the progress to a monitor, at every 1024th record.
     *
     * @throws CancellationException if the monitor or an interrupt ends the writing
     */
    public static void step(int done, int total, Monitor monitor) {
        if (done % STEP == 0
                && (!monitor.progress(done, total) || Thread.currentThread().isInterrupted())) {
            throw new CancellationException("cancelled while writing: no file was written");
        }
    }

    /** Returns the shortest text that reads as the same number; whole numbers without a point. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < MAX_WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
