package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;

/**
 * The peak rates of a device.
 *
 * @param copyRate bytes per second that it reads and writes, both counted
 * @param flops float operations per second; not a number if it is not known
 */
record DevicePeak(double copyRate, double flops) {

    private static final String LOAD = "load";
    private static final String RUN = "run";
    private static final double NANOS = 1e9;
    private static final int PASSES = 20_000;

    /**
     * Reads, changes and writes each element of a large array that is on the device, and returns the rate of the fastest run: without
     * arithmetic to wait for, that is a copy.
     *
     * @param length number of {@code int}s, more than the caches of the device hold
     * @return bytes per second, of reading and of writing
     */
    static double copyRate(Engine engine, int length, Budget budget) {
        int[] values = new int[length];
        try (Execution execution = engine.prepare(Program.of(
                "copy",
                Phase.named(LOAD).upload(values).build(),
                Phase.named(RUN)
                        .stage(ProbeKernels.INCREMENT.stage(length, values))
                        .build()))) {
            execution.run(LOAD, Progress.NONE);
            long fastest = budget.time(() -> execution.run(RUN, Progress.NONE)).fastest();
            return 2.0 * Integer.BYTES * length * NANOS / fastest;
        }
    }

    /** Returns the rate of the fastest run of {@link MultiplyAdds#fused} on threads of the JVM. */
    static double flops(int threads, Budget budget) {
        float[][] values = MultiplyAdds.values(threads);
        try (Workers workers = new Workers(threads)) {
            long fastest = budget.time(() -> MultiplyAdds.run(MultiplyAdds::fused, values, PASSES, workers))
                    .fastest();
            return MultiplyAdds.operations(PASSES) * threads * NANOS / fastest;
        }
    }
}
