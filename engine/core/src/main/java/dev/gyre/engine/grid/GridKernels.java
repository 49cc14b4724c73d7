package dev.gyre.engine.grid;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.grid.GridDirectory;
import dev.gyre.tasks.grid.GridKeys;
import dev.gyre.tasks.grid.GridNearest;
import dev.gyre.tasks.grid.GridPoints;
import dev.gyre.tasks.grid.GridRangeCount;
import dev.gyre.tasks.grid.GridRangeCountJvm;
import dev.gyre.tasks.grid.GridRangeWrite;
import dev.gyre.tasks.grid.GridRangeWriteJvm;
import dev.gyre.tasks.grid.GridStarts;

/** The kernels of grids. */
public final class GridKernels {

    /** The keys of the cells of points, as {@link GridKeys#makeCellKeys}. */
    public static final Kernel KEYS = Kernel.of(GridKeys.class).withProofOfScalars();

    /** Cells that have points, as {@link GridStarts#noteCells}. */
    public static final Kernel STARTS = Kernel.of(GridStarts.class);

    /** The directory of the cells, as {@link GridDirectory#findEntries}. */
    public static final Kernel DIRECTORY = Kernel.of(GridDirectory.class);

    /** Points in the order of the cells, as {@link GridPoints#fetchCellPoints}. */
    public static final Kernel POINTS = Kernel.of(GridPoints.class).withProofOfScalars();

    /** How many slots are around each query, as {@link GridRangeCount#countInCells}. */
    public static final Kernel RANGE_COUNT = Kernel.of(GridRangeCount.class)
            .withJvmVariant(GridRangeCountJvm.class)
            .withProofOfScalars();

    /** The slots around each query, as {@link GridRangeWrite#writeInCells}. */
    public static final Kernel RANGE_WRITE = Kernel.of(GridRangeWrite.class)
            .withJvmVariant(GridRangeWriteJvm.class)
            .withProofOfScalars();

    /** The nearest points, as {@link GridNearest#nearestInCells}. */
    public static final Kernel NEAREST = Kernel.of(GridNearest.class).withProofOfScalars();

    private GridKernels() {}
}
