package dev.gyre.engine.io;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.file.BinaryInput;
import dev.gyre.engine.file.Content;
import dev.gyre.engine.file.ElementType;
import dev.gyre.engine.file.NpyReader;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.file.VecsReader;
import dev.gyre.engine.file.VectorOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads points from files of vectors ({@code .fvecs}, {@code .bvecs}, {@code .ivecs} and {@code .npy}), and writes neighbors to
 * such files. See {@link PointFormat}.
 *
 * <p>It reads all versions of {@code .npy} up to 3.0, with one axis (which makes one column) or two, by rows or by columns, in
 * either byte order. The numbers are floating-point numbers of 16, 32 and 64 bits, whole numbers of 8 to 64 bits with and
 * without sign, or booleans as 0 and 1. Whole numbers beyond 2^53 in magnitude are refused, as {@code double} cannot
 * distinguish them.
 *
 * <p>Input may be compressed with gzip: its first bytes tell. A file is read to its end, and its header is not trusted. A file is refused
 * if it is damaged or truncated, has vectors of different dimensions, or continues after the last number; the message names row, column and
 * byte.
 *
 * <p>Memory: 8 bytes per coordinate; twice that while reading compressed files or arrays stored by columns.
 */
public final class VectorFiles {

    /** Formats that ids of neighbors can be written in. Unmodifiable. */
    public static final Set<PointFormat> ID_FORMATS =
            Collections.unmodifiableSet(EnumSet.of(PointFormat.IVECS, PointFormat.NPY));

    /** Formats that distances to neighbors can be written in. Unmodifiable. */
    public static final Set<PointFormat> DISTANCE_FORMATS =
            Collections.unmodifiableSet(EnumSet.of(PointFormat.FVECS, PointFormat.NPY));

    private static final Set<PointFormat> VECTOR_FORMATS = EnumSet.range(PointFormat.FVECS, PointFormat.NPY);

    private VectorFiles() {}

    /**
     * Reads points from a file whose name indicates the format.
     *
     * @param file the file, such as {@code base.fvecs} or {@code base.npy.gz}
     * @return the points
     * @throws InputException if the file cannot be read as points; the message says where and why
     * @throws IllegalArgumentException if the name does not indicate a format of vectors
     */
    public static Points read(Path file) {
        return read(file, PointFormat.ofName(file));
    }

    /**
     * Reads points from a file of any name.
     *
     * @param file the file
     * @param format a format of vectors
     * @return the points
     * @throws InputException if the file cannot be read as points; the message says where and why
     * @throws IllegalArgumentException if the format is not one of vectors
     */
    public static Points read(Path file, PointFormat format) {
        return read(file, format, ColumnRanges.ANY);
    }

    /**
     * Reads points whose coordinates must be within ranges.
     *
     * @param file the file
     * @param format a format of vectors
     * @param ranges the range of each column
     * @return the points
     * @throws InputException if the file cannot be read as points, or a coordinate is out of its range; the message says where
     *     and why
     * @throws IllegalArgumentException if the format is not one of vectors
     */
    public static Points read(Path file, PointFormat format, ColumnRanges ranges) {
        checkVectors(format);
        return read(Content.file(file), format, ranges);
    }

    /**
     * Reads points from a stream, such as standard input, to its end.
     *
     * @param in the stream; closed afterwards
     * @param name its name in messages
     * @param format a format of vectors
     * @param ranges the range of each column
     * @return the points
     * @throws InputException if the stream cannot be read as points, or a coordinate is out of its range; the message says
     *     where and why
     * @throws IllegalArgumentException if the format is not one of vectors
     */
    public static Points read(InputStream in, String name, PointFormat format, ColumnRanges ranges) {
        checkVectors(format);
        return read(Content.stream(name, in), format, ranges);
    }

    private static Points read(Content content, PointFormat format, ColumnRanges ranges) {
        try (BinaryInput in = new BinaryInput(content)) {
            return switch (format) {
                case FVECS -> new VecsReader(in, ElementType.FLOAT32).read(ranges);
                case BVECS -> new VecsReader(in, ElementType.UINT8).read(ranges);
                case IVECS -> new VecsReader(in, ElementType.INT32).read(ranges);
                default -> new NpyReader(in).read(ranges);
            };
        }
    }

    /**
     * Refuses a format that is not one of vectors.
     *
     * @param format the format
     * @throws IllegalArgumentException for {@link PointFormat#CSV} and {@link PointFormat#PARQUET}
     */
    public static void checkVectors(PointFormat format) {
        checkFormat(format, VECTOR_FORMATS);
    }

    /**
     * Writes the ids of neighbors to a file. The file appears when it is complete, and is compressed if its name ends in {@code .gz}.
     *
     * @param neighbors the neighbors
     * @param file destination; the name indicates one of {@link #ID_FORMATS}
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the name indicates another format
     */
    public static void writeIds(Neighbors neighbors, Path file) throws IOException {
        PointFormat format = checkFormat(PointFormat.ofName(file), ID_FORMATS);
        write(file, out -> writeIds(neighbors, format, out));
    }

    /**
     * Writes the ids of neighbors, {@code queries x k}, as {@code int32}. Unused slots hold -1.
     *
     * @param neighbors the neighbors
     * @param format one of {@link #ID_FORMATS}
     * @param out destination; flushed but not closed
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the format is another
     */
    public static void writeIds(Neighbors neighbors, PointFormat format, OutputStream out) throws IOException {
        int k = neighbors.k();
        VectorOutput.Row ids = (query, to) -> {
            for (int rank = 0; rank < k; rank++) {
                to.putInt(neighbors.id(query, rank));
            }
        };
        if (checkFormat(format, ID_FORMATS) == PointFormat.NPY) {
            VectorOutput.writeNpy(out, "<i4", neighbors.queries(), k, Integer.BYTES, ids);
        } else {
            VectorOutput.writeVecs(out, neighbors.queries(), k, Integer.BYTES, ids);
        }
    }

    /**
     * Writes the distances to neighbors to a file. The file appears when it is complete, and is compressed if its name ends in {@code .gz}.
     *
     * @param neighbors the neighbors
     * @param file destination; the name indicates one of {@link #DISTANCE_FORMATS}
     * @throws IOException if writing fails, or if a distance is too large for the format
     * @throws IllegalArgumentException if the name indicates another format
     */
    public static void writeDistances(Neighbors neighbors, Path file) throws IOException {
        PointFormat format = checkFormat(PointFormat.ofName(file), DISTANCE_FORMATS);
        write(file, out -> writeDistances(neighbors, format, out));
    }

    /**
     * Writes the distances to neighbors, {@code queries x k}, in the unit of the metric: as {@code .npy} in {@code float64}, as
     * {@code .fvecs} rounded to {@code float32}. Unused slots hold +infinity.
     *
     * @param neighbors the neighbors
     * @param format one of {@link #DISTANCE_FORMATS}
     * @param out destination; flushed but not closed
     * @throws IOException if writing fails, or if a distance is too large for the format
     * @throws IllegalArgumentException if the format is another
     */
    public static void writeDistances(Neighbors neighbors, PointFormat format, OutputStream out) throws IOException {
        int k = neighbors.k();
        if (checkFormat(format, DISTANCE_FORMATS) == PointFormat.NPY) {
            VectorOutput.writeNpy(out, "<f8", neighbors.queries(), k, Double.BYTES, (query, to) -> {
                for (int rank = 0; rank < k; rank++) {
                    to.putDouble(neighbors.distance(query, rank));
                }
            });
        } else {
            VectorOutput.writeVecs(out, neighbors.queries(), k, Float.BYTES, (query, to) -> {
                for (int rank = 0; rank < k; rank++) {
                    to.putFloat(rounded(neighbors, query, rank));
                }
            });
        }
    }

    /** Rounds a distance to float32; refuses a result of infinity, which would mean an unused slot. */
    private static float rounded(Neighbors neighbors, int query, int rank) throws IOException {
        double distance = neighbors.distance(query, rank);
        float rounded = (float) distance;
        if (Float.isInfinite(rounded) && neighbors.id(query, rank) != Neighbors.NONE) {
            throw new IOException("a distance is too large for float32, which .npy would hold: query=" + query
                    + ", rank=" + (rank + 1) + ", distance=" + distance);
        }
        return rounded;
    }

    static PointFormat checkFormat(PointFormat format, Set<PointFormat> allowed) {
        if (!allowed.contains(format)) {
            throw new IllegalArgumentException("the format must be one of " + allowed + ": format=" + format);
        }
        return format;
    }

    /** Writes to a stream. */
    @FunctionalInterface
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static void write(Path file, Writing writing) throws IOException {
        try (OutputFile output = OutputFile.create(file)) {
            writing.to(output.stream());
            output.commit();
        }
    }
}
