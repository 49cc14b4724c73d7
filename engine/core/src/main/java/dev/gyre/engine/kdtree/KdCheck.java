package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Findings;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Checks a tree from the root down by plain recursion, in {@code double}: boxes and order by the points below each node, then
 * for each slot that its rows belong there, and that all rows are there once.
 *
 * <p>O(d n), by one thread. For one use.
 */
public final class KdCheck {

    private final KdIndex index;
    private final TreeLayout layout;
    private final TreeArrays arrays;
    private final KdGroups groups;
    private final Points points;
    private final int dims;
    private final Findings findings = new Findings();
    private final BitSet seen = new BitSet();
    private final double[] cuts;

    private KdCheck(KdIndex index) {
        this.index = index;
        layout = index.layout();
        arrays = index.arrays();
        groups = index.groups();
        points = index.points();
        dims = layout.dims();
        cuts = index.cuts();
    }

    /** Checks a tree, in a loop of one item, which ends for an interrupted thread as all calls do. */
    public static StructureReport run(KdIndex index, Workers workers) {
        KdCheck check = new KdCheck(index);
        workers.forEachSlice(1, 1, (begin, end) -> check.run());
        return check.findings.report();
    }

    private void run() {
        if (layout.size() > 0) {
            checkHeight();
            boxOf(1);
            findings.begin();
            for (int slot = 0; slot < layout.size(); slot++) {
                checkPlace(slot);
            }
        }
        int size = points.size();
        for (int row = seen.nextClearBit(0); row < size; row = seen.nextClearBit(row + 1)) {
            checkMissing(row);
        }
    }

    private void checkHeight() {
        int max = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(points.size()) + 1;
        if (layout.height() + 1 > max) {
            findings.add("the tree has " + (layout.height() + 1) + " levels, at most " + max + " are allowed");
        }
    }

    /** The smallest box around the points of a node: dims lower and dims upper bounds, and the least row. */
    private double[] boxOf(int node) {
        double[] box = node < layout.leaves() ? boxOfChildren(node) : boxOfPoints(node);
        int min = arrays.rows()[layout.size() + node - 1];
        if (min != box[2 * dims]) {
            findings.add(
                    "node " + node + ": the least row is " + min + ", that of its points is " + (int) box[2 * dims]);
        }
        for (int i = 0; i < 2 * dims; i++) {
            double stored = arrays.boxes()[TreeLayout.box(node, dims) + i];
            if (stored != box[i]) {
                findings.add("node " + node + ": bound " + i + " of the box is " + stored + ", that of its points is "
                        + box[i]);
            }
        }
        return box;
    }

    private double[] boxOfChildren(int node) {
        double[] left = boxOf(2 * node);
        double[] right = boxOf(2 * node + 1);
        int split = index.splits()[layout.rootBits() - TreeLayout.depth(node)];
        if (left[dims + split] > right[split]
                && CoordinateKeys.key(left[dims + split], cuts, split)
                        > CoordinateKeys.key(right[split], cuts, split)) {
            findings.add("node " + node + ": a point of the left child is at " + left[dims + split] + " in dimension "
                    + split + ", one of the right child at " + right[split]);
        }
        double[] box = new double[2 * dims + 1];
        for (int dim = 0; dim < dims; dim++) {
            box[dim] = Math.min(left[dim], right[dim]);
            box[dims + dim] = Math.max(left[dims + dim], right[dims + dim]);
        }
        box[2 * dims] = Math.min(left[2 * dims], right[2 * dims]);
        return box;
    }

    private double[] boxOfPoints(int leaf) {
        double[] box = new double[2 * dims + 1];
        Arrays.fill(box, 0, dims, Double.MAX_VALUE);
        Arrays.fill(box, dims, 2 * dims, -Double.MAX_VALUE);
        box[2 * dims] = Integer.MAX_VALUE;
        for (int slot = layout.from(leaf); slot < layout.to(leaf); slot++) {
            for (int dim = 0; dim < dims; dim++) {
                double place = arrays.entries()[slot * dims + dim];
                box[dim] = Math.min(box[dim], place);
                box[dims + dim] = Math.max(box[dims + dim], place);
            }
            box[2 * dims] = Math.min(box[2 * dims], arrays.rows()[slot]);
        }
        return box;
    }

    /** Checks the rows of a slot, up to the first invalid one. */
    private void checkPlace(int slot) {
        int before = -1;
        for (int row = arrays.rows()[slot]; row != KdGroups.NONE || before < 0; row = groups.next(row)) {
            if (row <= before || row >= points.size()) {
                findings.add("slot " + slot + ": row " + row + " comes after row " + before + " of " + points.size());
                return;
            }
            if (seen.get(row)) {
                findings.add("slot " + slot + ": row " + row + " is in another place too");
                return;
            }
            seen.set(row);
            if (!isAt(slot, row)) {
                findings.add("slot " + slot + ": row " + row + " has other coordinates");
            }
            if (before >= 0 && !KdGroups.equal(points, before, row)) {
                findings.add("slot " + slot + ": rows " + before + " and " + row + " pass for equal");
            }
            if (groups.isDropped() && before >= 0) {
                findings.add("slot " + slot + ": row " + row + " is equal to an earlier one and was not left out");
            }
            before = row;
        }
    }

    private boolean isAt(int slot, int row) {
        for (int dim = 0; dim < dims; dim++) {
            if (arrays.entries()[slot * dims + dim] != points.coordinate(row, dim)) {
                return false;
            }
        }
        return true;
    }

    /** Reports a row that is in no place, unless it was dropped because an earlier equal row is in a place. */
    private void checkMissing(int row) {
        if (!groups.isDropped()) {
            findings.add("row " + row + " is in no place");
        } else if (!hasEarlierEqual(1, row)) {
            findings.add("row " + row + " was left out, and no earlier row is equal to it");
        }
    }

    private boolean hasEarlierEqual(int node, int row) {
        for (int dim = 0; dim < dims; dim++) {
            double place = points.coordinate(row, dim);
            int box = TreeLayout.box(node, dims) + dim;
            if (place < arrays.boxes()[box] || place > arrays.boxes()[box + dims]) {
                return false;
            }
        }
        if (node < layout.leaves()) {
            return hasEarlierEqual(2 * node, row) || hasEarlierEqual(2 * node + 1, row);
        }
        for (int slot = layout.from(node); slot < layout.to(node); slot++) {
            int head = arrays.rows()[slot];
            if (isAt(slot, row) && head >= 0 && head < row && KdGroups.equal(points, head, row)) {
                return true;
            }
        }
        return false;
    }
}
