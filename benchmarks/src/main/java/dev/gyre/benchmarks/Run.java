package dev.gyre.benchmarks;

import java.util.Map;

/**
 * One timed run.
 *
 * @param nanos its time
 * @param parts times of its parts, in their order, as far as they are known
 * @param ranOn the device that its report names, or {@code –}
 * @param answer a hash of the answer, or null where it is not looked at
 */
record Run(long nanos, Map<String, Long> parts, String ranOn, Long answer) {

    /** What is not known. */
    static final String UNKNOWN = "–";

    /** A time without its parts. */
    Run(long nanos) {
        this(nanos, Map.of(), UNKNOWN, null);
    }

    /**
     * Times work.
     *
     * @param before what has to be done before it and is not timed
     * @param work what is timed
     */
    static Run of(Runnable before, Runnable work) {
        before.run();
        return new Run(time(work));
    }

    /** The time of some work. */
    static long time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }
}
