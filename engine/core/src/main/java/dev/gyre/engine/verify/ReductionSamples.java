package dev.gyre.engine.verify;

import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.ReductionKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.scan.Reductions;
import java.util.List;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link ReductionKernels}. */
final class ReductionSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(ReductionKernels.INTS, ReductionSamples::sampleInts),
            KernelSample.of(ReductionKernels.INT_SPANS, ReductionSamples::sampleIntSpans),
            KernelSample.of(ReductionKernels.FLOATS, ReductionSamples::sampleFloats),
            KernelSample.of(ReductionKernels.FLOAT_SPANS, ReductionSamples::sampleFloatSpans),
            KernelSample.of(ReductionKernels.NODES, ReductionSamples::sampleNodes));

    private ReductionSamples() {}

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

    /** Sums of whole numbers, which are exact; there may be more items than nodes. */
    private static Invocation sampleNodes(Sample sample) {
        TileSample tiles = new TileSample(sample, 2 + sample.random().nextInt(64));
        tiles.withMode(tiles.random.nextInt(Reduction.Operator.values().length));
        double[] children = IntStream.of(tiles.ints()).asDoubleStream().toArray();
        double[] nodes = new double[tiles.tiles()];
        int items = nodes.length + tiles.random.nextInt(3);
        return new Invocation(items, List.of(children, tiles.parameters, nodes), List.of(nodes));
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
            return new Invocation(
                    tiles.tiles() + 1,
                    List.of(values, offsets, located, tiles.parameters, neutral, heads, results),
                    List.of(heads, results));
        }

        Invocation reduceSpans(Object neutral, Object heads, Object results) {
            return new Invocation(
                    tiles.tiles() - 1,
                    List.of(offsets, located, tiles.parameters, neutral, heads, results),
                    List.of(results));
        }

        /** Several tiles, and segments that leave tiles, that before the last one included. */
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
