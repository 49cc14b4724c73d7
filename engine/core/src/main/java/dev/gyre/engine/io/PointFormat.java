package dev.gyre.engine.io;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Formats of files that hold points. All may be compressed with gzip.
 *
 * <p>The formats of vectors (all but CSV and Parquet) have neither names nor identifiers: rows are numbered from 0.
 */
public enum PointFormat {

    /** Text with a header, which the command line reads. */
    CSV,

    /** Apache Parquet, of plain columns or as GeoParquet, which the command line reads. */
    PARQUET,

    /** Vectors of {@code float32}: each has its number of dimensions as {@code int32}, then the values; little-endian. */
    FVECS,

    /** Vectors of {@code uint8}: each has its number of dimensions as {@code int32}, little-endian, then the bytes. */
    BVECS,

    /** Vectors of {@code int32}: each has its number of dimensions as {@code int32}, then the values; little-endian. */
    IVECS,

    /** A NumPy array of one or two axes, of any type of real numbers or booleans. */
    NPY;

    private static final String GZIP_SUFFIX = ".gz";

    /**
     * Returns the format that a file's name indicates.
     *
     * @param file the file; not opened
     * @return the format whose name is the file's extension, before any {@code .gz}; CSV if there is none
     */
    public static PointFormat ofName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(GZIP_SUFFIX)) {
            name = name.substring(0, name.length() - GZIP_SUFFIX.length());
        }
        for (PointFormat format : values()) {
            if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        return CSV;
    }
}
