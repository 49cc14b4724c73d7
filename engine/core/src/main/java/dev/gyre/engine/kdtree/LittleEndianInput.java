package dev.gyre.engine.kdtree;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Reads numbers in chunks and keeps the checksum of what was read. Not safe for use by several threads. */
final class LittleEndianInput {

    private static final int CHUNK = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer chunk =
            ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN).flip();
    private final CRC32C checksum = new CRC32C();

    /** Reads from where the channel is. */
    LittleEndianInput(FileChannel channel) {
        this.channel = channel;
    }

    byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int from = 0; from < count; ) {
            ensure(1);
            int next = Math.min(count - from, chunk.remaining());
            chunk.get(bytes, from, next);
            count(next);
            from += next;
        }
        return bytes;
    }

    int integer() throws IOException {
        ensure(Integer.BYTES);
        int value = chunk.getInt();
        count(Integer.BYTES);
        return value;
    }

    long longInteger() throws IOException {
        ensure(Long.BYTES);
        long value = chunk.getLong();
        count(Long.BYTES);
        return value;
    }

    int[] ints(int length) throws IOException {
        int[] values = new int[length];
        for (int from = 0; from < length; ) {
            ensure(Integer.BYTES);
            int count = Math.min(length - from, chunk.remaining() / Integer.BYTES);
            chunk.asIntBuffer().get(values, from, count);
            skip(count * Integer.BYTES);
            from += count;
        }
        return values;
    }

    double[] doubles(int length) throws IOException {
        double[] values = new double[length];
        for (int from = 0; from < length; ) {
            ensure(Double.BYTES);
            int count = Math.min(length - from, chunk.remaining() / Double.BYTES);
            chunk.asDoubleBuffer().get(values, from, count);
            skip(count * Double.BYTES);
            from += count;
        }
        return values;
    }

    /** Of all that has been read so far. */
    int checksum() {
        return (int) checksum.getValue();
    }

    private void ensure(int bytes) throws IOException {
        if (chunk.remaining() < bytes) {
            chunk.compact();
            while (chunk.hasRemaining()) {
                if (channel.read(chunk) < 0) {
                    break;
                }
            }
            chunk.flip();
            if (chunk.remaining() < bytes) {
                throw new EOFException("the file ends too soon");
            }
        }
    }

    private void skip(int bytes) {
        chunk.position(chunk.position() + bytes);
        count(bytes);
    }

    /** Adds the last bytes read to the checksum. */
    private void count(int bytes) {
        checksum.update(chunk.duplicate().flip().position(chunk.position() - bytes));
    }
}
