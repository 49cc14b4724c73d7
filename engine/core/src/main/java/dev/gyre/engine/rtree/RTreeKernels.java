package dev.gyre.engine.rtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.BoxKeys;
import dev.gyre.tasks.rtree.FrontierBegin;
import dev.gyre.tasks.rtree.FrontierMark;
import dev.gyre.tasks.rtree.FrontierRows;
import dev.gyre.tasks.rtree.FrontierWrite;
import dev.gyre.tasks.rtree.HilbertKeys;
import dev.gyre.tasks.rtree.TileMarks;

/** The kernels that build, check and search an R-tree. */
public final class RTreeKernels {

    /** Whole numbers in the order of the middles, as {@link BoxKeys#makeKeys}. */
    public static final Kernel KEYS = Kernel.of(BoxKeys.class);

    /** Positions along a Hilbert curve, as {@link HilbertKeys#makeKeys}. */
    public static final Kernel HILBERT = Kernel.of(HilbertKeys.class);

    /** Tiles of an order, as {@link TileMarks#markTiles}. */
    public static final Kernel TILES = Kernel.of(TileMarks.class);

    /** Boxes in the order of the tree, as {@link BoxGather#fetchBoxes}. */
    public static final Kernel GATHER = Kernel.of(BoxGather.class);

    /** The first pairs, as {@link FrontierBegin#makePairs}. */
    public static final Kernel FRONTIER_BEGIN = Kernel.of(FrontierBegin.class);

    /** The children of pairs that may match, as {@link FrontierMark#markChildren}. */
    public static final Kernel FRONTIER_MARK = Kernel.of(FrontierMark.class).withProofOfScalars();

    /** The pairs of the next level, as {@link FrontierWrite#writeChildren}. */
    public static final Kernel FRONTIER_WRITE = Kernel.of(FrontierWrite.class);

    /** The beginnings of the matches of each left box, as {@link FrontierRows#findRows}. */
    public static final Kernel FRONTIER_ROWS = Kernel.of(FrontierRows.class);

    private RTreeKernels() {}
}
