package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.partition.Histogram;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.partition.SegmentedPartition;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.select.RowSelection;
import dev.gyre.engine.select.RowValues;
import dev.gyre.engine.select.SelectionStrategies;
import dev.gyre.engine.select.SinglePass;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Work over data on a device: each makes seeded data and the stages over it. A new one is a constant here. */
enum DeviceWork {
    /** Stable sort of {@code n} random int keys with an int payload, of a {@code distribution}, by a {@code method}. */
    SORT((sizes, engine) ->
            SortWork.pairs(sizes.choice("method", SortOptions.Method.AUTOMATIC), keys(sizes), engine.device())),
    /** Sorts of segments of {@value SortWork#MEAN_LENGTH} keys in the mean. */
    SEGMENTED_SORT((sizes, engine) -> {
        int[] keys = keys(sizes);
        return SortWork.segments(keys, SortWork.offsets(keys.length), engine.device());
    }),
    /** Order of points of {@code dims} coordinates, of which {@code ties} share a value in the mean, by a {@code method}. */
    SUPER_KEY_ORDER((sizes, engine) -> {
        int n = sizes.number("n");
        int dims = sizes.number("dims");
        return SortWork.superKeyOrder(
                sizes.choice("method", SortOptions.Method.RADIX),
                SortWork.columns(n, dims, sizes.number("ties", 1)),
                n,
                dims,
                engine.device());
    }),
    /** Order of keys of a {@code shape} by blocks of {@code blockSize}; also a full sort if that gives up. */
    BLOCK_ORDER((sizes, engine) -> SortWork.blockOrder(
            SortWork.column(sizes), sizes.number("blockSize"), sizes.number("digits", 2), engine.device())),
    /** Full order of the same keys. */
    FULL_ORDER((sizes, engine) -> SortWork.order(SortWork.column(sizes), engine.device())),
    /** Candidates among {@code n} points of {@code dims} coordinates for {@code queries} others. */
    SEARCH((sizes, engine) -> {
        int n = sizes.number("n");
        int dims = sizes.number("dims");
        double[] rows =
                BenchmarkData.floatPoints(n + sizes.number("queries"), dims).toRowMajor();
        return KnnWork.of(
                sizes.choice("method", JoinMethod.FUSED),
                Points.of(Arrays.copyOfRange(rows, n * dims, rows.length), dims),
                Points.of(Arrays.copyOf(rows, n * dims), dims),
                sizes.number("k"),
                engine);
    }),
    /** The build of an R-tree of {@code n} uniform boxes by a {@code packing}, in nodes of {@code nodeSize}. */
    R_TREE_BUILD((sizes, engine) -> BoxWork.build(
            sizes.choice("packing", Packing.STR),
            boxes(sizes, 1).boxes(),
            sizes.number("nodeSize", RTreeOptions.DEFAULT.nodeSize()),
            engine.device())),
    /** {@code n} windows of about 9 hits among {@code n} boxes, over an existing tree, in nodes of {@code nodeSize}. */
    R_TREE_WINDOWS((sizes, engine) -> BoxWork.windows(
            boxes(sizes, sizes.number("n")), sizes.number("nodeSize", RTreeOptions.DEFAULT.nodeSize()), engine)),
    /** The {@code k} smallest of each of {@code rows} rows of {@code n} floats, with ids, by a {@code method}. */
    SELECTION((sizes, engine) -> {
        int rows = sizes.number("rows", 1);
        int n = sizes.number("n");
        float[] values = sizes.choice("distribution", RowData.UNIFORM).rows(rows, n);
        return ResidentWork.of(
                values,
                RowSelection.of(
                        RowValues.of(values, rows, n, Order.ASCENDING),
                        Math.min(sizes.number("k"), n),
                        sizes.choice("method", SelectionOptions.Method.AUTOMATIC),
                        Layout.on(engine.device())));
    }),
    /**
     * The same in a single pass, with {@code parts} of a row, {@code capacity} pairs that are sorted at once and {@code slots} of a
     * thread; 0 for the choice of the engine.
     */
    SINGLE_PASS((sizes, engine) -> {
        int rows = sizes.number("rows", 1);
        int n = sizes.number("n");
        int k = sizes.number("k");
        float[] values = sizes.choice("distribution", RowData.UNIFORM).rows(rows, n);
        SinglePass chosen =
                SelectionStrategies.singlePass(rows, n, k, engine.device().type());
        SinglePass shape = new SinglePass(
                given(sizes, "parts", chosen.parts()),
                given(sizes, "capacity", chosen.capacity()),
                given(sizes, "slots", chosen.slots()));
        return ResidentWork.of(
                values,
                RowSelection.singlePass(
                        RowValues.of(values, rows, n, Order.ASCENDING), k, shape, Layout.on(engine.device())));
    }),
    /** Exclusive sums of zeros and ones. */
    SCAN(8, (sizes, engine) -> {
        int[] values = numbers(sizes, 2);
        int[] sums = new int[values.length];
        Scan scan = Scan.exclusive(values, sums, Layout.on(engine.device()));
        return work(scan.uploads(), scan.stages(), List.of(sums, scan.overflows()), values);
    }),
    /** The sum of zeros and ones, in long. */
    REDUCE(4, (sizes, engine) -> {
        int[] values = numbers(sizes, 2);
        int[] offsets = {0, values.length};
        long[] sum = new long[1];
        Reduction reduction = new Reduction(Reduction.Operator.SUM, values, offsets, sum, Layout.on(engine.device()));
        return work(reduction.uploads(), reduction.stages(), List.of(sum), values, offsets);
    }),
    /** Ints kept where a flag is set, about every other. */
    COMPACTION(10, (sizes, engine) -> {
        int[] flags = numbers(sizes, 2);
        int[] values = numbers(sizes, Integer.MAX_VALUE);
        int[] kept = new int[flags.length];
        FlagSplit compaction = FlagSplit.compaction(flags, values, kept, Layout.on(engine.device()));
        return work(compaction.uploads(), compaction.stages(), List.of(kept, compaction.count()), flags, values);
    }),
    /** Ints with a flag first, about every other, then the rest. */
    TWO_WAY_PARTITION(12, (sizes, engine) -> {
        int[] flags = numbers(sizes, 2);
        int[] values = numbers(sizes, Integer.MAX_VALUE);
        int[] out = new int[flags.length];
        FlagSplit partition = FlagSplit.partition(flags, values, out, Layout.on(engine.device()));
        return work(partition.uploads(), partition.stages(), List.of(out, partition.count()), flags, values);
    }),
    /** Keys with payload around the middle, in segments of {@value #SEGMENT}. */
    SEGMENTED_PARTITION(16, (sizes, engine) -> {
        int[] keys = numbers(sizes, 1 << 20);
        int n = keys.length;
        int[] payload = numbers(sizes, Integer.MAX_VALUE);
        int[] offsets = new int[Math.ceilDiv(n, DeviceWork.SEGMENT) + 1];
        Arrays.setAll(offsets, segment -> Math.min(n, DeviceWork.SEGMENT * segment));
        int[] pivots = new int[offsets.length - 1];
        Arrays.fill(pivots, 1 << 19);
        SegmentedPartition.Columns columns = new SegmentedPartition.Columns(
                keys, payload, offsets, pivots, new int[n], new int[n], new int[pivots.length]);
        SegmentedPartition partition = new SegmentedPartition(columns, Layout.on(engine.device()));
        return work(
                partition.uploads(),
                partition.stages(),
                List.of(columns.outKeys(), columns.outPayload(), columns.splits()),
                keys,
                payload,
                offsets,
                pivots);
    }),
    /** Uniform labels in 256 bins. */
    HISTOGRAM_256(4, (sizes, engine) -> histogram(sizes, 256, engine.device())),
    /** Uniform labels in 65,536 bins. */
    HISTOGRAM_65536(4, (sizes, engine) -> histogram(sizes, 65_536, engine.device())),
    /** So many {@code stages} that each add 1 to {@value #LAUNCHED} ints: almost no work. */
    LAUNCH((sizes, engine) -> {
        int[] values = new int[DeviceWork.LAUNCHED];
        Stage stage = ProbeKernels.INCREMENT.stage(DeviceWork.LAUNCHED, values);
        return work(new Object[0], Collections.nCopies(sizes.number("stages"), stage), List.of(values), values);
    });

    /** The work whose bytes are counted. */
    static final List<DeviceWork> PARTITIONS =
            List.of(SCAN, REDUCE, COMPACTION, TWO_WAY_PARTITION, SEGMENTED_PARTITION, HISTOGRAM_256, HISTOGRAM_65536);

    private static final long SEED = 20261120L;
    private static final int SEGMENT = 1_000;
    private static final int LAUNCHED = 1_024;

    private final double elementBytes;

    private final BiFunction<Sizes, Engine, ResidentWork> maker;

    DeviceWork(BiFunction<Sizes, Engine, ResidentWork> maker) {
        this(Double.NaN, maker);
    }

    DeviceWork(double elementBytes, BiFunction<Sizes, Engine, ResidentWork> maker) {
        this.elementBytes = elementBytes;
        this.maker = maker;
    }

    ResidentWork work(Sizes sizes, Engine engine) {
        return maker.apply(sizes, engine).named(Sizes.title(this));
    }

    /** Prepares the work on a device, where its stages have run once. */
    PreparedWork prepare(Sizes sizes, Engine engine) {
        PreparedWork prepared = work(sizes, engine).prepare(engine);
        if (this == SEGMENTED_SORT
                && IntStream.of((int[]) prepared.fetch().get(2)).sum() > 0) {
            throw new IllegalStateException("some segments are too long to be sorted in one stage");
        }
        return prepared;
    }

    /** Bytes of input and output for each element, each counted once; not a number if they are not counted. */
    double elementBytes() {
        return elementBytes;
    }

    private static ResidentWork work(Object[] parameters, List<Stage> stages, List<Object> outputs, Object... arrays) {
        Object[] inputs = Arrays.copyOf(arrays, arrays.length + parameters.length);
        System.arraycopy(parameters, 0, inputs, arrays.length, parameters.length);
        return ResidentWork.of(List.of(inputs), stages, outputs);
    }

    private static ResidentWork histogram(Sizes sizes, int bins, Device device) {
        int[] labels = numbers(sizes, bins);
        int[] counts = new int[bins];
        Histogram histogram = new Histogram(labels, bins, counts, Layout.on(device));
        return work(histogram.uploads(), histogram.stages(), List.of(counts, histogram.strays()), labels);
    }

    private static int[] numbers(Sizes sizes, int bound) {
        return new Random(SEED).ints(sizes.number("n"), 0, bound).toArray();
    }

    static BoxData boxes(Sizes sizes, int windows) {
        return BoxShape.UNIFORM.make(BoxData.Work.WINDOWS, sizes.number("n"), windows, 1, new Random(SEED));
    }

    private static int[] keys(Sizes sizes) {
        return sizes.choice("distribution", KeyDistribution.RANDOM).keys(sizes.number("n"));
    }

    private static int given(Sizes sizes, String name, int unlessGiven) {
        int value = sizes.number(name, 0);
        return value == 0 ? unlessGiven : value;
    }
}
