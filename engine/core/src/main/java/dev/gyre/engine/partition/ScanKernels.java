package dev.gyre.engine.partition;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.TileSample;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.partition.FlagScatterWorkGroup;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.scan.RowScanWorkGroup;
import dev.gyre.tasks.scan.TileScan;
import dev.gyre.tasks.scan.TileScanWorkGroup;
import dev.gyre.tasks.scan.TileSum;
import dev.gyre.tasks.scan.TileSumWorkGroup;
import java.util.List;
import java.util.Random;

/** The kernels of scans, and of what is built on a scan of flags. */
public final class ScanKernels implements KernelCatalog {

    /** Exclusive sums along rows, as {@link RowScan#scanRows}. */
    public static final Kernel ROW_SCAN = Kernel.of(
                    "row-scan", (KernelFunction.Of3<int[], int[], int[]>) RowScan::scanRows, ScanKernels::sampleRowScan)
            .withGroupVariant(GroupFunction.groupPerItem(RowScanWorkGroup.class, "scanRows", RowScanWorkGroup.THREADS))
            .withCoarseItems();

    /** A sum for each tile, as {@link TileSum#sumTiles}. */
    static final Kernel TILE_SUM = Kernel.of(
                    "tile-sum", (KernelFunction.Of3<int[], int[], int[]>) TileSum::sumTiles, ScanKernels::sampleTileSum)
            .withGroupVariant(GroupFunction.groupPerItem(TileSumWorkGroup.class, "sumTiles", TileSumWorkGroup.THREADS))
            .withCoarseItems();

    /** Running sums along each tile, as {@link TileScan#scanTiles}. */
    static final Kernel TILE_SCAN = Kernel.of(
                    "tile-scan",
                    (KernelFunction.Of5<int[], int[], int[], int[], int[]>) TileScan::scanTiles,
                    ScanKernels::sampleTileScan)
            .withGroupVariant(
                    GroupFunction.groupPerItem(TileScanWorkGroup.class, "scanTiles", TileScanWorkGroup.THREADS))
            .withCoarseItems();

    /** Flagged elements to the front, as {@link FlagScatter#scatterFlagged}. */
    static final Kernel FLAG_SCATTER = Kernel.of(
                    "flag-scatter",
                    (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) FlagScatter::scatterFlagged,
                    ScanKernels::sampleFlagScatter)
            .withGroupVariant(GroupFunction.groupPerItem(
                    FlagScatterWorkGroup.class, "scatterFlagged", FlagScatterWorkGroup.THREADS))
            .withCoarseItems();

    /** For the service loader. */
    public ScanKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(ROW_SCAN, TILE_SUM, TILE_SCAN, FLAG_SCATTER);
    }

    private static Invocation sampleRowScan(Sample sample) {
        Random random = sample.random();
        int rows = 1 + random.nextInt(5);
        int columns = Math.max(1, sample.size());
        int[] values = random.ints((long) rows * columns, 0, 1000).toArray();
        int[] totals = new int[rows];
        return new Invocation(rows, List.of(values, new int[] {columns}, totals), List.of(values, totals));
    }

    private static Invocation sampleTileSum(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        boolean flags = tiles.random.nextBoolean();
        int[] values = flags ? tiles.flags() : tiles.ints();
        tiles.withMode(flags ? TileSum.FLAGS : TileSum.VALUES);
        int[] sums = new int[tiles.tiles()];
        return new Invocation(tiles.tiles(), List.of(values, tiles.parameters, sums), List.of(sums));
    }

    private static Invocation sampleTileScan(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        tiles.withMode(tiles.random.nextBoolean() ? TileScan.INCLUSIVE : TileScan.EXCLUSIVE);
        int[] values = tiles.ints();
        int[] bases = tiles.random.ints(tiles.tiles()).toArray();
        int[] sums = new int[tiles.n];
        int[] overflows = new int[tiles.tiles()];
        return new Invocation(
                tiles.tiles(), List.of(values, tiles.parameters, bases, sums, overflows), List.of(sums, overflows));
    }

    private static Invocation sampleFlagScatter(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        int mode = tiles.random.nextInt(4);
        tiles.withMode(mode);
        int[] flags = tiles.flags();
        // One at least, so that there is an output.
        flags[tiles.random.nextInt(tiles.n)] = 1;
        int[] payload = tiles.ints();
        int[] bases = new int[tiles.tiles()];
        TileSample counted = new TileSample(sample, 0).withMode(TileSum.FLAGS);
        int[] total = new int[1];
        TileSum.sumTiles(0, tiles.tiles(), flags, counted.parameters, bases);
        RowScan.scanRows(0, 1, bases, counted.parameters, total);
        int[] out = new int[(mode & FlagScatter.OTHERS) != 0 ? tiles.n : total[0]];
        return new Invocation(
                tiles.tiles(), List.of(flags, payload, tiles.parameters, bases, total, out), List.of(out));
    }
}
