package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.Separator;
import dev.gyre.cli.text.Suggestions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Options that say how CSV is read. */
final class CsvReading extends Options {

    /** Separators, as characters or as words. */
    static final Names<Character> SEPARATORS =
            new Names<>(Stream.of(Separator.values()).map(Separator::word).toList(), CsvReading::separator);

    private final Option<Character> delimiter = choice(
            SEPARATORS,
            "--delimiter=CHAR",
            "The character between fields of CSV, or comma, semicolon, tab, pipe or space (default: the tab for "
                    + "files that end in .tsv or .tab, else the comma).");
    private final Option<Decimal> decimal = choice(
            Names.of(Decimal.class),
            "--decimal=DECIMAL",
            "The decimal character of numbers in CSV: point or comma (default: point).");
    private final Option<Charset> encoding = choice(
            new Names<>(List.of(), CsvReading::charset),
            "--encoding=ENCODING",
            "The encoding of CSV, such as windows-1252 or UTF-16 (default: UTF-8).");
    private final Option<Boolean> noHeader =
            flag("--no-header", "The first line of CSV is a row; columns are named by their numbers, from 1.");
    private final Option<Boolean> skipBadRows = flag(
            "--skip-bad-rows",
            "Leaves out rows of CSV or Parquet that have too few or too many fields, or a value that does not fit; the "
                    + "last line counts them.");
    private final Option<Missing> missing = choice(
            Names.of(Missing.class),
            "--missing=NAME",
            "Treatment of rows of CSV or Parquet with an empty value, NA, N/A, NaN or null: error, or skip, which "
                    + "leaves them out and counts them (default: error).");

    private enum Decimal {
        POINT,
        COMMA
    }

    private enum Missing {
        ERROR,
        SKIP
    }

    private static Character separator(String text) {
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

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("Java knows no encoding '" + name + "'"
                    + Suggestions.didYouMean(name, Charset.availableCharsets().keySet()));
        }
    }

    /** Returns an option that the rows which ship with the program do not allow, with its value; empty if none is given. */
    String unlikeDemo() {
        if (delimiter.isGiven()) {
            return "--delimiter=" + delimiter.get();
        }
        if (decimal.isGiven()) {
            return "--decimal=" + Names.nameOf(decimal.get());
        }
        return encoding.isGiven() ? "--encoding=" + encoding.get() : noHeader.isGiven() ? "--no-header" : "";
    }

    boolean areGiven() {
        return isFormGiven() || skipBadRows.isGiven();
    }

    /** Tells whether an option says how the text of CSV looks, which Parquet does not have. */
    boolean isTextFormGiven() {
        return !unlikeDemo().isEmpty();
    }

    /** Tells whether an option says how rows of CSV look. */
    boolean isFormGiven() {
        return !unlikeDemo().isEmpty() || missing.isGiven();
    }

    CsvOptions options() {
        return new CsvOptions(
                delimiter.or(CsvOptions.BY_NAME),
                decimal.get() == Decimal.COMMA ? ',' : '.',
                encoding.or(StandardCharsets.UTF_8),
                !noHeader.isGiven(),
                skipBadRows.isGiven(),
                missing.get() == Missing.SKIP);
    }
}
