package dev.gyre.cli.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gyre.engine.data.ColumnRanges.Column;
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
import java.util.Locale;
import java.util.Set;

/**
 * One record after the other, from the parser's buffer: each field goes to those who asked for it. The fields of the first record are the
 * names of the columns.
 */
final class CsvRecord extends AbstractBaseCsvCallbackHandler<CsvRecord> {

    /** Stands for no field, such as the id if no id column was asked for. */
    static final int NO_FIELD = -1;

    private static final int MAX_QUOTED_CHARS = 40;

    /** Texts that stand for an unknown number, in lower case. */
    private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null");

    private final CsvSource source;
    private final List<String> names = new ArrayList<>();
    private CsvHeader header;

    /** Who asked for each field; null until the names are known. */
    private Field[] fields;

    private String badColumn;
    private String problem;
    private boolean lacksOnlyNumbers;

    private CsvRecord(CsvSource source) {
        this.source = source;
    }

    /** Takes the text of a field from a buffer. */
    @FunctionalInterface
    private interface Field {
        void take(char[] buffer, int offset, int length);
    }

    /** The text of a field that was asked for. */
    static final class Text {

        private String value = "";

        String value() {
            return value;
        }
    }

    /** Makes a table of the records after the header; each is in this object until the next. */
    @FunctionalInterface
    interface Table<T> {
        T of(CsvRecord record, Iterator<CsvRecord> records);
    }

    /**
     * Reads a source.
     *
     * @param mostChars most characters of a record
     */
    static <T> T read(CsvSource source, int mostChars, Table<T> table) {
        CsvRecord record = new CsvRecord(source);
        try (InputStream in = source.open();
                CsvReader<CsvRecord> records = CsvReader.builder()
                        .fieldSeparator(source.options().separator())
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .allowUnclosedQuote(false)
                        .maxBufferSize(mostChars)
                        .build(record, reader(source, in))) {
            Iterator<CsvRecord> all = records.iterator();
            if (!all.hasNext()) {
                throw InputException.of(source.name(), "empty; a header with the names of the columns is missing");
            }
            all.next();
            return table.of(record, record.begin(all));
        } catch (CsvParseException e) {
            throw InputException.atLine(source.name(), record.line(), malformed(e));
        } catch (UncheckedIOException e) {
            throw record.unreadable(e.getCause());
        } catch (IOException e) {
            throw record.unreadable(e);
        }
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

    private InputException unreadable(IOException e) {
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

    /** Takes the first record as the header; without one, names columns by their numbers and gives that record once more. */
    private Iterator<CsvRecord> begin(Iterator<CsvRecord> others) {
        List<String> first = List.copyOf(names);
        boolean hasHeader = source.options().hasHeader();
        for (int field = 0; field < first.size(); field++) {
            names.set(field, hasHeader ? first.get(field).strip() : Integer.toString(field + 1));
        }
        header = new CsvHeader(source.name(), line(), names, source.options().separator());
        fields = new Field[names.size()];
        return hasHeader ? others : withFirst(first, others);
    }

    private Iterator<CsvRecord> withFirst(List<String> first, Iterator<CsvRecord> others) {
        return new Iterator<>() {
            private boolean given;

            @Override
            public boolean hasNext() {
                return !given || others.hasNext();
            }

            @Override
            public CsvRecord next() {
                if (given) {
                    return others.next();
                }
                given = true;
                handleBegin(line());
                for (int field = 0; field < first.size(); field++) {
                    char[] text = first.get(field).toCharArray();
                    handleField(field, text, 0, text.length, false);
                }
                return buildRecord();
            }
        };
    }

    // What is asked for

    CsvHeader header() {
        return header;
    }

    private void ask(int field, Field asked) {
        Field before = fields[field];
        fields[field] = before == null
                ? asked
                : (buffer, offset, length) -> {
                    before.take(buffer, offset, length);
                    asked.take(buffer, offset, length);
                };
    }

    /** Asks for the text of a field, as it is. */
    Text text(int field) {
        Text text = new Text();
        ask(field, (buffer, offset, length) -> text.value = new String(buffer, offset, length));
        return text;
    }

    /** Asks for the text of a column by name; null asks for nothing. */
    Text text(String nameOrNull) {
        return nameOrNull == null ? null : text(header.field(nameOrNull));
    }

    /** Asks for a text that must fit an order. */
    Text text(int field, Column column, TextOrder order) {
        Text text = new Text();
        ask(field, (buffer, offset, length) -> {
            String read = new String(buffer, offset, length);
            // Neighboring rows often have the same text.
            String wrong = read.equals(text.value) && !read.isEmpty() ? null : order.problem(read);
            if (wrong == null) {
                text.value = read;
            } else {
                refuse(column, wrong, read.strip());
            }
        });
        return text;
    }

    /** Asks for a number, which goes to a place of an array. */
    void number(int field, Column column, double[] numbers, int slot) {
        char decimal = source.options().decimal();
        ask(field, (buffer, offset, length) -> {
            int first = offset;
            int end = offset + length;
            while (first < end && Character.isWhitespace(buffer[first])) {
                first++;
            }
            while (first < end && Character.isWhitespace(buffer[end - 1])) {
                end--;
            }
            double value = DecimalParser.parse(buffer, first, end, decimal);
            if (column.takes(value)) {
                numbers[slot] = value;
            } else {
                String text = new String(buffer, first, end - first);
                refuse(column, describe(text, value, column), text);
            }
        });
    }

    private static String describe(String text, double value, Column column) {
        if (text.isEmpty()) {
            return "a number is missing";
        }
        String shown = text.length() <= MAX_QUOTED_CHARS ? text : text.substring(0, MAX_QUOTED_CHARS) + "…";
        if (!Double.isNaN(value)) {
            return "must be " + column.range() + ": " + shown;
        }
        String word = text.replaceFirst("^[+-]", "").toLowerCase(Locale.ROOT);
        boolean notFinite = word.equals("nan") || word.startsWith("inf");
        return (notFinite ? "not a finite number: \"" : "not a number: \"") + shown + "\"";
    }

    private void refuse(Column column, String why, String text) {
        lacksOnlyNumbers &= MISSING.contains(text.toLowerCase(Locale.ROOT));
        if (problem == null) {
            problem = why;
            badColumn = column.name();
        }
    }

    /** Refuses the numbers of a record that fit each alone. */
    void refuse(Column column, String why) {
        refuse(column, why, why);
    }

    // What the parser gives

    @Override
    protected void handleBegin(long startingLineNumber) {
        problem = null;
        lacksOnlyNumbers = true;
    }

    @Override
    protected void handleField(int field, char[] buffer, int offset, int length, boolean quoted) {
        if (fields == null) {
            names.add(new String(buffer, offset, length));
        } else if (field < fields.length && fields[field] != null) {
            fields[field].take(buffer, offset, length);
        }
    }

    @Override
    protected CsvRecord buildRecord() {
        return this;
    }

    long line() {
        return getStartingLineNumber();
    }

    /** Returns whether the record has as many fields as the header. */
    boolean isWhole() {
        return getFieldCount() == names.size();
    }

    /** Returns whether all that was asked for is there. */
    boolean fits() {
        return isWhole() && problem == null;
    }

    /** Returns whether missing numbers are the only problem. */
    boolean lacksOnlyNumbers() {
        return isWhole() && problem != null && lacksOnlyNumbers;
    }

    /** Returns the exception for a record that does not fit. */
    InputException problem() {
        if (!isWhole()) {
            return InputException.atLine(
                    source.name(),
                    line(),
                    "as many fields as the header has are needed: fields=" + getFieldCount() + ", header="
                            + names.size() + header.hint());
        }
        String help = lacksOnlyNumbers ? "; --missing skip leaves such rows out" : "";
        return InputException.atField(source.name(), line(), badColumn, problem + help + header.hint());
    }
}
