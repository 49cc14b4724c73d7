package dev.gyre.engine.topk;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.tree.TreeLayout;
import java.util.Arrays;

/**
 * A MAX aR-tree (Papadias, Kalnis, Zhang and Tao, 2001): an R-tree in which each node has the best value and the least row of the rows
 * below it. Entries and nodes are numbered from the bottom up. Immutable; safe for use by several threads.
 */
final class RankedTree {

    private static final int NODE_SIZE = 16;

    /** Most rows that are packed by the calling thread alone, a power of two. */
    private static final int FEW = 1 << 14;

    private static final int SLICE = 1 << 12;

    private final TreeLayout layout;
    private final double[] bounds;
    private final double[] values;
    private final int[] min;

    private RankedTree(TreeLayout layout, double[] bounds, double[] values, int... min) {
        this.layout = layout;
        this.bounds = bounds;
        this.values = values;
        this.min = min;
    }

    /**
     * Builds a tree of some rows.
     *
     * @param boxes a box for each of these rows, in their order
     * @param of rows and values
     */
    static RankedTree build(Context context, Boxes boxes, Side.Rows of, Progress progress) {
        TreeLayout layout = TreeLayout.ofBoxes(boxes.size(), boxes.dims(), NODE_SIZE);
        RTreeIndex index = boxes.size() <= FEW
                ? new RTreeIndex(boxes, layout, Packing.STR, tiles(boxes, NODE_SIZE))
                : RTreeIndex.build(
                                context,
                                boxes,
                                Packing.of(boxes.dims()),
                                NODE_SIZE,
                                (done, total) -> !progress.cancelled())
                        .index();
        return of(index, of, context.workers());
    }

    /** Builds a tree of some rows of a side. */
    static RankedTree build(TopKCall call, boolean ofLeft, Side.Rows of) {
        return build(call.context(), call.finder().boxes(ofLeft, of), of, call.watch());
    }

    /** Makes a tree from an R-tree, with values of its rows. */
    static RankedTree of(RTreeIndex index, Side.Rows of, Workers workers) {
        TreeLayout layout = index.layout();
        double[] values = new double[layout.numbers()];
        int[] min = new int[layout.numbers()];
        workers.forEachSlice(
                layout.size(),
                SLICE,
                (begin, end) -> {
                    for (int slot = begin; slot < end; slot++) {
                        values[slot] = of.values()[index.ids()[slot]];
                        min[slot] = of.row(index.ids()[slot]);
                    }
                },
                Progress.NONE);
        for (int level = 1; level <= layout.levels(); level++) {
            int height = level;
            workers.forEachSlice(
                    layout.count(level),
                    SLICE,
                    (begin, end) -> reduce(layout, height, begin, end, values, min),
                    Progress.NONE);
        }
        return new RankedTree(layout, index.tree(workers), values, min);
    }

    /** Computes the best values and least rows of some nodes of a level. */
    private static void reduce(TreeLayout layout, int level, int begin, int end, double[] values, int... min) {
        int below = layout.starts()[level - 1];
        int here = layout.starts()[level];
        for (int node = begin; node < end; node++) {
            int from = below + node * layout.nodeSize();
            int to = Math.min(here, from + layout.nodeSize());
            double max = values[from];
            int first = min[from];
            for (int child = from + 1; child < to; child++) {
                max = Math.max(max, values[child]);
                first = Math.min(first, min[child]);
            }
            values[here + node] = max;
            min[here + node] = first;
        }
    }

    /** Packs few rows in tiles (STR): strips of one dimension, each in the order of another one. */
    private static int[] tiles(Boxes boxes, int nodeSize) {
        int size = boxes.size();
        int dims = boxes.dims();
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        sort(boxes, 0, order, 0, size);
        if (dims > 1) {
            int nodes = Math.ceilDiv(size, nodeSize);
            int strip = Math.ceilDiv(nodes, (int) Math.ceil(Math.sqrt(nodes))) * nodeSize;
            for (int begin = 0; begin < size; begin += strip) {
                sort(boxes, 1, order, begin, Math.min(size, begin + strip));
            }
        }
        return order;
    }

    /** Orders some boxes by the middles of their sides in a dimension. */
    private static void sort(Boxes boxes, int dim, int[] order, int begin, int end) {
        double[] bounds = boxes.array();
        int dims = boxes.dims();
        double[] middles = new double[end - begin];
        double low = Double.POSITIVE_INFINITY;
        for (int i = 0; i < middles.length; i++) {
            int at = 2 * dims * order[begin + i] + dim;
            middles[i] = 0.5 * bounds[at] + 0.5 * bounds[at + dims];
            low = Math.min(low, middles[i]);
        }
        long[] keys = new long[middles.length];
        for (int i = 0; i < keys.length; i++) {
            // Of the distance from the first middle, so that the bits that give way to the row matter nowhere.
            keys[i] = Double.doubleToRawLongBits(middles[i] - low) & -FEW | order[begin + i];
        }
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) {
            order[begin + i] = (int) keys[i] & (FEW - 1);
        }
    }

    int size() {
        return layout.size();
    }

    /** Number of the root. */
    int root() {
        return layout.numbers() - 1;
    }

    /** First number of a level. */
    int start(int level) {
        return layout.starts()[level];
    }

    /** First child of a node. */
    int firstChild(int node, int level) {
        return layout.starts()[level - 1] + (node - layout.starts()[level]) * layout.nodeSize();
    }

    /** End of the children of a node, exclusive. */
    int childrenEnd(int node, int level) {
        return Math.min(layout.starts()[level], firstChild(node, level) + layout.nodeSize());
    }

    /** The bounds of all boxes: for each box {@code dims} lower ones, then upper ones. */
    double[] bounds() {
        return bounds;
    }

    /** The best value below a node, or of a row. */
    double value(int node) {
        return values[node];
    }

    /** The least row below a node, or the row of an entry. */
    int row(int node) {
        return min[node];
    }

    int dims() {
        return layout.dims();
    }

    /** Level of the root. */
    int levels() {
        return layout.levels();
    }

    int nodeSize() {
        return layout.nodeSize();
    }
}
