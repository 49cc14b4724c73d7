package dev.gyre.engine.rtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.rtree.BoxLocate;
import dev.gyre.tasks.rtree.BoxNearest;
import dev.gyre.tasks.rtree.BoxNearestJvm;
import dev.gyre.tasks.rtree.LeastRows;

/** The kernels that search an R-tree for the nearest boxes. */
public final class RTreeNearestKernels {

    /** The least row below each node of a level, as {@link LeastRows#joinRows}. */
    public static final Kernel LEAST = Kernel.of(LeastRows.class);

    /** Where a search begins, as {@link BoxLocate#locateNodes}. */
    public static final Kernel LOCATE = Kernel.of(BoxLocate.class).withProofOfScalars();

    /** The nearest boxes, as {@link BoxNearest#nearest}. */
    public static final Kernel NEAREST =
            Kernel.of(BoxNearest.class).withJvmVariant(BoxNearestJvm.class).withProofOfScalars();

    private RTreeNearestKernels() {}
}
