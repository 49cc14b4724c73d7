package dev.gyre.engine.verify;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.partition.Increment;

/** The kernels of the probe. */
public final class ProbeKernels {

    /** Adds one to each of the first items of an {@code int[]}, its only argument. */
    public static final Kernel INCREMENT = Kernel.of(Increment.class);

    private ProbeKernels() {}
}
