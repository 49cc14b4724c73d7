package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdFileHeader.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * A tree in a file; for its form see {@link KdFileHeader}. What follows from the rest is not in it: the space of
 * the metric, the order of its points, the boxes.
 *
 * <p>Nothing in a file is trusted: sizes are held against the length of the file before arrays are made, then the checksum, and
 * then all by which kernels and searches find their way, so that they stay within the arrays and come to an end.
 *
 * @param points the points as they were given
 * @param metric the metric
 * @param index the tree
 * @param identifiers what the rows are called, or empty
 */
public record KdFile(Points points, Metric metric, KdIndex index, List<String> identifiers) {

    /** Writes the tree; O(d n), in chunks of a MiB. */
    public void write(OutputStream out) throws IOException {
        KdGroups groups = index.groups();
        LittleEndianOutput content = new LittleEndianOutput(out);
        new KdFileHeader(
                        metric,
                        !groups.isSingle(),
                        groups.isDropped(),
                        points.size(),
                        points.dims(),
                        index.layout().size(),
                        index.layout().leafBits(),
                        identifierBytes())
                .write(content);
        for (int row = 0; row < points.size(); row++) {
            for (int dim = 0; dim < points.dims(); dim++) {
                content.put(points.coordinate(row, dim));
            }
        }
        content.put(index.ids());
        content.put(index.splits());
        content.put(groups.toArray());
        for (String identifier : identifiers) {
            content.put(utf8(identifier).length);
        }
        for (String identifier : identifiers) {
            content.put(utf8(identifier));
        }
        content.finish();
    }

    private long identifierBytes() {
        return identifiers.stream()
                .mapToLong(identifier -> Integer.BYTES + utf8(identifier).length)
                .sum();
    }

    private static byte[] utf8(String identifier) {
        return identifier.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a tree. */
    public static KdFile read(Path file, Workers workers) throws TreeFileException {
        try (FileChannel channel = FileChannel.open(file)) {
            return read(channel, workers);
        } catch (Problem e) {
            throw TreeFileException.of(file, e.getMessage());
        } catch (ClosedByInterruptException e) {
            throw new CancellationException("cancelled while reading " + file);
        } catch (NoSuchFileException e) {
            throw TreeFileException.of(file, "no such file", e);
        } catch (IOException e) {
            throw TreeFileException.of(file, "cannot be read: " + e.getMessage(), e);
        }
    }

    private static KdFile read(FileChannel channel, Workers workers) throws IOException, Problem {
        LittleEndianInput in = new LittleEndianInput(channel);
        KdFileHeader header = KdFileHeader.read(in, channel.size());
        KdLayout layout = header.layout();
        double[] coordinates = in.doubles(header.rows() * header.dims());
        int[] ids = in.ints(layout.size());
        int[] splits = in.ints(Integer.SIZE);
        int[] next = header.chained() ? in.ints(header.rows()) : new int[0];
        byte[][] identifiers = identifiers(header, in);
        int actual = in.checksum();
        int expected = in.integer();
        if (actual != expected) {
            throw new Problem(String.format("damaged: expected checksum=%08x, actual checksum=%08x", expected, actual));
        }
        checkSplits(splits, layout.dims());
        checkRows(header, ids, next);
        return of(header, coordinates, layout, ids, splits, next, decoded(identifiers), workers);
    }

    private static byte[][] identifiers(KdFileHeader header, LittleEndianInput in) throws IOException, Problem {
        if (header.identifierBytes() == 0) {
            return new byte[0][];
        }
        int[] lengths = in.ints(header.rows());
        long rest = header.identifierBytes() - (long) Integer.BYTES * header.rows();
        for (int length : lengths) {
            rest = length < 0 ? -1 : rest - length;
            if (rest < 0) {
                break;
            }
        }
        if (rest != 0) {
            throw new Problem("damaged: the identifiers do not have the length that the header says: bytes="
                    + header.identifierBytes());
        }
        byte[][] identifiers = new byte[header.rows()][];
        for (int row = 0; row < identifiers.length; row++) {
            identifiers[row] = in.bytes(lengths[row]);
        }
        return identifiers;
    }

    private static List<String> decoded(byte[]... identifiers) throws Problem {
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        List<String> texts = new ArrayList<>(identifiers.length);
        for (int row = 0; row < identifiers.length; row++) {
            try {
                texts.add(utf8.decode(ByteBuffer.wrap(identifiers[row])).toString());
            } catch (CharacterCodingException e) {
                throw new Problem("damaged: the identifier of row " + row + " is not UTF-8");
            }
        }
        return List.copyOf(texts);
    }

    private static KdFile of(
            KdFileHeader header,
            double[] coordinates,
            KdLayout layout,
            int[] ids,
            int[] splits,
            int[] next,
            List<String> identifiers,
            Workers workers)
            throws Problem {
        Points points;
        Points space;
        try {
            points = Points.of(coordinates, header.dims());
            space = header.metric().toSpace(points);
        } catch (IllegalArgumentException e) {
            throw new Problem("damaged: " + e.getMessage());
        }
        checkEqual(next, space);
        KdArrays arrays = KdArrays.of(layout, space, ids, workers);
        KdGroups groups = header.chained() ? KdGroups.of(next, header.dropped()) : KdGroups.single();
        return new KdFile(
                points,
                header.metric(),
                new KdIndex(space, header.metric().norm(), layout, arrays, splits, groups),
                identifiers);
    }

    private static void checkEqual(int[] next, Points space) throws Problem {
        for (int row = 0; row < next.length; row++) {
            if (next[row] != KdGroups.NONE && !KdGroups.equal(space, row, next[row])) {
                throw new Problem("damaged: rows of one place differ: row=" + row + ", next=" + next[row]);
            }
        }
    }

    private static void checkSplits(int[] splits, int dims) throws Problem {
        for (int bits = 0; bits < splits.length; bits++) {
            if (splits[bits] < 0 || splits[bits] >= dims) {
                throw new Problem(
                        "damaged: a split is by no dimension: splits[" + bits + "]=" + splits[bits] + ", dims=" + dims);
            }
        }
    }

    /** Every row is led to once, from a slot or a row before it: so chains end, and no row is in two places. */
    private static void checkRows(KdFileHeader header, int[] ids, int[] next) throws Problem {
        int rows = header.rows();
        BitSet reached = new BitSet(rows);
        for (int slot = 0; slot < ids.length; slot++) {
            if (ids[slot] < 0 || ids[slot] >= rows || reached.get(ids[slot])) {
                throw new Problem("damaged: a slot's id is that of no row, or of an earlier slot: ids[" + slot + "]="
                        + ids[slot] + ", rows=" + rows);
            }
            reached.set(ids[slot]);
        }
        for (int row = 0; row < next.length; row++) {
            if (next[row] != KdGroups.NONE) {
                if (next[row] <= row || next[row] >= rows || reached.get(next[row])) {
                    throw new Problem("damaged: the next row of a place is no later row, or in another place: next["
                            + row + "]=" + next[row] + ", rows=" + rows);
                }
                reached.set(next[row]);
            }
        }
        if (!header.dropped() && reached.cardinality() < rows) {
            throw new Problem("damaged: row " + reached.nextClearBit(0) + " is in no place");
        }
    }
}
