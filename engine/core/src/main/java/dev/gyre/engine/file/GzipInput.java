package dev.gyre.engine.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedChannelException;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.gzip.ExtraField;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Decompresses gzip of one or several members. It accepts nothing after the last member, not even zeros. ({@link
 * java.util.zip.GZIPInputStream} treats a damaged header of a later member as the end.) Damage causes a {@link ZipException}.
 *
 * <p>Gzip that is cut between two members looks complete, unless bgzip wrote it: bgzip puts a mark at the end.
 */
final class GzipInput extends InputStream {

    private final InputStream in;
    private boolean markIsDue;

    /** Opens gzip. The source must support {@code mark}, which is needed to find the next member. */
    GzipInput(InputStream gzip) throws IOException {
        try {
            in = GzipCompressorInputStream.builder()
                    .setInputStream(gzip)
                    .setDecompressConcatenated(true)
                    .setOnMemberStart(member ->
                            markIsDue = isBlockWithData(member.getMetaData().getExtraField()))
                    .get();
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = in.read(bytes, offset, length);
        } catch (IOException e) {
            throw damaged(e);
        }
        if (count < 0 && markIsDue) {
            throw new ZipException("it ends too soon: the empty block at the end of bgzip files is missing");
        }
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /**
     * Returns whether a member is a block of bgzip other than the mark at the end. The field BC has the size of the block less 1. The mark
     * has 28 bytes, and no block with data has that size. See the BGZF format in the SAM specification.
     */
    private static boolean isBlockWithData(ExtraField field) {
        ExtraField.SubField size = field == null ? null : field.findFirstSubField("BC");
        if (size == null || size.getPayload().length != 2) {
            return false;
        }
        return size.getPayload()[0] != 27 || size.getPayload()[1] != 0;
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
