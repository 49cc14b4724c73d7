package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.Separator;
import dev.gyre.cli.text.Suggestions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that say how CSV is read. */
final class CsvReading {

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            converter = SeparatorName.class,
            completionCandidates = SeparatorName.class,
            description =
                    "The character between fields of CSV, or comma, semicolon, tab, pipe or space (default: the tab for "
                            + "files that end in .tsv or .tab, else the comma).")
    private Character delimiter;

    @Option(
            names = "--decimal",
            paramLabel = "DECIMAL",
            converter = DecimalName.class,
            completionCandidates = DecimalName.class,
            description = "The decimal character of numbers in CSV: point or comma (default: point).")
    private Decimal decimal;

    @Option(
            names = "--encoding",
            paramLabel = "ENCODING",
            converter = EncodingName.class,
            description = "The encoding of CSV, such as windows-1252 or UTF-16 (default: UTF-8).")
    private Charset encoding;

    @Option(
            names = "--no-header",
            description = "The first line of CSV is a row; columns are named by their numbers, from 1.")
    private boolean noHeader;

    @Option(
            names = "--skip-bad-rows",
            description =
                    "Leaves out rows of CSV that have too few or too many fields, or a value that does not fit; the "
                            + "last line counts them.")
    private boolean skipBadRows;

    @Option(
            names = "--missing",
            paramLabel = "NAME",
            converter = MissingName.class,
            completionCandidates = MissingName.class,
            description = "Treatment of rows of CSV with an empty value, NA, N/A, NaN or null: error, or skip, which "
                    + "leaves them out and counts them (default: error).")
    private Missing missing;

    /** Decimal characters. */
    enum Decimal {
        POINT,
        COMMA
    }

    /** The decimal characters by name. */
    static final class DecimalName extends ConstantName<Decimal> {
        DecimalName() {
            super(Decimal.class);
        }
    }

    /** Encodings by name. */
    static final class EncodingName implements ITypeConverter<Charset> {

        @Override
        public Charset convert(String name) {
            try {
                return Charset.forName(name);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("Java knows no encoding '" + name + "'"
                        + Suggestions.didYouMean(
                                name, Charset.availableCharsets().keySet()));
            }
        }
    }

    /** Treatments of missing values. */
    enum Missing {
        ERROR,
        SKIP
    }

    /** The treatments by name. */
    static final class MissingName extends ConstantName<Missing> {
        MissingName() {
            super(Missing.class);
        }
    }

    /** Separators, as characters or as words. */
    static final class SeparatorName implements ITypeConverter<Character>, Iterable<String> {

        @Override
        public Character convert(String text) {
            for (Separator separator : Separator.values()) {
                if (separator.word().equals(text)) {
                    return separator.character();
                }
            }
            if (text.length() != 1 || "\"\r\n".contains(text) || Character.isSurrogate(text.charAt(0))) {
                throw new TypeConversionException(
                        "expected one character that is not a quote, or comma, semicolon, tab, pipe or space, but was '"
                                + text + "'");
            }
            return text.charAt(0);
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.of(Separator.values()).map(Separator::word).iterator();
        }
    }

    /** Returns an option that the rows which ship with the program do not allow, with its value; empty if none is given. */
    String unlikeDemo() {
        return delimiter != null
                ? "--delimiter=" + delimiter
                : decimal != null
                        ? "--decimal=" + ConstantName.nameOf(decimal)
                        : encoding != null ? "--encoding=" + encoding : noHeader ? "--no-header" : "";
    }

    boolean areGiven() {
        return isFormGiven() || skipBadRows;
    }

    /** Tells whether an option says how rows of CSV look. */
    boolean isFormGiven() {
        return !unlikeDemo().isEmpty() || missing != null;
    }

    CsvOptions options() {
        return new CsvOptions(
                delimiter == null ? CsvOptions.BY_NAME : delimiter,
                decimal == Decimal.COMMA ? ',' : '.',
                encoding == null ? StandardCharsets.UTF_8 : encoding,
                !noHeader,
                skipBadRows,
                missing == Missing.SKIP);
    }
}
