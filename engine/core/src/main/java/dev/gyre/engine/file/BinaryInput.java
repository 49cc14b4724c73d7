package dev.gyre.engine.file;

import dev.gyre.engine.data.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads bytes in chunks and knows their offset. Little-endian unless the caller changes the order. Not safe for use by several threads. */
public final class BinaryInput implements Closeable {

    /** Most bytes that a caller can request at once: more than the longest row and the longest header have. */
    static final int CHUNK = 1 << 17;

    private final Content content;
    private final Content.Opened opened;
    private final ByteBuffer chunk =
            ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN).flip();
    private long loaded;

    public BinaryInput(Content content) {
        this.content = content;
        try {
            opened = content.open();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The name for messages. */
    String name() {
        return content.name();
    }

    /** Number of all bytes, or {@link Content#UNKNOWN_LENGTH}. */
    long length() {
        return opened.length();
    }

    /** Offset of the next byte; in the decompressed bytes if the content is compressed. */
    long offset() {
        return loaded - chunk.remaining();
    }

    /** Number of loaded bytes from the next one on. */
    int remaining() {
        return chunk.remaining();
    }

    /** Returns the buffer of the next bytes, with at least as many as {@link #has} confirmed. Reading from the buffer moves the offset. */
    ByteBuffer bytes() {
        return chunk;
    }

    boolean atEnd() {
        return !has(1);
    }

    /** Loads bytes until this many are available; returns whether they are. */
    boolean has(int count) {
        if (chunk.remaining() < count) {
            load();
        }
        return chunk.remaining() >= count;
    }

    /** Makes the exception for a problem, at a position in the words of the format, and at a byte. */
    InputException problem(String place, long byteOffset, String problem) {
        String where = place.isEmpty() ? "" : ", " + place;
        String decompressed = length() == Content.UNKNOWN_LENGTH ? " (decompressed)" : "";
        return InputException.of(name() + where + ", byte " + byteOffset + decompressed, problem);
    }

    @Override
    public void close() {
        try {
            opened.in().close();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void load() {
        chunk.compact();
        try {
            int count = 0;
            while (count >= 0 && chunk.hasRemaining()) {
                count = opened.in().read(chunk.array(), chunk.position(), chunk.remaining());
                if (count > 0) {
                    loaded += count;
                    chunk.position(chunk.position() + count);
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            chunk.flip();
        }
    }

    private InputException unreadable(IOException e) {
        return content.unreadable(e, "byte " + loaded);
    }
}
