package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A kernel and calls of it for seeded cases. The float arithmetic of these calls is exact, so that all devices must give equal
 * bits.
 *
 * @param call makes a call with given scalars, or with others if arithmetic with the given ones is not exact
 */
record KernelSample(Kernel kernel, BiFunction<Sample, Scalars, Invocation> call) {

    /** Makes samples for a kernel for which one proof covers all scalars. */
    static KernelSample of(Kernel kernel, Function<Sample, Invocation> call) {
        return checked(kernel, false, (sample, scalars) -> call.apply(sample));
    }

    /** Makes samples for a kernel that is {@link Kernel#provenWithScalars}. */
    static KernelSample of(Kernel kernel, BiFunction<Sample, Scalars, Invocation> call) {
        return checked(kernel, true, call);
    }

    /** Refuses calls with given scalars for a kernel that is not proven with scalars, and the opposite. */
    private static KernelSample checked(
            Kernel kernel, boolean withScalars, BiFunction<Sample, Scalars, Invocation> call) {
        if (kernel.provenWithScalars() != withScalars) {
            throw new IllegalArgumentException(
                    "calls with given scalars are for kernels that are proven with scalars: kernel=" + kernel);
        }
        return new KernelSample(kernel, call);
    }
}
