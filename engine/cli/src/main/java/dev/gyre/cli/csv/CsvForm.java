package dev.gyre.cli.csv;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Set;

/**
 * The form of CSV that is written.
 *
 * @param separator the character between two fields
 * @param precision digits after the decimal point of distances and scores; {@link #ALL_DIGITS} for as many as tell numbers apart
 */
public record CsvForm(char separator, int precision) {

    /** As many digits as tell a number from all others. */
    public static final int ALL_DIGITS = -1;

    /** Ends of names that promise another format, which is not written. */
    private static final Set<String> OTHERS =
            Set.of(("json jsonl ndjson geojson topojson avro orc xlsx xls ods xml yaml yml "
                            + "html kml gpx gml shp gpkg fgb db sqlite duckdb h5 hdf5 nc mat pkl pickle rds npz zip bz2 xz zst "
                            + "7z tar tgz pdf png svg")
                    .split(" "));

    /** The form of a file: tabs where its name ends in {@code .tsv} or {@code .tab}, before any {@code .gz}; else, and for null, commas. */
    public static CsvForm of(Path file, int precision) {
        return new CsvForm(file == null ? ',' : CsvOptions.separatorOf(file.toString()), precision);
    }

    /** Returns the format other than CSV that the name of a file promises, such as {@code parquet}; else an empty text. */
    public static String otherFormat(Path file) {
        String extension = CsvOptions.extension(file.toString());
        return OTHERS.contains(extension) ? extension : "";
    }

    /** Returns a distance as text, always with a decimal point or an exponent unless the precision is 0. */
    public String distance(double value) {
        return precision == ALL_DIGITS ? Double.toString(value) : rounded(value);
    }

    /** Returns a number as text; without a given precision, whole numbers have no point. */
    public String number(double value) {
        return precision == ALL_DIGITS ? CsvRecords.number(value) : rounded(value);
    }

    private String rounded(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value)
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : Double.toString(value);
    }
}
