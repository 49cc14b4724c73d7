package dev.gyre.engine.topk;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.rtree.RTreeAggregates;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.rtree.RTreeLayout;
import java.util.Arrays;

/**
 * A MAX aR-tree (Papadias, Kalnis, Zhang and Tao, 2001): an R-tree of which each node has the best value of the rows below it. Nodes, and the boxes that the
 * tree was built of, are numbered from the bottom up. Immutable; safe for use by several threads.
 */
final class RankedTree {

    private final RTreeLayout layout;
    private final double[] bounds;
    private final double[] values;
    private final int[] rows;

    private RankedTree(RTreeLayout layout, double[] bounds, double[] values, int... rows) {
        this.layout = layout;
        this.bounds = bounds;
        this.values = values;
        this.rows = rows;
    }

    /**
     * Builds a tree of some rows.
     *
     * @param boxes a box for each of these rows, in their order
     * @param of rows and values
     */
    static RankedTree build(Context context, Boxes boxes, Side.Rows of, int nodeSize, Progress progress) {
        RTreeIndex index = RTreeIndex.build(
                        context, boxes, Packing.of(boxes.dims()), nodeSize, (done, total) -> !progress.cancelled())
                .index();
        double[][] levels = RTreeAggregates.of(context, index, Aggregate.MAX, of.values());
        double[] values = new double[index.layout().boxes()];
        int at = 0;
        for (double[] level : levels) {
            System.arraycopy(level, 0, values, at, level.length);
            at += level.length;
        }
        int[] rows = Arrays.stream(index.ids()).map(of::row).toArray();
        return new RankedTree(index.layout(), index.tree(context.workers()), values, rows);
    }

    /** Number of the root; -1 for a tree of no rows. */
    int root() {
        return layout.boxes() - 1;
    }

    /** Level of a number: 0 for a row. */
    int level(int node) {
        int level = 0;
        while (node >= layout.starts()[level + 1]) {
            level++;
        }
        return level;
    }

    /** First child of a node. */
    int firstChild(int node, int level) {
        return layout.starts()[level - 1] + (node - layout.starts()[level]) * layout.nodeSize();
    }

    /** After the last child of a node. */
    int childrenEnd(int node, int level) {
        return Math.min(layout.starts()[level], firstChild(node, level) + layout.nodeSize());
    }

    /** The bounds of all boxes: of each {@code dims} lower ones, then upper ones. */
    double[] bounds() {
        return bounds;
    }

    /** The best value below each node. */
    double value(int node) {
        return values[node];
    }

    /** The row that a number below the nodes stands for. */
    int row(int entry) {
        return rows[entry];
    }

    int dims() {
        return layout.dims();
    }

    int levels() {
        return layout.levels();
    }

    int nodeSize() {
        return layout.nodeSize();
    }
}
