package dev.gyre.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes records of texts as CSV. */
public final class CsvRecords {

    private static final int STEP = 1024;

    /** Up to here every whole number is a double, and has at most 15 digits. */
    private static final double MAX_WHOLE = 1e15;

    private CsvRecords() {}

    /** Writes records, of which the first is the header; {@link AnswerColumn} says what they have. The destination is flushed, and its owner closes it. */
    public static void write(Writer out, CsvForm form, Consumer<Consumer<Object[]>> records) throws IOException {
        try {
            CsvWriter csv = CsvWriter.builder()
                    .fieldSeparator(form.separator())
                    .lineDelimiter(LineDelimiter.LF)
                    .build(out);
            records.accept(new Lines(csv, form));
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

    /** Writes cells as texts. */
    private static final class Lines implements Consumer<Object[]> {

        private final CsvWriter csv;
        private final CsvForm form;
        private AnswerColumn.Form[] forms;

        private Lines(CsvWriter csv, CsvForm form) {
            this.csv = csv;
            this.form = form;
        }

        @Override
        public void accept(Object[] cells) {
            if (forms == null) {
                forms = Stream.of(cells)
                        .map(cell -> AnswerColumn.of(cell).form())
                        .toArray(AnswerColumn.Form[]::new);
            }
            String[] texts = new String[cells.length];
            for (int column = 0; column < texts.length; column++) {
                texts[column] = text(cells[column], column);
            }
            csv.writeRecord(texts);
        }

        private String text(Object cell, int column) {
            if (cell instanceof Double number) {
                return switch (forms[column]) {
                    case DISTANCE -> form.distance(number);
                    case NUMBER -> form.number(number);
                    case EXACT -> number.toString();
                };
            }
            return cell == null ? "" : cell.toString();
        }
    }
}
