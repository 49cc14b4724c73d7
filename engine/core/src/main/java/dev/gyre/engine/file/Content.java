package dev.gyre.engine.file;

import dev.gyre.engine.data.InputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** The bytes of a file, a resource or a stream, decompressed if the first two are those of gzip. */
public final class Content {

    /** The length if it is known only after reading. */
    static final long UNKNOWN_LENGTH = -1;

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int[] GZIP_MAGIC = {0x1f, 0x8b};

    private final String name;
    private final Opener opener;

    private Content(String name, Opener opener) {
        this.name = name;
        this.opener = opener;
    }

    /** Opens the bytes as they are stored. */
    @FunctionalInterface
    private interface Opener {
        public Opened open() throws IOException;
    }

    /** Bytes to read, and their number, or {@link #UNKNOWN_LENGTH}. */
    public record Opened(InputStream in, long length) {}

    /** Returns the content of a file; throws if the file does not exist or is a directory. */
    public static Content file(Path file) {
        if (file.toString().isEmpty()) {
            throw InputException.of("\"\"", "the name of the file is empty");
        }
        if (!Files.exists(file)) {
            throw InputException.of(file.toString(), "no such file");
        }
        if (Files.isDirectory(file)) {
            throw InputException.of(file.toString(), "is a directory, not a file");
        }
        return new Content(file.toString(), () -> {
            long length = Files.isRegularFile(file) ? Files.size(file) : UNKNOWN_LENGTH;
            return new Opened(Files.newInputStream(file), length);
        });
    }

    /** Returns the content of a stream, which can be opened once. */
    public static Content stream(String name, InputStream in) {
        return new Content(name, () -> new Opened(in, UNKNOWN_LENGTH));
    }

    public static Content resource(String name, String resource) {
        return new Content(name, () -> new Opened(Content.class.getResourceAsStream(resource), UNKNOWN_LENGTH));
    }

    public String name() {
        return name;
    }

    public Opened open() throws IOException {
        Opened stored = opener.open();
        try {
            InputStream bytes = new BufferedInputStream(stored.in(), BUFFER_SIZE);
            return startsWith(bytes, GZIP_MAGIC)
                    ? new Opened(new BufferedInputStream(new GzipInput(bytes), BUFFER_SIZE), UNKNOWN_LENGTH)
                    : new Opened(bytes, stored.length());
        } catch (IOException e) {
            stored.in().close();
            throw e;
        }
    }

    /** Makes the exception for a failure after the content was read up to a position. */
    public InputException unreadable(IOException e, String place) {
        if (e instanceof ZipException) {
            return InputException.of(name, "damaged gzip, after " + place + ": " + e.getMessage(), e);
        }
        String problem = e instanceof AccessDeniedException ? "no permission" : e.toString();
        return InputException.of(name, "cannot be read: " + problem, e);
    }

    /** Returns whether the next bytes are the given ones, without consuming them. */
    public static boolean startsWith(InputStream in, int[] bytes) throws IOException {
        in.mark(bytes.length);
        boolean same = true;
        for (int i = 0; i < bytes.length && same; i++) {
            same = in.read() == bytes[i];
        }
        in.reset();
        return same;
    }
}
