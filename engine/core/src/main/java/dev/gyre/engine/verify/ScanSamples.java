package dev.gyre.engine.verify;

import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.scan.TileScan;
import dev.gyre.tasks.scan.TileSum;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link ScanKernels}. */
final class ScanSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(ScanKernels.ROW_SCAN, ScanSamples::sampleRowScan),
            KernelSample.of(ScanKernels.TILE_SUM, ScanSamples::sampleTileSum),
            KernelSample.of(ScanKernels.TILE_SCAN, ScanSamples::sampleTileScan),
            KernelSample.of(ScanKernels.FLAG_SCATTER, ScanSamples::sampleFlagScatter));

    private ScanSamples() {}

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
