package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A kernel and calls of it for seeded cases. The float arithmetic of these calls is exact, so that all devices must give equal
 * bits.
 *
 * @param call makes a call
 * @param callWith makes a call with given scalars, or with others where arithmetic with these is not exact; null for a kernel that
 *     is not {@link Kernel#provenWithScalars}
 */
record KernelSample(
        Kernel kernel, Function<Sample, Invocation> call, BiFunction<Sample, List<Object>, Invocation> callWith) {

    /** Refuses calls with given scalars for a kernel that does not ask for them, and the other way round. */
    KernelSample {
        if (kernel.provenWithScalars() != (callWith != null)) {
            throw new IllegalArgumentException(
                    "calls with given scalars are for kernels that are proven with scalars: kernel=" + kernel);
        }
    }

    /** A kernel for which one proof serves for all scalars. */
    static KernelSample of(Kernel kernel, Function<Sample, Invocation> call) {
        return new KernelSample(kernel, call, null);
    }

    /** A kernel that is proven with scalars. */
    static KernelSample of(
            Kernel kernel, Function<Sample, Invocation> call, BiFunction<Sample, List<Object>, Invocation> callWith) {
        return new KernelSample(kernel, call, callWith);
    }
}
