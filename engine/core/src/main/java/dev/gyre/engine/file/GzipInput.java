package dev.gyre.engine.file;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Decompresses gzip of one or several members, and takes nothing else after the last of them, not even zeros.
 * ({@link java.util.zip.GZIPInputStream} takes a damaged header of a later member for the end.) Damage is a
 * {@link ZipException}.
 */
final class GzipInput extends FilterInputStream {

    /** Opens gzip. The source must support marks, so that what follows a member is found. */
    GzipInput(InputStream gzip) throws IOException {
        super(open(gzip));
    }

    private static InputStream open(InputStream gzip) throws IOException {
        try {
            return GzipCompressorInputStream.builder()
                    .setInputStream(gzip)
                    .setDecompressConcatenated(true)
                    .get();
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return in.read(bytes, offset, length);
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    private static IOException damaged(IOException e) {
        if (e instanceof ClosedChannelException) {
            return e;
        }
        ZipException damaged = new ZipException(e instanceof EOFException ? "it ends too soon" : e.getMessage());
        damaged.initCause(e);
        return damaged;
    }
}
