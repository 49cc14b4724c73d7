package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.util.function.Consumer;

/**
 * Plain loops of float multiply-add over an array in the first-level cache: the most that the vector units of the machine do for compiled
 * Java. Each value goes through a chain of {@value #CHAIN} multiply-adds; the chains of different values do not depend on each other, so
 * that the compiler makes vectors of them and the processor has several under way. The chain is written out, because the compiler makes
 * no vectors of a loop within the loop.
 */
final class MultiplyAdds {

    /** Values of a thread: 8 KiB. */
    static final int VALUES = 2_048;

    private static final int CHAIN = 16;

    /** For multiply-adds, of two operations each, that keep values near 1. */
    private static final float FACTOR = 0.75f;

    private static final float TERM = 0.25f;

    private MultiplyAdds() {}

    /** Returns the floating-point operations of some passes. */
    static double operations(int passes) {
        return 2.0 * CHAIN * VALUES * passes;
    }

    /** One array for each thread. */
    static float[][] values(int threads) {
        float[][] values = new float[threads][VALUES];
        for (float[] some : values) {
            for (int i = 0; i < some.length; i++) {
                some[i] = 1 + i * 0x1p-12f;
            }
        }
        return values;
    }

    /**
     * Runs a loop on several threads, each over its own values.
     *
     * @param loop goes through values and changes them
     * @param values for each thread
     * @param passes how often
     * @param workers a thread for each
     */
    static void run(Consumer<float[]> loop, float[][] values, int passes, Workers workers) {
        workers.forEachSlice(
                values.length,
                1,
                (begin, end) -> {
                    for (int thread = begin; thread < end; thread++) {
                        for (int pass = 0; pass < passes; pass++) {
                            loop.accept(values[thread]);
                        }
                    }
                },
                Progress.NONE);
    }

    /** Multiplication and addition with one rounding: one instruction where the processor has it. */
    static void fused(float[] values) {
        for (int i = 0; i < values.length; i++) {
            float x = values[i];
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            x = Math.fma(x, FACTOR, TERM);
            values[i] = x;
        }
    }

    /** Multiplication, then addition, each rounded: what Java makes of {@code a * b + c}. */
    static void separate(float[] values) {
        for (int i = 0; i < values.length; i++) {
            float x = values[i];
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            x = x * FACTOR + TERM;
            values[i] = x;
        }
    }
}
