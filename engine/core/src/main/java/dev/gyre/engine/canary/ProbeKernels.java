package dev.gyre.engine.canary;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.tasks.partition.Increment;
import java.util.Optional;

/** The probe: the first program on a device that was not named. */
public final class ProbeKernels {

    /** Adds one to each of the first items of an {@code int[]}, its only argument. */
    public static final Kernel INCREMENT = Kernel.of(Increment.class);

    private static final String PHASE = "probe";

    private ProbeKernels() {}

    /**
     * Lets a device increment numbers.
     *
     * @param count number of numbers
     * @return the first that is wrong, or empty
     */
    public static Optional<String> difference(Backend device, int count) {
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = 3 * i;
        }
        Program program = Program.of(
                PHASE,
                Phase.named(PHASE)
                        .upload(values)
                        .stage(INCREMENT.stage(count, values))
                        .download(values)
                        .build());
        try (Execution execution = device.prepare(program)) {
            execution.run(PHASE, Progress.NONE);
        }
        for (int i = 0; i < count; i++) {
            if (values[i] != 3 * i + 1) {
                return Optional.of("index=" + i + ", expected=" + (3 * i + 1) + ", actual=" + values[i]);
            }
        }
        return Optional.empty();
    }
}
