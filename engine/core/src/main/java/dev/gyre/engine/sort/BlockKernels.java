package dev.gyre.engine.sort;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.sort.BlockBest;
import dev.gyre.tasks.sort.KeyNormalize;
import dev.gyre.tasks.sort.KeyRange;
import dev.gyre.tasks.sort.KeyRangeWorkGroup;
import dev.gyre.tasks.sort.KeySpan;
import dev.gyre.tasks.sort.RunBounds;
import dev.gyre.tasks.sort.RunGather;
import dev.gyre.tasks.sort.SpanBest;
import dev.gyre.tasks.sort.SpanBestWorkGroup;

/** The kernels of block sort. */
public final class BlockKernels {

    /** The range of the keys of tiles, as {@link KeyRange#rangeOfTiles}. */
    public static final Kernel RANGE = Kernel.of(KeyRange.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(KeyRangeWorkGroup.class, KeyRangeWorkGroup.THREADS));

    /** The range of all keys, as {@link KeySpan#spanOfRanges}. */
    public static final Kernel SPAN = Kernel.of(KeySpan.class);

    /** Normalizes keys, as {@link KeyNormalize#normalizeKeys}. */
    public static final Kernel NORMALIZE = Kernel.of(KeyNormalize.class);

    /** The runs in which blocks begin, as {@link RunBounds#boundRuns}. */
    public static final Kernel BOUNDS = Kernel.of(RunBounds.class);

    /** Brings runs together, as {@link RunGather#gatherRuns}. */
    public static final Kernel GATHER_RUNS = Kernel.of(RunGather.class);

    /** The best rows of spans, as {@link SpanBest#bestOfSpans}. */
    public static final Kernel SPAN_BEST = Kernel.of(SpanBest.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(SpanBestWorkGroup.class, SpanBestWorkGroup.THREADS));

    /** The best rows of blocks to their front, as {@link BlockBest#putBestFirst}. */
    public static final Kernel BLOCK_BEST = Kernel.of(BlockBest.class);

    private BlockKernels() {}
}
