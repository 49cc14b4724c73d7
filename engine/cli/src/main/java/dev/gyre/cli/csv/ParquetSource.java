package dev.gyre.cli.csv;

import dev.gyre.engine.file.Content;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of Parquet: flat columns, or GeoParquet. Columns in groups are named {@code group.column}. Rows are numbered from 0. Text that
 * answers keep is exact: dates and times in the form of ISO 8601, decimals with all their digits, other bytes in hexadecimal, and
 * geometries as WKT.
 */
public final class ParquetSource implements RowSource {

    private final Content content;

    /** Null for bytes that can be read only once, from the start. */
    private final Path file;

    private final CsvOptions options;

    private ParquetSource(Content content, Path file, CsvOptions options) {
        this.content = content;
        this.file = file;
        this.options = options;
    }

    /**
     * A file.
     *
     * @param options say which rows may be left out
     * @throws dev.gyre.engine.data.InputException if there is no such file, or if it is a directory
     */
    public static ParquetSource file(Path file, CsvOptions options) {
        Content content = Content.file(file);
        return new ParquetSource(content, Files.isRegularFile(file) ? file : null, options);
    }

    /** A stream under a name for messages. It is read once, and then closed. */
    public static ParquetSource stream(String name, InputStream in, CsvOptions options) {
        return new ParquetSource(Content.stream(name, in), null, options);
    }

    @Override
    public String name() {
        return content.name();
    }

    Content content() {
        return content;
    }

    /** Returns the path of a file whose parts can be read in any order, or null. */
    Path file() {
        return file;
    }

    @Override
    public PointTable points(CsvColumns columns) {
        return ParquetRows.read(this, rows -> new ColumnPoints(this, options, columns, rows).read());
    }

    @Override
    public GeometryTable geometries(String column, String identifier, ColumnSelection kept) {
        return ParquetRows.read(this, rows -> new ColumnGeometries(this, options, rows, column).read(identifier, kept));
    }
}
