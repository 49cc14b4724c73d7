package dev.gyre.cli.csv;

import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.InputStream;
import java.nio.file.Path;

/** Points that can be read, whatever the format of their file. */
@FunctionalInterface
public interface PointSource {

    /**
     * Reads the points.
     *
     * @param ranges which numbers the columns take
     * @return the points
     * @throws InputException if the file cannot be read as points; says where and why
     * @throws IllegalArgumentException if the ranges refuse the columns
     */
    PointTable read(ColumnRanges ranges);

    /**
     * Columns of a CSV file.
     *
     * @param text the file
     * @param selection the columns that make the coordinates
     * @param idColumn the column of the identifiers; null for none
     * @return the source
     */
    static PointSource csv(CsvSource text, ColumnSelection selection, String idColumn) {
        return ranges -> PointReader.read(text, selection, idColumn, ranges);
    }

    /**
     * Columns of a CSV file whose rows are boxes: lower bounds, then as many upper bounds, none of which is below its lower one.
     *
     * @param text the file
     * @param selection the columns of the bounds
     * @param idColumn the column of the identifiers; null for none
     * @return the source
     */
    static PointSource boxes(CsvSource text, ColumnSelection selection, String idColumn) {
        return ranges -> PointReader.readBoxes(text, selection, idColumn, ranges);
    }

    /**
     * All rows of a file of vectors. It is looked at when it is read.
     *
     * @param file the file
     * @param format its format
     * @return the source
     * @throws IllegalArgumentException if the format is none of vectors
     */
    static PointSource vectors(Path file, PointFormat format) {
        VectorFiles.checkVectors(format);
        return ranges -> PointTable.ofRows(VectorFiles.read(file, format, ranges));
    }

    /**
     * All rows of a stream of vectors, which is read once.
     *
     * @param in the stream; closed when it has been read
     * @param name its name in messages
     * @param format its format
     * @return the source
     * @throws IllegalArgumentException if the format is none of vectors
     */
    static PointSource vectors(InputStream in, String name, PointFormat format) {
        VectorFiles.checkVectors(format);
        return ranges -> PointTable.ofRows(VectorFiles.read(in, name, format, ranges));
    }
}
