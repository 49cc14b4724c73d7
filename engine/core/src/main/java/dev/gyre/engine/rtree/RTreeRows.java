package dev.gyre.engine.rtree;

import dev.gyre.engine.search.NearestRows;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.BoxRelations;

/** The boxes of a tree around one query, which is a box too, the nearest first. Nodes are numbers of boxes of {@link TreeLayout}. */
final class RTreeRows extends NearestRows {

    private final TreeLayout layout;
    private final int[] ids;
    private final double[] tree;
    private final double[] query;
    private final int norm;

    /**
     * Begins at the root.
     *
     * @param tree the tree's boxes
     * @param query the query's lower, then its upper bounds
     * @param limit the largest key
     * @param norm code of the norm
     */
    RTreeRows(RTreeIndex index, double[] tree, double[] query, double limit, int norm) {
        super(limit);
        layout = index.layout();
        ids = index.ids();
        this.tree = tree;
        this.query = query;
        this.norm = norm;
        if (layout.size() > 0) {
            addNode(0, layout.numbers() - 1);
        }
    }

    @Override
    protected void expand(int node) {
        int level = 1;
        while (node >= layout.starts()[level + 1]) {
            level++;
        }
        int below = layout.starts()[level - 1];
        int first = below + (node - layout.starts()[level]) * layout.nodeSize();
        int end = Math.min(first + layout.nodeSize(), layout.starts()[level]);
        for (int box = first; box < end; box++) {
            double key = BoxRelations.key(query, 0, tree, 2 * box * layout.dims(), layout.dims(), norm);
            if (level > 1) {
                addNode(key, box);
            } else {
                addRow(key, ids[box]);
            }
        }
    }
}
