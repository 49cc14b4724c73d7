package dev.gyre.engine.partition;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.TileSample;
import dev.gyre.engine.verify.Values;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.scan.FloatReduce;
import dev.gyre.tasks.scan.FloatReduceSpans;
import dev.gyre.tasks.scan.FloatReduceSpansWorkGroup;
import dev.gyre.tasks.scan.FloatReduceWorkGroup;
import dev.gyre.tasks.scan.IntReduce;
import dev.gyre.tasks.scan.IntReduceSpans;
import dev.gyre.tasks.scan.IntReduceSpansWorkGroup;
import dev.gyre.tasks.scan.IntReduceWorkGroup;
import dev.gyre.tasks.scan.Reductions;
import java.util.List;

/** The kernels of segmented reductions. */
public final class ReductionKernels implements KernelCatalog {

    /** Ints by tiles, as {@link IntReduce#reduceTiles}. */
    static final Kernel INTS = Kernel.of(
                    "reduce-ints",
                    (KernelFunction.Of7<int[], int[], int[], int[], long[], long[], long[]>) IntReduce::reduceTiles,
                    ReductionKernels::sampleInts)
            .withGroupVariant(
                    GroupFunction.groupPerItem(IntReduceWorkGroup.class, "reduceTiles", IntReduceWorkGroup.THREADS))
            .withCoarseItems();

    /** Over the borders of tiles, as {@link IntReduceSpans#reduceSpans}. */
    static final Kernel INT_SPANS = Kernel.of(
                    "reduce-int-spans",
                    (KernelFunction.Of6<int[], int[], int[], long[], long[], long[]>) IntReduceSpans::reduceSpans,
                    ReductionKernels::sampleIntSpans)
            .withGroupVariant(GroupFunction.groupPerItem(
                    IntReduceSpansWorkGroup.class, "reduceSpans", IntReduceSpansWorkGroup.THREADS))
            .withCoarseItems();

    /** Floats by tiles, as {@link FloatReduce#reduceTiles}. */
    static final Kernel FLOATS = Kernel.of(
                    "reduce-floats",
                    (KernelFunction.Of7<float[], int[], int[], int[], double[], double[], double[]>)
                            FloatReduce::reduceTiles,
                    ReductionKernels::sampleFloats)
            .withGroupVariant(
                    GroupFunction.groupPerItem(FloatReduceWorkGroup.class, "reduceTiles", FloatReduceWorkGroup.THREADS))
            .withCoarseItems();

    /** Over the borders of tiles, as {@link FloatReduceSpans#reduceSpans}. */
    static final Kernel FLOAT_SPANS = Kernel.of(
                    "reduce-float-spans",
                    (KernelFunction.Of6<int[], int[], int[], double[], double[], double[]>)
                            FloatReduceSpans::reduceSpans,
                    ReductionKernels::sampleFloatSpans)
            .withGroupVariant(GroupFunction.groupPerItem(
                    FloatReduceSpansWorkGroup.class, "reduceSpans", FloatReduceSpansWorkGroup.THREADS))
            .withCoarseItems();

    /** For the service loader. */
    public ReductionKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(INTS, INT_SPANS, FLOATS, FLOAT_SPANS);
    }

    private static Invocation sampleInts(Sample sample) {
        Cut cut = new Cut(sample);
        long[] heads = new long[cut.tiles.tiles()];
        long[] results = new long[cut.offsets.length - 1];
        return new Invocation(
                heads.length + 1,
                List.of(
                        cut.tiles.ints(),
                        cut.offsets,
                        cut.located,
                        cut.tiles.parameters,
                        new long[] {cut.operator.intNeutral()},
                        heads,
                        results),
                List.of(heads, results));
    }

    private static Invocation sampleIntSpans(Sample sample) {
        Cut cut = Cut.overBorders(sample);
        long[] heads = cut.tiles.random.ints(cut.tiles.tiles()).asLongStream().toArray();
        long[] results =
                cut.tiles.random.ints(cut.offsets.length - 1).asLongStream().toArray();
        return new Invocation(
                heads.length - 1,
                List.of(
                        cut.offsets,
                        cut.located,
                        cut.tiles.parameters,
                        new long[] {cut.operator.intNeutral()},
                        heads,
                        results),
                List.of(results));
    }

    private static Invocation sampleFloats(Sample sample) {
        Cut cut = new Cut(sample);
        double[] heads = new double[cut.tiles.tiles()];
        double[] results = new double[cut.offsets.length - 1];
        return new Invocation(
                heads.length + 1,
                List.of(
                        Values.floats(cut.tiles.shape, cut.tiles.n, cut.tiles.random),
                        cut.offsets,
                        cut.located,
                        cut.tiles.parameters,
                        new double[] {cut.operator.floatNeutral()},
                        heads,
                        results),
                List.of(heads, results));
    }

    private static Invocation sampleFloatSpans(Sample sample) {
        Cut cut = Cut.overBorders(sample);
        double[] heads = cut.tiles.random.doubles(cut.tiles.tiles()).toArray();
        double[] results = cut.tiles.random.doubles(cut.offsets.length - 1).toArray();
        return new Invocation(
                heads.length - 1,
                List.of(
                        cut.offsets,
                        cut.located,
                        cut.tiles.parameters,
                        new double[] {cut.operator.floatNeutral()},
                        heads,
                        results),
                List.of(results));
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
