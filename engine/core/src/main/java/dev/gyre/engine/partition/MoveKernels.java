package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.partition.Gather;
import dev.gyre.tasks.partition.Scatter;

/** The kernels that move elements by index. */
public final class MoveKernels {

    /** As {@link Gather#gatherInts}. */
    public static final Kernel GATHER_INTS = Kernel.of(Gather.class, "gatherInts");

    /** As {@link Gather#gatherFloats}. */
    public static final Kernel GATHER_FLOATS = Kernel.of(Gather.class, "gatherFloats");

    /** As {@link Scatter#scatterInts}. */
    public static final Kernel SCATTER_INTS = Kernel.of(Scatter.class, "scatterInts");

    /** As {@link Scatter#scatterFloats}. */
    public static final Kernel SCATTER_FLOATS = Kernel.of(Scatter.class, "scatterFloats");

    /** As {@link Scatter#invert}. */
    public static final Kernel INVERT = Kernel.of(Scatter.class, "invert");

    private MoveKernels() {}
}
