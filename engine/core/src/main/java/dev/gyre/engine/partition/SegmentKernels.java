package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.partition.SegmentSplit;
import dev.gyre.tasks.partition.SegmentedCount;
import dev.gyre.tasks.partition.SegmentedCountWorkGroup;
import dev.gyre.tasks.partition.SegmentedScatter;
import dev.gyre.tasks.partition.SegmentedScatterWorkGroup;

/** The kernels of the segmented partition. */
public final class SegmentKernels {

    /** The segments at the borders of tiles, as {@link SegmentLocate#locateTiles}. */
    public static final Kernel LOCATE = Kernel.of(SegmentLocate.class);

    /** Keys below the pivots, as {@link SegmentedCount#countBelow}. */
    public static final Kernel COUNT = Kernel.of(SegmentedCount.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentedCountWorkGroup.class, SegmentedCountWorkGroup.THREADS));

    /** Where segments split, as {@link SegmentSplit#splitSegments}. */
    public static final Kernel SPLIT = Kernel.of(SegmentSplit.class);

    /** Keys and payload to their places, as {@link SegmentedScatter#scatterSegments}. */
    public static final Kernel SCATTER = Kernel.of(SegmentedScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentedScatterWorkGroup.class, SegmentedScatterWorkGroup.THREADS));

    private SegmentKernels() {}
}
