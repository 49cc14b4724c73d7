package dev.gyre.cli.csv;

/**
 * The user's options for CSV input.
 *
 * @param separator the character between two fields
 * @param skipBadRows whether rows that cannot be read as points are left out, instead of refused
 * @param skipMissing whether rows with a missing coordinate are left out, instead of refused
 */
public record CsvOptions(char separator, boolean skipBadRows, boolean skipMissing) {

    /** Commas; every row is needed. */
    public static final CsvOptions DEFAULT = new CsvOptions(',', false, false);

    /**
     * Returns these options with another separator.
     *
     * @param newSeparator the character between two fields
     * @return new options
     */
    public CsvOptions withSeparator(char newSeparator) {
        return new CsvOptions(newSeparator, skipBadRows, skipMissing);
    }
}
