package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.file.Identifiers;
import dev.gyre.engine.file.TreeFile;
import dev.gyre.engine.file.TreeFileInput;
import dev.gyre.engine.file.TreeFileInput.Problem;
import dev.gyre.engine.file.TreeFileOutput;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A tree in a file; {@link KdFileHeader} describes the format. A reader computes the rest: the points in the space of the metric and in the
 * order of the tree, and the boxes.
 *
 * <p>Reading checks all values that kernels and searches follow, so that they stay within the arrays and end.
 *
 * @param points the points as they were given
 * @param identifiers the names of the rows
 */
public record KdFile(Points points, Metric metric, KdIndex index, Identifiers identifiers) implements TreeFile {

    @Override
    public void check() {
        KdFileHeader.checkKnown(metric);
    }

    @Override
    public void write(OutputStream out) throws IOException {
        KdGroups groups = index.groups();
        TreeFileOutput content = new TreeFileOutput(out, KdFileHeader.KIND, KdFileHeader.VERSION);
        new KdFileHeader(
                        metric,
                        !groups.isSingle(),
                        groups.isDropped(),
                        points.size(),
                        points.dims(),
                        index.layout().size(),
                        index.layout().leafBits(),
                        identifiers.bytes())
                .write(content);
        for (int row = 0; row < points.size(); row++) {
            for (int dim = 0; dim < points.dims(); dim++) {
                content.put(points.coordinate(row, dim));
            }
        }
        content.put(Arrays.copyOf(index.ids(), index.layout().size()));
        content.put(index.splits());
        content.put(groups.toArray());
        identifiers.write(content);
        content.finish();
    }

    public static KdFile read(Path file, Workers workers) throws TreeFileException {
        return TreeFileInput.read(file, in -> read(in, workers));
    }

    private static KdFile read(TreeFileInput in, Workers workers) throws IOException, Problem {
        KdFileHeader header = KdFileHeader.read(in);
        TreeLayout layout = header.layout();
        double[] coordinates = in.doubles(header.rows() * header.dims());
        int[] ids = in.ints(layout.size());
        int[] splits = in.ints(Integer.SIZE);
        int[] next = header.chained() ? in.ints(header.rows()) : new int[0];
        byte[][] identifiers = Identifiers.read(in, header.rows(), header.identifierBytes());
        in.checkSum();
        checkSplits(splits, layout.dims());
        checkRows(header, ids, next);
        return of(header, coordinates, layout, ids, splits, next, Identifiers.decoded(identifiers), workers);
    }

    private static KdFile of(
            KdFileHeader header,
            double[] coordinates,
            TreeLayout layout,
            int[] ids,
            int[] splits,
            int[] next,
            Identifiers identifiers,
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
        TreeArrays arrays = TreeArrays.of(layout, space, ids, workers);
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

    /** Checks that a slot or an earlier row leads to each row, and only one of them: so chains end, and no row is in two places. */
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
                    throw new Problem("damaged: the next row of a place is not a later row, or in another place: next["
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
