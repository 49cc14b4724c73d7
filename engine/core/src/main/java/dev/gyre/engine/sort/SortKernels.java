package dev.gyre.engine.sort;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.partition.ColumnGather;
import dev.gyre.tasks.partition.Sequence;
import dev.gyre.tasks.sort.MergeChunks;
import dev.gyre.tasks.sort.MergeChunksWorkGroup;
import dev.gyre.tasks.sort.MergeSplits;
import dev.gyre.tasks.sort.RowHeads;
import dev.gyre.tasks.sort.SegmentSort;
import dev.gyre.tasks.sort.SegmentSortWorkGroup;

/** The kernels of sorting. */
public final class SortKernels {

    /** The numbers from 0 on, as {@link Sequence#fillSequence}. */
    public static final Kernel SEQUENCE = Kernel.of(Sequence.class);

    /** A column in a given order, as {@link ColumnGather#gatherColumn}. */
    public static final Kernel GATHER = Kernel.of(ColumnGather.class);

    /** Sorts short segments, as {@link SegmentSort#sortSegments}. */
    public static final Kernel SEGMENTS = Kernel.of(SegmentSort.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentSortWorkGroup.class, SegmentSortWorkGroup.THREADS));

    /** Cuts a merge into chunks, as {@link MergeSplits#findSplits}. */
    public static final Kernel SPLITS = Kernel.of(MergeSplits.class);

    /** Merges, as {@link MergeChunks#mergeChunks}. */
    public static final Kernel CHUNKS = Kernel.of(MergeChunks.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(MergeChunksWorkGroup.class, MergeChunksWorkGroup.THREADS));

    /** Marks where groups of equal rows begin, as {@link RowHeads#markHeads}. */
    public static final Kernel HEADS = Kernel.of(RowHeads.class);

    private SortKernels() {}
}
