package dev.gyre.engine.select;

import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.RadixCase;
import dev.gyre.engine.verify.Sample;
import dev.gyre.tasks.select.BracketChoice;
import dev.gyre.tasks.select.BracketCounts;
import dev.gyre.tasks.select.BracketCountsWorkGroup;
import dev.gyre.tasks.select.RangeWrite;
import dev.gyre.tasks.select.RangeWriteWorkGroup;
import dev.gyre.tasks.select.SampleBracket;
import dev.gyre.tasks.select.SampleBracketWorkGroup;
import dev.gyre.tasks.select.SampleParameters;
import java.util.List;

/** The kernels of sample select that radix select does not have. */
public final class SampleKernels implements KernelCatalog {

    /** Two splitters from a sample, as {@link SampleBracket#chooseBracket}. */
    public static final Kernel SAMPLE_BRACKET = Kernel.of(
                    "sample-bracket",
                    (KernelFunction.Of4<int[], int[], int[], int[]>) SampleBracket::chooseBracket,
                    SampleKernels::sampleSampleBracket)
            .withGroupVariant(GroupFunction.groupPerItem(
                    SampleBracketWorkGroup.class, "chooseBracket", SampleBracketWorkGroup.THREADS))
            .withCoarseItems();

    /** Keys in the buckets between the splitters, as {@link BracketCounts#countBuckets}. */
    public static final Kernel BRACKET_COUNTS = Kernel.of(
                    "bracket-counts",
                    (KernelFunction.Of4<int[], int[], int[], int[]>) BracketCounts::countBuckets,
                    SampleKernels::sampleBracketCounts)
            .withGroupVariant(GroupFunction.groupPerItem(
                    BracketCountsWorkGroup.class, "countBuckets", BracketCountsWorkGroup.THREADS))
            .withCoarseItems();

    /** The bucket of the k-th key, as {@link BracketChoice#chooseBucket}. */
    public static final Kernel BRACKET_CHOICE = Kernel.of(
            "bracket-choice",
            (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) BracketChoice::chooseBucket,
            SampleKernels::sampleBracketChoice);

    /** The keys of a bucket in one place, as {@link RangeWrite#writeRange}. */
    public static final Kernel RANGE_WRITE = Kernel.of(
                    "range-write",
                    (KernelFunction.Of5<int[], int[], int[], int[], int[]>) RangeWrite::writeRange,
                    SampleKernels::sampleRangeWrite)
            .withGroupVariant(
                    GroupFunction.groupPerItem(RangeWriteWorkGroup.class, "writeRange", RangeWriteWorkGroup.THREADS))
            .withCoarseItems();

    /** Keys of a row for each one in its sample, at least. */
    private static final int KEYS_PER_SAMPLED = 16;

    /** The splitters are so many standard deviations of a sampled rank away from the one expected for the k-th key. */
    private static final double DEVIATIONS = 4;

    /** And so many ranks more, for a k near the ends, where ranks are not distributed normally. */
    private static final int MORE = 4;

    /** For the service loader. */
    public SampleKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(SAMPLE_BRACKET, BRACKET_COUNTS, BRACKET_CHOICE, RANGE_WRITE);
    }

    /** Keys in the sample of a row. */
    static int sampleSize(int columns) {
        int wanted = Math.max(1, Math.min(SampleParameters.MAX_SIZE, columns / KEYS_PER_SAMPLED));
        return Integer.highestOneBit(wanted);
    }

    /** A parameter array for a sample: see {@link SampleParameters}. */
    static int[] parameters(int columns, int k) {
        int size = sampleSize(columns);
        double share = (k - 0.5) / columns;
        double margin = DEVIATIONS * Math.sqrt(size * share * (1 - share)) + MORE;
        int[] parameters = new int[SampleParameters.LENGTH];
        parameters[SampleParameters.COLUMNS] = columns;
        parameters[SampleParameters.SIZE] = size;
        parameters[SampleParameters.LOWER] = (int) Math.floor(share * size - margin);
        parameters[SampleParameters.UPPER] = (int) Math.ceil(share * size + margin);
        return parameters;
    }

    private static Invocation sampleSampleBracket(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int[] parameters = parameters(input.columns, input.k);
        int[] room = new int[input.rows * parameters[SampleParameters.SIZE]];
        int[] bracket = new int[2 * input.rows];
        return new Invocation(input.rows, List.of(input.keys, parameters, room, bracket), List.of(bracket));
    }

    private static Invocation sampleBracketCounts(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int items = input.rows * input.tiles();
        int[] counts = new int[BracketCounts.BUCKETS * items];
        return new Invocation(items, List.of(input.keys, input.bracket(), input.parameters(), counts), List.of(counts));
    }

    private static Invocation sampleBracketChoice(Sample sample) {
        return new Buckets(new RadixCase(sample)).choice();
    }

    private static Invocation sampleRangeWrite(Sample sample) {
        RadixCase input = new RadixCase(sample);
        Buckets buckets = new Buckets(input);
        BRACKET_CHOICE
                .function()
                .invoke(0, input.rows, buckets.choice().arguments().toArray());
        int[] found = new int[input.keys.length];
        return new Invocation(
                input.rows * input.tiles(),
                List.of(input.keys, buckets.ranges, buckets.parameters, buckets.before, found),
                List.of(found));
    }

    /** The counts of a case, added up along each row. */
    private static final class Buckets {

        final int[] parameters;
        final int[] bracket;
        final int[] before;
        final int[] totals;
        final int[] kth;
        final int[] ranges;
        final int[] lengths;

        Buckets(RadixCase input) {
            int items = input.rows * input.tiles();
            parameters = input.parameters();
            bracket = input.bracket();
            before = new int[BracketCounts.BUCKETS * items];
            totals = new int[BracketCounts.BUCKETS * input.rows];
            kth = new int[2 * input.rows];
            ranges = new int[BracketChoice.RANGE * input.rows];
            lengths = new int[input.rows];
            BracketCounts.countBuckets(0, items, input.keys, bracket, parameters, before);
            ScanKernels.ROW_SCAN.function().invoke(0, totals.length, before, new int[] {input.tiles()}, totals);
        }

        Invocation choice() {
            return new Invocation(
                    lengths.length,
                    List.of(totals, bracket, parameters, kth, ranges, lengths),
                    List.of(kth, ranges, lengths));
        }
    }
}
