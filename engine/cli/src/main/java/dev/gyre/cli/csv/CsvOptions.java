package dev.gyre.cli.csv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The user's options for CSV input.
 *
 * @param separator the character between two fields, or {@link #BY_NAME}
 * @param decimal the character before the fraction of a number, a point or a comma
 * @param charset the encoding of the text
 * @param hasHeader whether the first record names the columns; otherwise they are named by their numbers, from 1
 * @param skipBadRows whether rows that cannot be read as points are left out, instead of refused
 * @param skipMissing whether rows with a missing coordinate are left out, instead of refused
 */
public record CsvOptions(
        char separator, char decimal, Charset charset, boolean hasHeader, boolean skipBadRows, boolean skipMissing) {

    /** The tab for files whose names end in {@code .tsv} or {@code .tab}, before any {@code .gz}, and the comma for others. */
    public static final char BY_NAME = 0;

    /** Text in UTF-8 with a header, points in numbers, and a separator by the name of the file; every row is needed. */
    public static final CsvOptions DEFAULT = new CsvOptions(BY_NAME, '.', StandardCharsets.UTF_8, true, false, false);

    /** Returns these options with another separator. */
    public CsvOptions withSeparator(char newSeparator) {
        return new CsvOptions(newSeparator, decimal, charset, hasHeader, skipBadRows, skipMissing);
    }

    /** Returns whether these options say how text looks, which only CSV has. */
    public boolean isTextForm() {
        return separator != BY_NAME || decimal != '.' || !charset.equals(StandardCharsets.UTF_8) || !hasHeader;
    }

    /** Returns these options with the separator that a file of this name has. */
    CsvOptions forName(String file) {
        return separator == BY_NAME ? withSeparator(separatorOf(file)) : this;
    }

    /** Returns the separator that the name of a file promises. */
    static char separatorOf(String file) {
        String extension = extension(file);
        return extension.equals("tsv") || extension.equals("tab") ? '\t' : ',';
    }

    /** Returns what follows the last point of a file's name, before any {@code .gz}, in lower case; empty if there is none. */
    public static String extension(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
        return plain.contains(".") ? plain.substring(plain.lastIndexOf('.') + 1) : "";
    }
}
