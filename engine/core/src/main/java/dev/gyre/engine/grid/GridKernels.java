package dev.gyre.engine.grid;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.grid.GridDirectory;
import dev.gyre.tasks.grid.GridKeys;
import dev.gyre.tasks.grid.GridMatches;
import dev.gyre.tasks.grid.GridMatchesJvm;
import dev.gyre.tasks.grid.GridNearest;
import dev.gyre.tasks.grid.GridPoints;
import dev.gyre.tasks.grid.GridStarts;

public final class GridKernels {

    /** The keys of the cells of points, as {@link GridKeys#makeCellKeys}. */
    public static final Kernel KEYS = Kernel.of(GridKeys.class).withProofOfScalars();

    /** Cells that have points, as {@link GridStarts#noteCells}. */
    public static final Kernel STARTS = Kernel.of(GridStarts.class);

    /** The directory of the cells, as {@link GridDirectory#findEntries}. */
    public static final Kernel DIRECTORY = Kernel.of(GridDirectory.class);

    /** Points in the order of the cells, as {@link GridPoints#fetchCellPoints}. */
    public static final Kernel POINTS = Kernel.of(GridPoints.class).withProofOfScalars();

    /** The slots around each query, counted or written, as {@link GridMatches#findInCells}. */
    public static final Kernel MATCHES =
            Kernel.of(GridMatches.class).withJvmVariant(GridMatchesJvm.class).withProofOfScalars();

    /** The nearest points, as {@link GridNearest#nearestInCells}. */
    public static final Kernel NEAREST = Kernel.of(GridNearest.class).withProofOfScalars();

    private GridKernels() {}
}
