package dev.gyre.engine.rtree;

import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Findings;
import dev.gyre.engine.tree.TreeLayout;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Checks the structure of a tree by recursion over the boxes of the host: from the root down to the rows, and back with their boxes. O(d n),
 * by one thread. For one use.
 */
public final class RTreeCheck {

    private final RTreeIndex index;
    private final TreeLayout layout;
    private final Findings findings = new Findings();
    private final double[] tree;
    private final double[] boxes;
    private final int width;
    private final BitSet seen = new BitSet();

    private RTreeCheck(RTreeIndex index, Workers workers) {
        this.index = index;
        layout = index.layout();
        tree = index.tree(workers);
        boxes = index.boxes().array();
        width = 2 * layout.dims();
    }

    /**
     * Checks a tree.
     *
     * @param workers derive the boxes of nodes if no search has done so
     */
    public static StructureReport run(RTreeIndex index, Workers workers) {
        if (index.layout().size() == 0) {
            return new Findings().report();
        }
        RTreeCheck check = new RTreeCheck(index, workers);
        workers.forEachSlice(1, 1, (begin, end) -> check.run());
        return check.findings.report();
    }

    private void run() {
        boxOf(layout.levels(), 0);
        findings.begin();
        int size = layout.size();
        for (int row = seen.nextClearBit(0); row < size; row = seen.nextClearBit(row + 1)) {
            findings.add("row " + row + " is in no slot");
        }
    }

    private double[] boxOf(int level, int node) {
        double[] box = level == 0 ? boxOfRow(node) : boxOfChildren(level, node);
        int number = layout.starts()[level] + node;
        for (int i = 0; i < width; i++) {
            double stored = tree[number * width + i];
            if (stored != box[i]) {
                findings.add("box " + number + ": bound " + i + " is " + stored + ", that of its rows is " + box[i]);
            }
        }
        return box;
    }

    private double[] boxOfChildren(int level, int node) {
        double[] box = null;
        int from = node * layout.nodeSize();
        int to = Math.min(from + layout.nodeSize(), layout.count(level - 1));
        for (int child = from; child < to; child++) {
            double[] other = boxOf(level - 1, child);
            for (int i = 0; i < width && box != null; i++) {
                box[i] = i < layout.dims() ? Math.min(box[i], other[i]) : Math.max(box[i], other[i]);
            }
            box = box == null ? other : box;
        }
        return box;
    }

    private double[] boxOfRow(int slot) {
        int row = index.ids()[slot];
        if (row < 0 || row >= layout.size()) {
            findings.add("slot " + slot + ": there is no row " + row);
            return Arrays.copyOfRange(tree, slot * width, (slot + 1) * width);
        }
        if (seen.get(row)) {
            findings.add("slot " + slot + ": row " + row + " is in an earlier slot too");
        }
        seen.set(row);
        return Arrays.copyOfRange(boxes, row * width, (row + 1) * width);
    }
}
