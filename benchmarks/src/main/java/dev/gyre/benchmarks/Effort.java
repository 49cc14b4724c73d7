package dev.gyre.benchmarks;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How often JMH measures a case.
 *
 * @param forks processes; 0 runs everything in this one
 * @param warmups iterations before the measured ones
 * @param iterations measured iterations
 * @param iterationMillis length of an iteration, which is at least one operation
 */
record Effort(int forks, int warmups, int iterations, long iterationMillis) {

    /** Enough for figures that can be compared within one report. */
    static final Effort FULL = new Effort(1, 2, 5, 500);

    /** Enough to see that everything works. */
    static final Effort QUICK = new Effort(0, 0, 1, 20);

    ChainedOptionsBuilder options() {
        TimeValue time = TimeValue.milliseconds(iterationMillis);
        return new OptionsBuilder()
                .shouldFailOnError(false)
                .forks(forks)
                .warmupIterations(warmups)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time);
    }

    @Override
    public String toString() {
        return "forks " + forks + ", warm-ups " + warmups + ", iterations " + iterations + ", each of "
                + iterationMillis + " ms at least";
    }
}
