package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.tasks.partition.Increment;
import java.util.List;

/** The kernels of the probe. */
public final class ProbeKernels implements KernelCatalog {

    /** Adds one to each of the first items of an {@code int[]}, its only argument. */
    public static final Kernel INCREMENT =
            Kernel.of("increment", (KernelFunction.Of1<int[]>) Increment::addOne, ProbeKernels::sampleIncrement);

    /** For the service loader. */
    public ProbeKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(INCREMENT);
    }

    /** Full-range values in an array with a rest that the kernel must leave alone. */
    private static Invocation sampleIncrement(Sample sample) {
        int[] values = sample.random().ints(sample.size() + 1L).toArray();
        return new Invocation(sample.size(), List.of(values), List.of(values));
    }
}
