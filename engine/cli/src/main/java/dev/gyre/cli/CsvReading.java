package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.Separator;
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
                    "The character between fields of CSV, or comma, semicolon, tab, pipe or space (default: comma).")
    private Character delimiter;

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

    /** Returns the given delimiter, or null. */
    Character delimiter() {
        return delimiter;
    }

    boolean areGiven() {
        return delimiter != null || skipBadRows || missing != null;
    }

    CsvOptions options() {
        return new CsvOptions(
                delimiter == null ? CsvOptions.DEFAULT.separator() : delimiter, skipBadRows, missing == Missing.SKIP);
    }
}
