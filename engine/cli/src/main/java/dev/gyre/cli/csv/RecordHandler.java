package dev.gyre.cli.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Receives fields from the parser's buffer; those of the first record are the names of the columns. Holds one record.
 *
 * @param <H> the handler itself
 */
abstract class RecordHandler<H extends RecordHandler<H>> extends AbstractBaseCsvCallbackHandler<H> {

    /** Stands for no field, such as the id if no id column was asked for. */
    static final int NO_FIELD = -1;

    private final List<String> header = new ArrayList<>();

    /**
     * Reads a source.
     *
     * @param mostChars most characters of a record
     * @param table makes a table of the header and the records after it
     */
    final <T> T read(CsvSource source, int mostChars, BiFunction<CsvHeader, Iterator<H>, T> table) {
        @SuppressWarnings("unchecked")
        H self = (H) this;
        try (InputStream in = source.open();
                CsvReader<H> records = CsvReader.builder()
                        .fieldSeparator(source.options().separator())
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .allowUnclosedQuote(false)
                        .maxBufferSize(mostChars)
                        .build(self, new Utf8Reader(in))) {
            Iterator<H> all = records.iterator();
            if (!all.hasNext()) {
                throw InputException.of(source.name(), "empty; a header with the names of the columns is missing");
            }
            all.next();
            char separator = source.options().separator();
            return table.apply(new CsvHeader(source.name(), line(), header, separator), all);
        } catch (CsvParseException e) {
            throw InputException.atLine(source.name(), line(), malformed(e));
        } catch (UncheckedIOException e) {
            throw unreadable(source, e.getCause());
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /** Returns the parser's message without the line number at its end. */
    private static String malformed(CsvParseException e) {
        String problem = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        return problem.replaceFirst(" *\\(record starting at line \\d+\\)$", "");
    }

    private InputException unreadable(CsvSource source, IOException e) {
        return e instanceof Utf8Reader.NotUtf8Exception notUtf8
                ? InputException.atLine(source.name(), notUtf8.line(), "not UTF-8")
                : source.unreadable(e, line());
    }

    /** Adds the name of a column. */
    final void addName(char[] buffer, int offset, int length) {
        header.add(new String(buffer, offset, length).strip());
    }

    final List<String> header() {
        return header;
    }

    final long line() {
        return getStartingLineNumber();
    }

    /** Returns whether the record has as many fields as the header. */
    final boolean isWhole() {
        return getFieldCount() == header.size();
    }

    final InputException notWhole(CsvSource source, CsvHeader names) {
        return InputException.atLine(
                source.name(),
                line(),
                "as many fields as the header has are needed: fields=" + getFieldCount() + ", header=" + header.size()
                        + names.hint());
    }
}
