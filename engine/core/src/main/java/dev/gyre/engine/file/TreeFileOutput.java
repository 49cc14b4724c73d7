package dev.gyre.engine.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Writes the file of a tree, in chunks of 1 MiB: eight bytes that name the kind of tree, the version of the format, numbers, and the
 * CRC-32C of all bytes before it. All numbers are little-endian. Not safe for use by several threads.
 */
public final class TreeFileOutput {

    private static final int CHUNK = 1 << 20;

    private final OutputStream out;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();

    /**
     * Starts a file.
     *
     * @param kind eight bytes, as {@link TreeFileInput#kind} makes them
     */
    public TreeFileOutput(OutputStream out, byte[] kind, int version) throws IOException {
        this.out = out;
        put(kind);
        put(version);
    }

    public void put(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; ) {
            ensure(1);
            int count = Math.min(bytes.length - from, chunk.remaining());
            chunk.put(bytes, from, count);
            from += count;
        }
    }

    public void put(int value) throws IOException {
        ensure(Integer.BYTES);
        chunk.putInt(value);
    }

    public void put(long value) throws IOException {
        ensure(Long.BYTES);
        chunk.putLong(value);
    }

    public void put(double value) throws IOException {
        ensure(Double.BYTES);
        chunk.putDouble(value);
    }

    public void put(int[] values) throws IOException {
        for (int from = 0; from < values.length; ) {
            ensure(Integer.BYTES);
            int count = Math.min(values.length - from, chunk.remaining() / Integer.BYTES);
            chunk.asIntBuffer().put(values, from, count);
            chunk.position(chunk.position() + count * Integer.BYTES);
            from += count;
        }
    }

    /** Ends the file with the checksum of all bytes before it. */
    public void finish() throws IOException {
        flush();
        chunk.putInt((int) checksum.getValue());
        flush();
        out.flush();
    }

    private void ensure(int bytes) throws IOException {
        if (chunk.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        checksum.update(chunk.array(), 0, chunk.position());
        out.write(chunk.array(), 0, chunk.position());
        chunk.clear();
    }
}
