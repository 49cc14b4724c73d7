package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.scan.FloatReduce;
import dev.gyre.tasks.scan.FloatReduceSpans;
import dev.gyre.tasks.scan.FloatReduceSpansWorkGroup;
import dev.gyre.tasks.scan.FloatReduceWorkGroup;
import dev.gyre.tasks.scan.IntReduce;
import dev.gyre.tasks.scan.IntReduceSpans;
import dev.gyre.tasks.scan.IntReduceSpansWorkGroup;
import dev.gyre.tasks.scan.IntReduceWorkGroup;
import dev.gyre.tasks.scan.NodeReduce;

/** The kernels of segmented reductions. */
public final class ReductionKernels {

    /** Ints by tiles, as {@link IntReduce#reduceTiles}. */
    public static final Kernel INTS = Kernel.of(IntReduce.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(IntReduceWorkGroup.class, IntReduceWorkGroup.THREADS));

    /** Over the borders of tiles, as {@link IntReduceSpans#reduceSpans}. */
    public static final Kernel INT_SPANS = Kernel.of(IntReduceSpans.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(IntReduceSpansWorkGroup.class, IntReduceSpansWorkGroup.THREADS));

    /** Floats by tiles, as {@link FloatReduce#reduceTiles}. */
    public static final Kernel FLOATS = Kernel.of(FloatReduce.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FloatReduceWorkGroup.class, FloatReduceWorkGroup.THREADS));

    /** Over the borders of tiles, as {@link FloatReduceSpans#reduceSpans}. */
    public static final Kernel FLOAT_SPANS = Kernel.of(FloatReduceSpans.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FloatReduceSpansWorkGroup.class, FloatReduceSpansWorkGroup.THREADS));

    /** A level of a packed tree, as {@link NodeReduce#reduceNodes}. */
    public static final Kernel NODES = Kernel.of(NodeReduce.class);

    private ReductionKernels() {}
}
