package dev.gyre.engine.rtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.rtree.FrontierBegin;
import dev.gyre.tasks.rtree.FrontierMark;
import dev.gyre.tasks.rtree.FrontierRows;
import dev.gyre.tasks.rtree.FrontierWrite;

/** The kernels that descend two R-trees together, level by level. */
public final class FrontierKernels {

    /** The first pairs, as {@link FrontierBegin#makePairs}. */
    public static final Kernel BEGIN = Kernel.of(FrontierBegin.class);

    /** Which children of a pair may match, as {@link FrontierMark#markChildren}. */
    public static final Kernel MARK = Kernel.of(FrontierMark.class).withProofOfScalars();

    /** The pairs of the next level, as {@link FrontierWrite#writeChildren}. */
    public static final Kernel WRITE = Kernel.of(FrontierWrite.class);

    /** Where the matches of each left box begin, as {@link FrontierRows#findRows}. */
    public static final Kernel ROWS = Kernel.of(FrontierRows.class);

    private FrontierKernels() {}
}
