package dev.gyre.engine.verify;

import dev.gyre.engine.kdtree.KdCheckKernels;
import dev.gyre.engine.kdtree.KdKernels;
import dev.gyre.engine.kdtree.KdSearchKernels;
import dev.gyre.engine.knn.KnnKernels;
import dev.gyre.engine.partition.DigitKernels;
import dev.gyre.engine.partition.HistogramKernels;
import dev.gyre.engine.partition.MoveKernels;
import dev.gyre.engine.partition.ReductionKernels;
import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.partition.SegmentKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.select.RadixKernels;
import dev.gyre.engine.select.SampleKernels;
import dev.gyre.engine.select.SelectionKernels;
import dev.gyre.engine.sort.BlockKernels;
import dev.gyre.engine.sort.SortKernels;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * All kernels of Gyre, each with a call of it for a seeded case: the one list that {@code gyre verify} and the first use of a kernel on a
 * device go by. The float arithmetic of these calls is exact, so that all devices must give equal bits.
 *
 * <p>A kernel in {@code dev.gyre.tasks} that is missing here fails a test.
 */
public final class KernelSamples {

    /**
     * A kernel and its calls.
     *
     * @param callWith makes a call with given scalars, or with others where arithmetic with these is not exact; null where a kernel
     *     has none, or a call can be made with few of them
     */
    private record Entry(
            Kernel kernel, Function<Sample, Invocation> call, BiFunction<Sample, List<Object>, Invocation> callWith) {}

    private static final List<Entry> ENTRIES = List.of(
            entry(KdCheckKernels.NODES, KdCheckSamples::sampleNodes),
            entry(KdCheckKernels.MARKS, KdCheckSamples::sampleMarks),
            entry(KdCheckKernels.ROWS, KdCheckSamples::sampleRows),
            entry(KdKernels.ARRANGE, KdSamples::sampleArrange),
            entry(KdKernels.RANKS, KdSamples::sampleRanks),
            entry(KdKernels.SIDES, KdSamples::sampleSides),
            entry(KdKernels.HALVES, KdSamples::sampleHalves),
            entry(KdKernels.WINDOWS, KdSamples::sampleWindows),
            entry(KdKernels.POINTS, KdSamples::samplePoints),
            entry(KdKernels.LEAF_BOXES, KdSamples::sampleLeafBoxes),
            entry(KdKernels.INNER_BOXES, KdSamples::sampleInnerBoxes),
            entry(KdSearchKernels.LOCATE, KdSearchSamples::sampleLocate, KdSearchSamples::sampleLocate),
            entry(KdSearchKernels.NEAREST, KdSearchSamples::sampleNearest, KdSearchSamples::sampleNearest),
            entry(KdSearchKernels.RANGE_COUNT, KdSearchSamples::sampleRangeCount, KdSearchSamples::sampleRangeCount),
            entry(KdSearchKernels.RANGE_WRITE, KdSearchSamples::sampleRangeWrite, KdSearchSamples::sampleRangeWrite),
            entry(KnnKernels.SCAN, KnnSamples::sampleNearest, KnnSamples::sampleNearest),
            entry(KnnKernels.SCAN_IN_GROUPS, KnnSamples::sampleNearest, KnnSamples::sampleNearest),
            entry(KnnKernels.DISTANCE_ROWS, KnnSamples::sampleRows, KnnSamples::sampleRows),
            entry(KnnKernels.DISTANCE_TILES, KnnSamples::sampleTiles, KnnSamples::sampleTiles),
            entry(KnnKernels.LOAD, KnnSamples::sampleLoad),
            entry(KnnKernels.MERGE, KnnSamples::sampleMerge),
            entry(KnnKernels.STORE, KnnSamples::sampleStore),
            entry(DigitKernels.COUNT, DigitSamples::sampleCount),
            entry(DigitKernels.SCATTER, DigitSamples::sampleScatter),
            entry(HistogramKernels.COUNT, HistogramSamples::sampleCount),
            entry(HistogramKernels.COUNT_IN_GROUPS, HistogramSamples::sampleCountInGroups),
            entry(HistogramKernels.SUM, HistogramSamples::sampleSum),
            entry(MoveKernels.GATHER_INTS, MoveSamples::sampleGatherInts),
            entry(MoveKernels.GATHER_FLOATS, MoveSamples::sampleGatherFloats),
            entry(MoveKernels.SCATTER_INTS, MoveSamples::sampleScatterInts),
            entry(MoveKernels.SCATTER_FLOATS, MoveSamples::sampleScatterFloats),
            entry(MoveKernels.INVERT, MoveSamples::sampleInvert),
            entry(ReductionKernels.INTS, ReductionSamples::sampleInts),
            entry(ReductionKernels.INT_SPANS, ReductionSamples::sampleIntSpans),
            entry(ReductionKernels.FLOATS, ReductionSamples::sampleFloats),
            entry(ReductionKernels.FLOAT_SPANS, ReductionSamples::sampleFloatSpans),
            entry(ScanKernels.ROW_SCAN, ScanSamples::sampleRowScan),
            entry(ScanKernels.TILE_SUM, ScanSamples::sampleTileSum),
            entry(ScanKernels.TILE_SCAN, ScanSamples::sampleTileScan),
            entry(ScanKernels.FLAG_SCATTER, ScanSamples::sampleFlagScatter),
            entry(SegmentKernels.LOCATE, SegmentSamples::sampleLocate),
            entry(SegmentKernels.COUNT, SegmentSamples::sampleCount),
            entry(SegmentKernels.SPLIT, SegmentSamples::sampleSplit),
            entry(SegmentKernels.SCATTER, SegmentSamples::sampleScatter),
            entry(RadixKernels.ORDERED_KEYS, RadixSamples::sampleOrderedKeys),
            entry(RadixKernels.DIGIT_COUNTS, RadixSamples::samplePrefixCounts),
            entry(RadixKernels.DIGIT_SUMS, RadixSamples::sampleDigitSums),
            entry(RadixKernels.DIGIT_CHOICE, RadixSamples::sampleDigitChoice),
            entry(RadixKernels.SELECTED_COUNTS, RadixSamples::sampleSelectedCounts),
            entry(RadixKernels.SELECTED_WRITE, RadixSamples::sampleSelectedWrite),
            entry(SampleKernels.SAMPLE_BRACKET, BracketSamples::sampleSampleBracket),
            entry(SampleKernels.BRACKET_COUNTS, BracketSamples::sampleBracketCounts),
            entry(SampleKernels.BRACKET_CHOICE, BracketSamples::sampleBracketChoice),
            entry(SampleKernels.RANGE_WRITE, BracketSamples::sampleRangeWrite),
            entry(SelectionKernels.PART_SELECTION, SelectionSamples::samplePartSelection),
            entry(BlockKernels.RANGE, BlockSamples::sampleRange),
            entry(BlockKernels.SPAN, BlockSamples::sampleSpan),
            entry(BlockKernels.STRETCH, BlockSamples::sampleStretch),
            entry(BlockKernels.BOUNDS, BlockSamples::sampleBounds),
            entry(BlockKernels.GATHER_RUNS, BlockSamples::sampleGather),
            entry(BlockKernels.SPAN_BEST, BlockSamples::sampleSpanBest),
            entry(BlockKernels.BLOCK_BEST, BlockSamples::sampleBlockBest),
            entry(SortKernels.SEQUENCE, SortSamples::sampleSequence),
            entry(SortKernels.GATHER, SortSamples::sampleGather),
            entry(SortKernels.SEGMENTS, SortSamples::sampleSegments),
            entry(SortKernels.SPLITS, SortSamples::sampleSplits),
            entry(SortKernels.CHUNKS, SortSamples::sampleChunks),
            entry(SortKernels.HEADS, SortSamples::sampleHeads),
            entry(ProbeKernels.INCREMENT, ProbeSamples::sampleIncrement));

    private static final Map<Kernel, Entry> BY_KERNEL = new IdentityHashMap<>();

    static {
        ENTRIES.forEach(entry -> BY_KERNEL.put(entry.kernel, entry));
    }

    private KernelSamples() {}

    private static Entry entry(Kernel kernel, Function<Sample, Invocation> call) {
        return new Entry(kernel, call, null);
    }

    private static Entry entry(
            Kernel kernel, Function<Sample, Invocation> call, BiFunction<Sample, List<Object>, Invocation> callWith) {
        return new Entry(kernel, call, callWith);
    }

    /** All kernels, in the order of their names. */
    public static List<Kernel> kernels() {
        return ENTRIES.stream()
                .map(Entry::kernel)
                .sorted(Comparator.comparing(Kernel::name))
                .toList();
    }

    /** A call of a kernel for a case: of the list, or of the kernel's own check; empty where there is neither. */
    public static Optional<Invocation> call(Kernel kernel, Sample sample) {
        Entry entry = BY_KERNEL.get(kernel);
        return entry != null
                ? Optional.of(entry.call.apply(sample))
                : kernel.check().map(check -> check.apply(sample.seed()));
    }

    /** Whether {@link #call(Kernel, Sample, List)} heeds the scalars. */
    public static boolean takesScalars(Kernel kernel) {
        Entry entry = BY_KERNEL.get(kernel);
        return entry != null && entry.callWith != null;
    }

    /**
     * A call with given scalars, which a device compiles into the code, where the kernel has such calls and their arithmetic is exact;
     * else with any.
     *
     * @param scalars the scalars among the kernel's arguments, in their order
     */
    public static Optional<Invocation> call(Kernel kernel, Sample sample, List<Object> scalars) {
        return takesScalars(kernel)
                ? Optional.of(BY_KERNEL.get(kernel).callWith.apply(sample, scalars))
                : call(kernel, sample);
    }
}
