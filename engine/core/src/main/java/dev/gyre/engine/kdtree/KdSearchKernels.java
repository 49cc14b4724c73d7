package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.tree.KdLocate;
import dev.gyre.tasks.tree.KdLocateJvm;
import dev.gyre.tasks.tree.KdNearest;
import dev.gyre.tasks.tree.KdNearestJvm;
import dev.gyre.tasks.tree.KdQueryParameters;
import dev.gyre.tasks.tree.KdRangeCount;
import dev.gyre.tasks.tree.KdRangeCountJvm;
import dev.gyre.tasks.tree.KdRangeWrite;
import dev.gyre.tasks.tree.KdRangeWriteJvm;
import dev.gyre.tasks.tree.KdRegions;

/** The kernels that search a kd-tree. */
public final class KdSearchKernels {

    /** The leaf where a query belongs, as {@link KdLocate#locateLeaves}. */
    public static final Kernel LOCATE =
            Kernel.of(KdLocate.class).withJvmVariant(KdLocateJvm.class).withProofOfScalars();

    /** The nearest points, as {@link KdNearest#nearest}. */
    public static final Kernel NEAREST =
            Kernel.of(KdNearest.class).withJvmVariant(KdNearestJvm.class).withProofOfScalars();

    /** How many slots are in each region, as {@link KdRangeCount#countInRange}. */
    public static final Kernel RANGE_COUNT =
            Kernel.of(KdRangeCount.class).withJvmVariant(KdRangeCountJvm.class).withProofOfScalars();

    /** The slots in each region, as {@link KdRangeWrite#writeInRange}. */
    public static final Kernel RANGE_WRITE =
            Kernel.of(KdRangeWrite.class).withJvmVariant(KdRangeWriteJvm.class).withProofOfScalars();

    private KdSearchKernels() {}

    /** Numbers that describe a region. */
    public static int regionLength(int kind, int dims) {
        return kind == KdRegions.WINDOW ? 2 * dims : dims + 2;
    }

    /** Writes what a search for the nearest compares with. */
    static void writeLimits(double[] limits, double limit, double scale) {
        limits[KdNearest.LIMIT] = limit;
        limits[KdNearest.SCALE] = scale;
    }

    /**
     * Parameters of a search in all of a tree.
     *
     * @param self whether the queries are the tree's own points, in the order of the slots
     */
    public static int[] parameters(KdLayout layout, int queries, boolean self) {
        int[] parameters = new int[KdQueryParameters.LENGTH];
        parameters[KdQueryParameters.SIZE] = layout.size();
        parameters[KdQueryParameters.LEAF_BITS] = layout.leafBits();
        parameters[KdQueryParameters.HEIGHT] = layout.height();
        parameters[KdQueryParameters.QUERIES] = queries;
        parameters[KdQueryParameters.SELF] = self ? 1 : 0;
        return parameters;
    }
}
