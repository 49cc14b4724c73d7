package dev.gyre.engine.io;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.file.VectorOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes the matches of a join to a file of vectors, part by part, so that there may be more matches than memory holds.
 *
 * <p>In {@code .npy} the ids are an array of {@code int32} with a row for each match: the row of the query, then the row of the point. The
 * distances are an array of {@code float64} with one axis, in the same order. In {@code .ivecs} and {@code .fvecs} there is a vector for
 * each query, with as many ids, or distances rounded to {@code float32}, as the query has matches.
 *
 * <p>A sparse matrix in compressed rows (CSR) is three arrays in {@code .npy}: {@link #ofStarts where each row starts}, {@link #ofNeighbors the
 * points}, and {@link #ofDistances the distances}. {@code scipy.sparse.csr_matrix((distances, points, starts))} takes them.
 *
 * <p>For use by one thread.
 */
public final class MatchVectors {

    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private final boolean isNpy;
    private final Content content;
    private final long matches;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private long written;

    private enum Content {
        PAIRS,
        POINTS,
        STARTS,
        DISTANCES
    }

    private MatchVectors(OutputStream out, boolean isNpy, Content content, long matches) {
        this.out = out;
        this.isNpy = isNpy;
        this.content = content;
        this.matches = matches;
    }

    /**
     * Begins a file of ids.
     *
     * @param format one of {@link VectorFiles#ID_FORMATS}
     * @param matches number of matches of all parts, for the header of {@code .npy}
     * @param out destination, which is not closed
     * @return a writer of the parts
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the format is another one
     */
    public static MatchVectors ofIds(PointFormat format, long matches, OutputStream out) throws IOException {
        boolean isNpy = VectorFiles.checkFormat(format, VectorFiles.ID_FORMATS) == PointFormat.NPY;
        if (isNpy) {
            VectorOutput.writeNpyHeader(out, "<i4", "(" + matches + ", 2)");
        }
        return new MatchVectors(out, isNpy, isNpy ? Content.PAIRS : Content.POINTS, matches);
    }

    /**
     * Begins a file of distances.
     *
     * @param format one of {@link VectorFiles#DISTANCE_FORMATS}
     * @param matches number of matches of all parts, for the header of {@code .npy}
     * @param out destination, which is not closed
     * @return a writer of the parts
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the format is another one
     */
    public static MatchVectors ofDistances(PointFormat format, long matches, OutputStream out) throws IOException {
        boolean isNpy = VectorFiles.checkFormat(format, VectorFiles.DISTANCE_FORMATS) == PointFormat.NPY;
        if (isNpy) {
            VectorOutput.writeNpyHeader(out, "<f8", "(" + matches + ",)");
        }
        return new MatchVectors(out, isNpy, Content.DISTANCES, matches);
    }

    /**
     * Begins an {@code .npy} file of the points of all matches, an array of {@code int32} with one axis.
     *
     * @param matches number of matches of all parts
     * @param out destination, which is not closed
     * @return a writer of the parts
     * @throws IOException if writing fails
     */
    public static MatchVectors ofNeighbors(long matches, OutputStream out) throws IOException {
        VectorOutput.writeNpyHeader(out, "<i4", "(" + matches + ",)");
        return new MatchVectors(out, true, Content.POINTS, matches);
    }

    /**
     * Begins an {@code .npy} file of the number of matches before each query, an array of {@code int64} with one axis. After the last query it
     * has the number of all matches.
     *
     * @param queries number of queries of all parts
     * @param matches number of matches of all parts
     * @param out destination, which is not closed
     * @return a writer of the parts
     * @throws IOException if writing fails
     */
    public static MatchVectors ofStarts(int queries, long matches, OutputStream out) throws IOException {
        VectorOutput.writeNpyHeader(out, "<i8", "(" + (queries + 1L) + ",)");
        MatchVectors starts = new MatchVectors(out, true, Content.STARTS, matches);
        starts.buffer.putLong(0);
        return starts;
    }

    /**
     * Writes the matches of the next queries.
     *
     * @param first row of the first query
     * @param part their matches
     * @throws IOException if writing fails, or if a distance is too large for the format
     */
    public void write(int first, Matches part) throws IOException {
        for (int query = 0; query < part.queries(); query++) {
            int count = part.count(query);
            if (!isNpy) {
                room().putInt(count);
            }
            for (int rank = 0; content != Content.STARTS && rank < count; rank++) {
                switch (content) {
                    case PAIRS -> room().putInt(first + query).putInt(part.id(query, rank));
                    case POINTS -> room().putInt(part.id(query, rank));
                    default -> putDistance(first + query, part.distance(query, rank));
                }
            }
            written += count;
            if (content == Content.STARTS) {
                room().putLong(written);
            }
        }
    }

    private void putDistance(int query, double distance) throws IOException {
        if (isNpy) {
            room().putDouble(distance);
        } else {
            if (Double.isInfinite((float) distance)) {
                throw new IOException("a distance is too large for float32, which .npy would hold: query=" + query
                        + ", distance=" + distance);
            }
            room().putFloat((float) distance);
        }
    }

    /** Returns the buffer with room for a match. */
    private ByteBuffer room() throws IOException {
        if (buffer.remaining() < Long.BYTES) {
            flush();
        }
        return buffer;
    }

    private void flush() throws IOException {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    /**
     * Completes the file.
     *
     * @throws IOException if writing fails
     * @throws IllegalStateException if there were more or fewer matches than announced
     */
    public void finish() throws IOException {
        if (written != matches) {
            throw new IllegalStateException("matches expected=" + matches + ", written=" + written);
        }
        flush();
        out.flush();
    }
}
