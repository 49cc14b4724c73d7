package dev.gyre.benchmarks;

import java.util.Map;
import java.util.function.Supplier;

/**
 * One timed run.
 *
 * @param nanos its time
 * @param parts times of its parts, in their order, as far as they are known
 * @param notes values of further columns of its row, by their titles
 * @param answer a hash of the answer, or null if it is not compared
 */
record Run(long nanos, Map<String, Long> parts, Map<String, ?> notes, Long answer) {

    /** Stands for an unknown value. */
    static final String UNKNOWN = "–";

    /** A time without its parts. */
    Run(long nanos) {
        this(nanos, Map.of(), Map.of(), null);
    }

    /** Times a call, and hashes its answer outside of the time. */
    static Run of(Supplier<CallAnswer> call) {
        CallAnswer[] found = new CallAnswer[1];
        long nanos = time(() -> found[0] = call.get());
        CallAnswer answer = found[0];
        Run run = new Run(
                nanos,
                answer.parts(),
                answer.columns(nanos),
                answer.hash() == null ? null : answer.hash().getAsLong());
        answer.release().run();
        return run;
    }

    /** Returns the time of some work. */
    static long time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }
}
