package dev.gyre.cli.csv;

import dev.gyre.engine.file.Content;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * A file of FlatGeobuf: a geometry and properties for each feature. Rows are numbered from 0, in the order of the file. Text that answers
 * keep is exact; other bytes are in hexadecimal, and geometries WKT.
 */
public final class FlatGeobufSource implements RowSource {

    private final Content content;
    private final CsvOptions options;

    private FlatGeobufSource(Content content, CsvOptions options) {
        this.content = content;
        this.options = options;
    }

    /**
     * A file.
     *
     * @param options say which rows may be left out
     * @throws dev.gyre.engine.data.InputException if there is no such file, or if it is a directory
     */
    public static FlatGeobufSource file(Path file, CsvOptions options) {
        return new FlatGeobufSource(Content.file(file), options);
    }

    /** A stream under a name for messages. It is read once, and then closed. */
    public static FlatGeobufSource stream(String name, InputStream in, CsvOptions options) {
        return new FlatGeobufSource(Content.stream(name, in), options);
    }

    @Override
    public String name() {
        return content.name();
    }

    @Override
    public PointTable points(CsvColumns columns) {
        return FlatGeobufRows.read(content, rows -> new ColumnPoints(this, options, columns, rows).read());
    }

    @Override
    public GeometryTable geometries(String column, String identifier, ColumnSelection kept) {
        return FlatGeobufRows.read(
                content, rows -> new ColumnGeometries(this, options, rows, column).read(identifier, kept));
    }
}
