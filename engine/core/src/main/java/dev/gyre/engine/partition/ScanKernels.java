package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.partition.FlagScatterWorkGroup;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.scan.RowScanWorkGroup;
import dev.gyre.tasks.scan.TileScan;
import dev.gyre.tasks.scan.TileScanWorkGroup;
import dev.gyre.tasks.scan.TileSum;
import dev.gyre.tasks.scan.TileSumWorkGroup;

/** The kernels of scans, and of what is built on a scan of flags. */
public final class ScanKernels {

    /** Exclusive sums along rows, as {@link RowScan#scanRows}. */
    public static final Kernel ROW_SCAN = Kernel.of(RowScan.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(RowScanWorkGroup.class, RowScanWorkGroup.THREADS));

    /** A sum for each tile, as {@link TileSum#sumTiles}. */
    public static final Kernel TILE_SUM = Kernel.of(TileSum.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(TileSumWorkGroup.class, TileSumWorkGroup.THREADS));

    /** Running sums along each tile, as {@link TileScan#scanTiles}. */
    public static final Kernel TILE_SCAN = Kernel.of(TileScan.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(TileScanWorkGroup.class, TileScanWorkGroup.THREADS));

    /** Flagged elements to the front, as {@link FlagScatter#scatterFlagged}. */
    public static final Kernel FLAG_SCATTER = Kernel.of(FlagScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FlagScatterWorkGroup.class, FlagScatterWorkGroup.THREADS));

    private ScanKernels() {}
}
