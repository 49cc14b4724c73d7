package dev.gyre.engine.tree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.sort.KeyColumns;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;

/** Orders queries by the leaves that they belong to, so that neighboring ones follow the same paths through a tree. */
final class LeafOrder {

    private final RadixSort sort;
    private final Stage located;
    private final SortSteps sorted;

    /**
     * Declares arrays.
     *
     * @param queries the queries in the form of entries
     * @param limits the limits of a search
     * @param norm code of the {@link Norm}
     */
    LeafOrder(
            TreeArrays arrays,
            TreeLayout max,
            double[] queries,
            double[] limits,
            int[] parameters,
            int norm,
            int batch,
            Layout layout) {
        int[] nodes = layout.ints(batch);
        sort = new RadixSort(batch, layout);
        int nodeBits = Integer.SIZE - Integer.numberOfLeadingZeros(max.count(1));
        sorted = sort.order(new KeyColumns(nodes, batch, 1, 0, nodeBits));
        located = TreeKernels.LOCATE.stage(
                batch, arrays.boxes(), queries, limits, parameters, nodes, max.dims(), max.shape(), norm);
    }

    /** The stage before {@link #sorted}. */
    Stage located() {
        return located;
    }

    /** The steps that sort the queries. */
    SortSteps sorted() {
        return sorted;
    }

    /** The queries in order, on the device. */
    int[] order() {
        return sorted.payload();
    }

    /** For each query in order its leaf, on the device. */
    int[] leaves() {
        return sorted.keys();
    }

    /** Sets the number of queries. */
    void setSize(int count) {
        sort.setSize(count);
    }
}
