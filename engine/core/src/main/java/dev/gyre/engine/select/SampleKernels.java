package dev.gyre.engine.select;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.select.BracketChoice;
import dev.gyre.tasks.select.BracketCounts;
import dev.gyre.tasks.select.BracketCountsWorkGroup;
import dev.gyre.tasks.select.RangeWrite;
import dev.gyre.tasks.select.RangeWriteWorkGroup;
import dev.gyre.tasks.select.SampleBracket;
import dev.gyre.tasks.select.SampleBracketWorkGroup;
import dev.gyre.tasks.select.SampleParameters;

/** The kernels of sample select that radix select does not have. */
public final class SampleKernels {

    /** Two splitters from a sample, as {@link SampleBracket#chooseBracket}. */
    public static final Kernel SAMPLE_BRACKET = Kernel.of(SampleBracket.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SampleBracketWorkGroup.class, SampleBracketWorkGroup.THREADS));

    /** Keys in the buckets between the splitters, as {@link BracketCounts#countBuckets}. */
    public static final Kernel BRACKET_COUNTS = Kernel.of(BracketCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(BracketCountsWorkGroup.class, BracketCountsWorkGroup.THREADS));

    /** The bucket of the k-th key, as {@link BracketChoice#chooseBucket}. */
    public static final Kernel BRACKET_CHOICE = Kernel.of(BracketChoice.class);

    /** The keys of a bucket in one place, as {@link RangeWrite#writeRange}. */
    public static final Kernel RANGE_WRITE = Kernel.of(RangeWrite.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(RangeWriteWorkGroup.class, RangeWriteWorkGroup.THREADS));

    private SampleKernels() {}

    /** Keys of a row for each one in its sample, at least. */
    private static final int KEYS_PER_SAMPLED = 16;

    /** Distance of the splitters from the expected rank of the k-th key, in standard deviations of a sampled rank. */
    private static final double DEVIATIONS = 4;

    /** Ranks that are added to that distance, for a k near the ends, where ranks are not distributed normally. */
    private static final int MORE = 4;

    /** Keys in the sample of a row. */
    static int sampleSize(int columns) {
        int wanted = Math.max(1, Math.min(SampleParameters.MAX_SIZE, columns / KEYS_PER_SAMPLED));
        return Integer.highestOneBit(wanted);
    }

    /** A parameter array for a sample: see {@link SampleParameters}. */
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
