package dev.gyre.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.Consumer;

/** Writes CSV to a text that is flushed but not closed: its owner closes it. */
final class CsvRecords {

    private CsvRecords() {}

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
