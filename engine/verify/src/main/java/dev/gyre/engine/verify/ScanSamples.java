package dev.gyre.engine.verify;

import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.partition.LevelReduction;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.scan.Reductions;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.scan.TileScan;
import dev.gyre.tasks.scan.TileSum;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link Scan} and {@link Reduction}. */
final class ScanSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(Scan.ROW_SCAN, ScanSamples::sampleRowScan),
            KernelSample.of(Scan.TILE_SUM, ScanSamples::sampleTileSum),
            KernelSample.of(Scan.TILE_SCAN, ScanSamples::sampleTileScan),
            KernelSample.of(FlagSplit.FLAG_SCATTER, ScanSamples::sampleFlagScatter),
            KernelSample.of(Reduction.INTS, ScanSamples::sampleInts),
            KernelSample.of(Reduction.INT_SPANS, ScanSamples::sampleIntSpans),
            KernelSample.of(Reduction.FLOATS, ScanSamples::sampleFloats),
            KernelSample.of(Reduction.FLOAT_SPANS, ScanSamples::sampleFloatSpans),
            KernelSample.of(LevelReduction.NODES, ScanSamples::sampleNodes));

    private ScanSamples() {}

    private static Invocation sampleRowScan(Sample sample) {
        Random random = sample.random();
        int rows = 1 + random.nextInt(5);
        int columns = Math.max(1, sample.size());
        int[] values = random.ints((long) rows * columns, 0, 1000).toArray();
        int[] totals = new int[rows];
        return Invocation.of(rows).out(values).in(new int[] {columns}).out(totals);
    }

    private static Invocation sampleTileSum(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        boolean flags = tiles.random.nextBoolean();
        int[] values = flags ? tiles.flags() : tiles.ints();
        tiles.withMode(flags ? TileSum.FLAGS : TileSum.VALUES);
        int[] sums = new int[tiles.tiles()];
        return Invocation.of(tiles.tiles()).in(values, tiles.parameters).out(sums);
    }

    private static Invocation sampleTileScan(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        tiles.withMode(tiles.random.nextBoolean() ? TileScan.INCLUSIVE : TileScan.EXCLUSIVE);
        int[] values = tiles.ints();
        int[] bases = tiles.random.ints(tiles.tiles()).toArray();
        int[] sums = new int[tiles.n];
        int[] overflows = new int[tiles.tiles()];
        return Invocation.of(tiles.tiles()).in(values, tiles.parameters, bases).out(sums, overflows);
    }

    private static Invocation sampleFlagScatter(Sample sample) {
        TileSample tiles = new TileSample(sample, 0);
        int mode = tiles.random.nextInt(4);
        tiles.withMode(mode);
        int[] flags = tiles.flags();
        // At least one flag is set, so that there is an output.
        flags[tiles.random.nextInt(tiles.n)] = 1;
        int[] payload = tiles.ints();
        int[] bases = new int[tiles.tiles()];
        TileSample counted = new TileSample(sample, 0).withMode(TileSum.FLAGS);
        int[] total = new int[1];
        TileSum.sumTiles(0, tiles.tiles(), flags, counted.parameters, bases);
        RowScan.scanRows(0, 1, bases, counted.parameters, total);
        int[] out = new int[(mode & FlagScatter.OTHERS) != 0 ? tiles.n : total[0]];
        return Invocation.of(tiles.tiles())
                .in(flags, payload, tiles.parameters, bases, total)
                .out(out);
    }

    private static Invocation sampleInts(Sample sample) {
        Cut cut = new Cut(sample);
        return cut.reduceTiles(
                cut.tiles.ints(),
                new long[] {cut.operator.intNeutral()},
                new long[cut.tiles.tiles()],
                new long[cut.segments()]);
    }

    private static Invocation sampleIntSpans(Sample sample) {
        Cut cut = Cut.overBorders(sample);
        long[] heads = cut.tiles.random.ints(cut.tiles.tiles()).asLongStream().toArray();
        long[] results = cut.tiles.random.ints(cut.segments()).asLongStream().toArray();
        return cut.reduceSpans(new long[] {cut.operator.intNeutral()}, heads, results);
    }

    private static Invocation sampleFloats(Sample sample) {
        Cut cut = new Cut(sample);
        return cut.reduceTiles(
                Values.floats(cut.tiles.shape, cut.tiles.n, cut.tiles.random),
                new double[] {cut.operator.floatNeutral()},
                new double[cut.tiles.tiles()],
                new double[cut.segments()]);
    }

    private static Invocation sampleFloatSpans(Sample sample) {
        Cut cut = Cut.overBorders(sample);
        double[] heads = cut.tiles.random.doubles(cut.tiles.tiles()).toArray();
        double[] results = cut.tiles.random.doubles(cut.segments()).toArray();
        return cut.reduceSpans(new double[] {cut.operator.floatNeutral()}, heads, results);
    }

    /** Makes a call with whole numbers, whose sums are exact; there may be more items than nodes. */
    private static Invocation sampleNodes(Sample sample) {
        TileSample tiles = new TileSample(sample, 2 + sample.random().nextInt(64));
        tiles.withMode(tiles.random.nextInt(Reduction.Operator.values().length));
        double[] children = IntStream.of(tiles.ints()).asDoubleStream().toArray();
        double[] nodes = new double[tiles.tiles()];
        int items = nodes.length + tiles.random.nextInt(3);
        return Invocation.of(items).in(children, tiles.parameters).out(nodes);
    }

    /** Elements cut into tiles and segments, and an operator. */
    private static final class Cut {

        private final TileSample tiles;
        private final Reduction.Operator operator;
        private final int[] offsets;
        private final int[] located;

        Cut(Sample sample) {
            this(new TileSample(sample, Reductions.TILE));
        }

        private Cut(TileSample tiles) {
            this(tiles, tiles.offsets());
        }

        private Cut(TileSample tiles, int[] offsets) {
            this.tiles = tiles;
            this.offsets = offsets;
            Reduction.Operator[] operators = Reduction.Operator.values();
            operator = operators[tiles.random.nextInt(operators.length)];
            tiles.withMode(operator.mode());
            located = new int[tiles.tiles() + 1];
            SegmentLocate.locateTiles(0, located.length, offsets, tiles.parameters, located);
        }

        int segments() {
            return offsets.length - 1;
        }

        Invocation reduceTiles(Object values, Object neutral, Object heads, Object results) {
            return Invocation.of(tiles.tiles() + 1)
                    .in(values, offsets, located, tiles.parameters, neutral)
                    .out(heads, results);
        }

        Invocation reduceSpans(Object neutral, Object heads, Object results) {
            return Invocation.of(tiles.tiles() - 1)
                    .in(offsets, located, tiles.parameters, neutral, heads)
                    .out(results);
        }

        /** Draws several tiles, and segments that cross the borders of tiles, including that before the last tile. */
        static Cut overBorders(Sample sample) {
            TileSample tiles = new TileSample(sample, Reductions.TILE);
            int count = 2 + tiles.random.nextInt(4);
            tiles.setSize((count - 1) * Reductions.TILE + 1 + tiles.random.nextInt(Reductions.TILE));
            int last = (count - 1) * Reductions.TILE - 1 - tiles.random.nextInt(Reductions.TILE);
            int[] inner = tiles.random.ints(3, 0, last + 1).sorted().toArray();
            return new Cut(tiles, tiles.withSegments(0, inner[0], inner[1], inner[2], last, tiles.n));
        }
    }
}
