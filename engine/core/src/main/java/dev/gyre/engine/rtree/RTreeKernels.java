package dev.gyre.engine.rtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.rtree.BoxCheck;
import dev.gyre.tasks.rtree.BoxCount;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.BoxKeys;
import dev.gyre.tasks.rtree.BoxWrite;
import dev.gyre.tasks.rtree.HilbertKeys;
import dev.gyre.tasks.rtree.NodeBoxes;
import dev.gyre.tasks.rtree.TileMarks;

/** The kernels that build, check and search an R-tree. */
public final class RTreeKernels {

    /** Whole numbers in the order of the middles, as {@link BoxKeys#makeKeys}. */
    public static final Kernel KEYS = Kernel.of(BoxKeys.class);

    /** Places along a Hilbert curve, as {@link HilbertKeys#makeKeys}. */
    public static final Kernel HILBERT = Kernel.of(HilbertKeys.class);

    /** Tiles of an order, as {@link TileMarks#markTiles}. */
    public static final Kernel TILES = Kernel.of(TileMarks.class);

    /** Boxes in the order of the tree, as {@link BoxGather#fetchBoxes}. */
    public static final Kernel GATHER = Kernel.of(BoxGather.class);

    /** Boxes of a level of nodes, as {@link NodeBoxes#joinBoxes}. */
    public static final Kernel NODES = Kernel.of(NodeBoxes.class);

    /** Boxes of slots and nodes that are not what they must be, as {@link BoxCheck#checkBoxes}. */
    public static final Kernel CHECK = Kernel.of(BoxCheck.class);

    /** Numbers of matches, as {@link BoxCount#countMatches}. */
    public static final Kernel COUNT = Kernel.of(BoxCount.class).withProofOfScalars();

    /** Matches, as {@link BoxWrite#writeMatches}. */
    public static final Kernel WRITE = Kernel.of(BoxWrite.class).withProofOfScalars();

    private RTreeKernels() {}
}
