package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import java.util.List;

/** Calls of the kernels of {@link ProbeKernels}. */
final class ProbeSamples {

    /** All of them. */
    static final List<KernelSample> ALL =
            List.of(KernelSample.of(ProbeKernels.INCREMENT, ProbeSamples::sampleIncrement));

    private ProbeSamples() {}

    /** Full-range values in an array with a rest that the kernel must leave alone. */
    private static Invocation sampleIncrement(Sample sample) {
        int[] values = sample.random().ints(sample.size() + 1L).toArray();
        return new Invocation(sample.size(), List.of(values), List.of(values));
    }
}
