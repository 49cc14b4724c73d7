package dev.gyre.engine.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Where CSV text comes from: a file or a resource, plain or compressed with gzip, which is told by its first bytes. */
public final class CsvSource {

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int[] GZIP_MAGIC = {0x1f, 0x8b};
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private final String name;
    private final Opener opener;

    private CsvSource(String name, Opener opener) {
        this.name = name;
        this.opener = opener;
    }

    /** Opens the bytes as they are stored. */
    @FunctionalInterface
    private interface Opener {
        InputStream open() throws IOException;
    }

    /**
     * A file.
     *
     * @param file the file
     * @return the source
     * @throws InputException if there is no such file, or if it is a directory
     */
    public static CsvSource file(Path file) {
        if (!Files.exists(file)) {
            throw InputException.of(file.toString(), "no such file");
        }
        if (Files.isDirectory(file)) {
            throw InputException.of(file.toString(), "is a directory, not a file");
        }
        return new CsvSource(file.toString(), () -> Files.newInputStream(file));
    }

    /**
     * The cities of the world that ship with the engine: columns {@code id}, {@code name}, {@code country}, {@code lat},
     * {@code lon} and {@code population}. From GeoNames, CC BY 4.0.
     *
     * @return the source
     */
    public static CsvSource cities() {
        String resource = "/dev/gyre/engine/data-sets/cities.csv.gz";
        return new CsvSource("cities.csv.gz", () -> CsvSource.class.getResourceAsStream(resource));
    }

    /**
     * The name for messages.
     *
     * @return the file as the user wrote it
     */
    public String name() {
        return name;
    }

    /** The text as UTF-8 bytes: decompressed and without a byte-order mark. */
    InputStream open() throws IOException {
        InputStream stored = opener.open();
        try {
            InputStream text = new BufferedInputStream(stored, BUFFER_SIZE);
            if (startsWith(text, GZIP_MAGIC)) {
                text = new BufferedInputStream(new GZIPInputStream(text, BUFFER_SIZE), BUFFER_SIZE);
            }
            if (startsWith(text, BYTE_ORDER_MARK)) {
                text.skipNBytes(BYTE_ORDER_MARK.length);
            }
            return text;
        } catch (IOException e) {
            stored.close();
            throw e;
        }
    }

    private static boolean startsWith(InputStream in, int[] bytes) throws IOException {
        in.mark(bytes.length);
        boolean same = true;
        for (int i = 0; i < bytes.length && same; i++) {
            same = in.read() == bytes[i];
        }
        in.reset();
        return same;
    }
}
