package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.engine.file.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The source of CSV text, and how it is read: a file, a resource or standard input, plain or compressed with gzip (its first bytes tell
 * which). Immutable.
 */
public final class CsvSource implements RowSource {

    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private final Content content;
    private final CsvOptions options;

    private CsvSource(Content content, CsvOptions options) {
        this.content = content;
        this.options = options.forName(content.name());
    }

    /**
     * A file.
     *
     * @throws InputException if there is no such file, or if it is a directory
     */
    public static CsvSource file(Path file) {
        return new CsvSource(Content.file(file), CsvOptions.DEFAULT);
    }

    /** A stream under a name for messages. It is read once, and then closed. */
    public static CsvSource stream(String name, InputStream in) {
        return new CsvSource(Content.stream(name, in), CsvOptions.DEFAULT);
    }

    /**
     * The cities of the world that ship with the engine: columns {@code id}, {@code name}, {@code country}, {@code lat},
     * {@code lon} and {@code population}. From GeoNames, CC BY 4.0.
     */
    public static CsvSource cities() {
        return resource("cities.csv.gz");
    }

    /**
     * The airports of the world that ship with the program: columns {@code id}, {@code iata}, {@code name}, {@code country},
     * {@code lat}, {@code lon}, {@code size} (3 large, 2 medium, 1 small) and {@code scheduled}. From OurAirports, public domain.
     */
    public static CsvSource airports() {
        return resource("airports.csv.gz");
    }

    /**
     * The bounding boxes of the segments of the world's borders and coastlines that ship with the program: columns {@code xmin},
     * {@code ymin}, {@code xmax} and {@code ymax}, in degrees. From Natural Earth, public domain.
     */
    public static CsvSource coastlines() {
        return resource("coastlines.csv.gz");
    }

    private static CsvSource resource(String name) {
        return new CsvSource(Content.resource(name, "/dev/gyre/cli/data-sets/" + name), CsvOptions.DEFAULT);
    }

    /** Returns the same text with other options. */
    public CsvSource with(CsvOptions newOptions) {
        return new CsvSource(content, newOptions);
    }

    CsvOptions options() {
        return options;
    }

    @Override
    public String name() {
        return content.name();
    }

    @Override
    public PointTable points(CsvColumns columns) {
        return PointReader.read(this, columns);
    }

    @Override
    public GeometryTable geometries(String column, String identifier, ColumnSelection kept) {
        return GeometryReader.ofWkt(this, column, identifier, kept);
    }

    /** Opens the bytes of the text: decompressed and without the byte-order mark of UTF-8. */
    InputStream open() throws IOException {
        InputStream text = content.open().in();
        try {
            if (Content.startsWith(text, BYTE_ORDER_MARK)) {
                text.skipNBytes(BYTE_ORDER_MARK.length);
            }
            return text;
        } catch (IOException e) {
            text.close();
            throw e;
        }
    }

    /** Returns the exception for a failure after a line. */
    InputException unreadable(IOException e, long line) {
        return content.unreadable(e, "line " + line);
    }
}
