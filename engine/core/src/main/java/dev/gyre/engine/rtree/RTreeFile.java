package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.file.TreeFile;
import dev.gyre.engine.file.TreeFileInput;
import dev.gyre.engine.file.TreeFileInput.Problem;
import dev.gyre.engine.file.TreeFileOutput;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * A tree in a file. All numbers are little-endian.
 *
 * <pre>
 * offset  bytes
 *      0      8  89 47 59 52 45 52 54 0a
 *      8      4  version: 1
 *     12      4  packing: 1 X sort, 2 STR, 3 Hilbert
 *     16      4  n: number of boxes
 *     20      4  d: dimensions
 *     24      4  most children of a node
 *     28      8  length in bytes of the identifiers of the rows, 0 if there are none
 * </pre>
 *
 * The rest of the file is: for each row d lower and d upper bounds, doubles; n ints, the row of each slot; with identifiers n ints, the
 * length in bytes of the identifier of each row, then the identifiers in UTF-8; and the CRC-32C of all bytes before it. A reader computes
 * the boxes of nodes, so no file can have wrong ones.
 *
 * @param identifiers the names of the rows
 */
public record RTreeFile(RTreeIndex index, Identifiers identifiers) implements TreeFile {

    private static final byte[] KIND = TreeFileInput.kind("RT");
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 36;
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    /** Packings by their codes, from 1. */
    private static final List<Packing> PACKINGS = List.of(Packing.X_SORT, Packing.STR, Packing.HILBERT);

    @Override
    public void write(OutputStream out) throws IOException {
        TreeFileOutput content = new TreeFileOutput(out, KIND, VERSION);
        content.put(PACKINGS.indexOf(index.packing()) + 1);
        content.put(index.layout().size());
        content.put(index.layout().dims());
        content.put(index.layout().nodeSize());
        content.put(identifiers.bytes());
        for (double bound : index.boxes().array()) {
            content.put(bound);
        }
        content.put(index.ids());
        identifiers.write(content);
        content.finish();
    }

    /**
     * Reads a tree.
     *
     * @throws TreeFileException if the file cannot be read as a tree; the message names the file and the problem
     */
    public static RTreeFile read(Path file) throws TreeFileException {
        return TreeFileInput.read(file, RTreeFile::read);
    }

    private static RTreeFile read(TreeFileInput in) throws IOException, Problem {
        in.start(KIND, VERSION, HEADER_BYTES);
        int[] header = in.ints(4);
        long identifierBytes = in.longInteger();
        int packing = header[0];
        int rows = header[1];
        int dims = header[2];
        int nodeSize = header[3];
        if (packing < 1 || packing > PACKINGS.size()) {
            throw new Problem("damaged: there is no packing of code " + packing);
        }
        boolean known = rows >= 0
                && dims >= 1
                && dims <= Boxes.MAX_DIMENSIONS
                && nodeSize >= TreeParameters.MIN_NODE_SIZE
                && nodeSize <= TreeParameters.MAX_NODE_SIZE
                && Identifiers.canHave(identifierBytes, rows);
        if (!known || 2L * dims * rows > MAX_ARRAY || !TreeLayout.fits(rows, dims, nodeSize)) {
            throw new Problem("damaged: no tree has these sizes: rows=" + rows + ", dims=" + dims + ", nodeSize="
                    + nodeSize + ", identifierBytes=" + identifierBytes);
        }
        in.checkLength(HEADER_BYTES + 16L * rows * dims + 4L * rows + identifierBytes + TreeFileInput.CHECKSUM_BYTES);
        double[] bounds = in.doubles(2 * rows * dims);
        int[] ids = in.ints(rows);
        byte[][] identifiers = Identifiers.read(in, rows, identifierBytes);
        in.checkSum();
        checkRows(ids);
        RTreeIndex index = new RTreeIndex(
                boxes(bounds, dims), TreeLayout.ofBoxes(rows, dims, nodeSize), PACKINGS.get(packing - 1), ids);
        return new RTreeFile(index, Identifiers.decoded(identifiers));
    }

    private static Boxes boxes(double[] bounds, int dims) throws Problem {
        try {
            return Boxes.wrap(bounds, dims);
        } catch (IllegalArgumentException e) {
            throw new Problem("damaged: " + e.getMessage());
        }
    }

    /** Checks that no row is repeated; none is missing then, because there are as many slots as rows. */
    private static void checkRows(int... ids) throws Problem {
        BitSet reached = new BitSet(ids.length);
        for (int slot = 0; slot < ids.length; slot++) {
            if (ids[slot] < 0 || ids[slot] >= ids.length || reached.get(ids[slot])) {
                throw new Problem("damaged: a slot's id is that of no row, or of an earlier slot: ids[" + slot + "]="
                        + ids[slot] + ", rows=" + ids.length);
            }
            reached.set(ids[slot]);
        }
    }
}
