package dev.gyre.engine.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Formats of files that hold points. All may be compressed with gzip.
 *
 * <p>The formats of vectors (the last four) have neither names nor identifiers: rows are numbered from 0.
 */
public enum PointFormat {

    /** Text with a header, which the command line reads. */
    CSV,

    /** Apache Parquet, of plain columns or as GeoParquet, which the command line reads. */
    PARQUET,

    /** FlatGeobuf ({@code .fgb}), which the command line reads. */
    FLATGEOBUF("fgb"),

    /** The file format of Apache Arrow IPC ({@code .arrow} and {@code .feather}), which the command line writes. */
    ARROW("arrow", "feather"),

    /** Vectors of {@code float32}: each has its number of dimensions as {@code int32}, then the values; little-endian. */
    FVECS,

    /** Vectors of {@code uint8}: each has its number of dimensions as {@code int32}, little-endian, then the bytes. */
    BVECS,

    /** Vectors of {@code int32}: each has its number of dimensions as {@code int32}, then the values; little-endian. */
    IVECS,

    /** A NumPy array of one or two axes, of any type of real numbers or booleans. */
    NPY;

    private static final String GZIP_SUFFIX = ".gz";

    private final List<String> extensions;

    PointFormat(String... extensions) {
        this.extensions = extensions.length == 0 ? List.of(name().toLowerCase(Locale.ROOT)) : List.of(extensions);
    }

    /**
     * Returns the format that a file's name indicates.
     *
     * @param file the file; not opened
     * @return the format with the file's extension, before any {@code .gz}; CSV if there is none
     */
    public static PointFormat ofName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(GZIP_SUFFIX)) {
            name = name.substring(0, name.length() - GZIP_SUFFIX.length());
        }
        for (PointFormat format : values()) {
            if (format.extensions.stream().map("."::concat).anyMatch(name::endsWith)) {
                return format;
            }
        }
        return CSV;
    }
}
