package dev.gyre.engine.select;

import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.tasks.select.BracketChoice;
import dev.gyre.tasks.select.BracketCounts;
import dev.gyre.tasks.select.BracketCountsWorkGroup;
import dev.gyre.tasks.select.RangeWrite;
import dev.gyre.tasks.select.RangeWriteWorkGroup;
import dev.gyre.tasks.select.SampleBracket;
import dev.gyre.tasks.select.SampleBracketWorkGroup;
import dev.gyre.tasks.select.SampleParameters;

/**
 * The stages of a sample select: splitters from a sample as in Floyd and Rivest, "Expected time bounds for selection" (1975),
 * and buckets for equal keys as in Ribizel and Anzt, "Parallel selection on GPUs" (2020).
 *
 * <pre>
 * ordered keys       unless the values are their own keys
 * splitters          two keys of a sorted sample, of ranks below and above the one expected for the k-th key
 * buckets            keys per tile and bucket, their scan, the bucket of the k-th key
 * range              the keys of that bucket: for 1 M keys at most a tenth of them
 * radix select       of the k-th key among them; not for a row whose k-th key is a splitter
 * compaction         as in radix select
 * </pre>
 *
 * <p>All values are read four times instead of six. Only one bucket matters, so that counting finer ones would be useless. If the k-th key
 * is not between the splitters, by chance in less than one row in 10,000, it is found in a larger bucket.
 */
public final class SampleStages {

    /** Chooses two splitters from a sample, as {@link SampleBracket#chooseBracket}. */
    public static final Kernel SAMPLE_BRACKET = Kernel.of(SampleBracket.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SampleBracketWorkGroup.class, SampleBracketWorkGroup.THREADS));

    /** Counts the keys in the buckets between the splitters, as {@link BracketCounts#countBuckets}. */
    public static final Kernel BRACKET_COUNTS = Kernel.of(BracketCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(BracketCountsWorkGroup.class, BracketCountsWorkGroup.THREADS));

    /** Chooses the bucket of the k-th key, as {@link BracketChoice#chooseBucket}. */
    public static final Kernel BRACKET_CHOICE = Kernel.of(BracketChoice.class);

    /** Writes the keys of a bucket next to each other, as {@link RangeWrite#writeRange}. */
    public static final Kernel RANGE_WRITE = Kernel.of(RangeWrite.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(RangeWriteWorkGroup.class, RangeWriteWorkGroup.THREADS));

    /** Smallest number of keys of a row for each key in its sample. */
    private static final int KEYS_PER_SAMPLED = 16;

    /** Distance of the splitters from the expected rank of the k-th key, in standard deviations of a sampled rank. */
    private static final double DEVIATIONS = 4;

    /** Ranks that are added to this distance, for a k near the ends, where ranks are not distributed normally. */
    private static final int MORE = 4;

    private SampleStages() {}

    static SelectionSteps of(RowValues input, int k, int tile, int[] bestKeys, int[] bestIds, Layout layout) {
        RadixStages radix = new RadixStages(input, k, tile, bestKeys, bestIds, layout);
        int rows = input.rows();
        int columns = input.columns();
        int items = radix.items();
        int[] sample = radix.parameter(parameters(columns, k));
        int[] sizes = radix.sizes(k, 0);
        int[] bracket = layout.ints(2, rows);
        int[] before = layout.ints(rows, radix.tiles(), BracketCounts.BUCKETS);
        int[] totals = layout.ints(BracketCounts.BUCKETS, rows);
        int[] ranges = layout.ints(BracketChoice.RANGE, rows);
        int[] lengths = layout.ints(rows);
        int[] range = layout.ints(rows, columns);
        int[] room = layout.ints(rows, sample[SampleParameters.SIZE]);
        int[] keys = radix.orderedKeys();
        radix.stage(SAMPLE_BRACKET.stage(rows, keys, sample, room, bracket));
        radix.stage(BRACKET_COUNTS.stage(items, keys, bracket, sizes, before));
        radix.stage(Scan.ROW_SCAN.stage(BracketCounts.BUCKETS * rows, before, radix.parameter(radix.tiles()), totals));
        radix.stage(BRACKET_CHOICE.stage(rows, totals, bracket, sizes, radix.kth(), ranges, lengths));
        radix.stage(RANGE_WRITE.stage(items, keys, ranges, sizes, before, range));
        radix.findKth(range, lengths, 0);
        radix.writeSelected(keys);
        return radix.steps((newColumns, newK) ->
                System.arraycopy(parameters(newColumns, newK), 0, sample, 0, SampleParameters.LENGTH));
    }

    /** Returns the number of keys in the sample of a row. */
    static int sampleSize(int columns) {
        int wanted = Math.max(1, Math.min(SampleParameters.MAX_SIZE, columns / KEYS_PER_SAMPLED));
        return Integer.highestOneBit(wanted);
    }

    /** Makes a parameter array for a sample: see {@link SampleParameters}. */
    public static int[] parameters(int columns, int k) {
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
}
