package dev.gyre.engine.file;

import dev.gyre.engine.data.TreeFileException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.zip.CRC32C;

/**
 * Reads a file that {@link TreeFileOutput} wrote, in chunks of 1 MiB. Nothing in a file is trusted. A reader compares the sizes in the
 * header with the length of the file before it makes arrays. Then it checks the checksum, and then all values that guide kernels and
 * searches. Not safe for use by several threads.
 */
public final class TreeFileInput {

    /** The trees whose files this version writes, by the letters of their kinds. */
    private static final Map<String, String> KINDS = Map.of("KD", "a kd-tree", "RT", "an R-tree");

    /** Bytes before the header of a kind of tree: the kind and the version. */
    public static final int START_BYTES = 12;

    public static final int CHECKSUM_BYTES = 4;

    private static final int CHUNK = 1 << 20;

    private final FileChannel channel;
    private final long length;
    private final ByteBuffer chunk =
            ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN).flip();
    private final CRC32C checksum = new CRC32C();

    /**
     * Reads a tree of a kind.
     *
     * @param <T> the tree
     */
    public interface Reader<T> {
        T read(TreeFileInput in) throws IOException, Problem;
    }

    /** A problem of a file; {@link #read} adds the name of the file. */
    public static final class Problem extends Exception {

        private static final long serialVersionUID = 1L;

        public Problem(String message) {
            super(message);
        }
    }

    private TreeFileInput(FileChannel channel) throws IOException {
        this.channel = channel;
        length = channel.size();
    }

    /**
     * Reads a file.
     *
     * @throws TreeFileException if it cannot be read; the message names the file and the problem
     * @throws CancellationException if the thread was interrupted
     */
    public static <T> T read(Path file, Reader<T> reader) throws TreeFileException {
        try (FileChannel channel = FileChannel.open(file)) {
            return reader.read(new TreeFileInput(channel));
        } catch (Problem e) {
            throw TreeFileException.of(file, e.getMessage());
        } catch (ClosedByInterruptException e) {
            throw new CancellationException("cancelled while reading " + file);
        } catch (NoSuchFileException e) {
            throw TreeFileException.of(file, "no such file", e);
        } catch (AccessDeniedException e) {
            throw TreeFileException.of(file, "no permission", e);
        } catch (IOException e) {
            String problem =
                    Files.isDirectory(file) ? "is a directory, not a file" : "cannot be read: " + e.getMessage();
            throw TreeFileException.of(file, problem, e);
        }
    }

    /**
     * Returns the first bytes of the files of a kind of tree. No text begins with the first byte; a transfer as text may change the last.
     *
     * @param letters two letters
     */
    public static byte[] kind(String letters) {
        return ("\u0089GYRE" + letters + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads kind and version, and checks that the file is long enough for a header.
     *
     * @param headerBytes length of the header, including kind and version
     */
    public void start(byte[] kind, int version, int headerBytes) throws IOException, Problem {
        byte[] start = bytes((int) Math.min(length, kind.length));
        if (!Arrays.equals(start, Arrays.copyOf(kind, start.length))) {
            throw new Problem(wrongKind(start));
        }
        checkReaches(START_BYTES, headerBytes);
        int found = integer();
        if (found != version) {
            throw new Problem("the version is not supported: found=" + found + ", supported=" + version);
        }
        checkReaches(headerBytes, headerBytes);
    }

    /** Says which kind of tree a file has that begins as another one should. */
    private static String wrongKind(byte[] start) {
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            if (Arrays.equals(start, kind(kind.getKey()))) {
                return "a file of " + kind.getValue() + ", not of the tree that is asked for";
            }
        }
        return "no tree file of Gyre";
    }

    private void checkReaches(int bytes, int headerBytes) throws Problem {
        if (length < bytes) {
            throw new Problem("truncated: expected length=" + headerBytes + " or more, actual length=" + length);
        }
    }

    /**
     * Checks that the file has the length that follows from its header.
     *
     * @param expected bytes of the whole file
     */
    public void checkLength(long expected) throws Problem {
        if (length != expected) {
            throw new Problem((length < expected ? "truncated" : "damaged") + ": expected length=" + expected
                    + ", actual length=" + length);
        }
    }

    /** Reads the checksum and compares it with the checksum of all bytes before it. */
    public void checkSum() throws IOException, Problem {
        int actual = (int) checksum.getValue();
        int expected = integer();
        if (actual != expected) {
            throw new Problem(String.format("damaged: expected checksum=%08x, actual checksum=%08x", expected, actual));
        }
    }

    public byte[] bytes(int count) throws IOException {
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

    public int integer() throws IOException {
        ensure(Integer.BYTES);
        int value = chunk.getInt();
        count(Integer.BYTES);
        return value;
    }

    public long longInteger() throws IOException {
        ensure(Long.BYTES);
        long value = chunk.getLong();
        count(Long.BYTES);
        return value;
    }

    public int[] ints(int length) throws IOException {
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

    public double[] doubles(int length) throws IOException {
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
