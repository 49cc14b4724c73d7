package dev.gyre.engine.canary;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.tasks.partition.Increment;
import java.util.Optional;
import java.util.Random;

/** The probe: the first program on a device that was not named. */
public final class ProbeKernels {

    /** Adds one to each of the first items of an {@code int[]}, its only argument. */
    public static final Kernel INCREMENT = Kernel.of(Increment.class).withCheck(ProbeKernels::call);

    private static final int PROBED = 1000;
    private static final long SEED = 7;

    private ProbeKernels() {}

    private static Invocation call(long seed) {
        int[] values = new Random(seed).ints(PROBED).toArray();
        return Invocation.of(PROBED - 1).out(values);
    }

    /**
     * Lets a device increment numbers.
     *
     * @return the first that is wrong, or empty
     */
    public static Optional<String> difference(Backend device) {
        return Trial.of(INCREMENT, call(SEED)).difference(device::prepare);
    }
}
