package dev.gyre.tornado;

import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Phase;
import java.util.function.Supplier;

/** Runs the phases of one program on a device. Used by the {@link TornadoThread} of the device only. */
interface PhaseRunner {

    /** Tells whether the next run of a phase compiles or is profiled, so that no other device may do either. */
    boolean isAlone(Phase phase);

    /**
     * Hands uploads, stages and downloads of a phase to the device.
     *
     * @return waits until they have ended, and says how long they took; is called once
     */
    Supplier<Timing> start(Phase phase);

    /** Frees the memory on the device, also after a failed run. */
    void free();
}
