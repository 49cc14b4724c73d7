package dev.gyre.cli.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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
                        .build(self, reader(source, in))) {
            Iterator<H> all = records.iterator();
            if (!all.hasNext()) {
                throw InputException.of(source.name(), "empty; a header with the names of the columns is missing");
            }
            all.next();
            char separator = source.options().separator();
            if (source.options().hasHeader()) {
                header.replaceAll(String::strip);
                return table.apply(new CsvHeader(source.name(), line(), header, separator), all);
            }
            List<String> first = List.copyOf(header);
            for (int field = 0; field < first.size(); field++) {
                header.set(field, Integer.toString(field + 1));
            }
            return table.apply(new CsvHeader(source.name(), line(), header, separator), withFirst(self, first, all));
        } catch (CsvParseException e) {
            throw InputException.atLine(source.name(), line(), malformed(e));
        } catch (UncheckedIOException e) {
            throw unreadable(source, e.getCause());
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /** Gives the first record once more, now that columns are selected, and then the others. */
    private static <H extends RecordHandler<H>> Iterator<H> withFirst(H self, List<String> first, Iterator<H> others) {
        return new Iterator<>() {
            private boolean given;

            @Override
            public boolean hasNext() {
                return !given || others.hasNext();
            }

            @Override
            public H next() {
                if (given) {
                    return others.next();
                }
                given = true;
                self.handleBegin(self.line());
                for (int field = 0; field < first.size(); field++) {
                    char[] text = first.get(field).toCharArray();
                    self.handleField(field, text, 0, text.length, false);
                }
                return self.buildRecord();
            }
        };
    }

    private static Reader reader(CsvSource source, InputStream in) {
        Charset charset = source.options().charset();
        return charset.equals(StandardCharsets.UTF_8)
                ? new Utf8Reader(in)
                : new InputStreamReader(in, charset.newDecoder());
    }

    /** Returns the parser's message without the line number at its end. */
    private static String malformed(CsvParseException e) {
        String problem = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        return problem.replaceFirst(" *\\(record starting at line \\d+\\)$", "");
    }

    private InputException unreadable(CsvSource source, IOException e) {
        if (e instanceof Utf8Reader.NotUtf8Exception notUtf8) {
            String help = "; --encoding reads other texts, such as windows-1252";
            return InputException.atLine(source.name(), notUtf8.line(), "not UTF-8" + help);
        }
        return e instanceof CharacterCodingException
                ? InputException.atLine(
                        source.name(),
                        line(),
                        "after this line, not " + source.options().charset())
                : source.unreadable(e, line());
    }

    /** Adds the name of a column. */
    final void addName(char[] buffer, int offset, int length) {
        header.add(new String(buffer, offset, length));
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
