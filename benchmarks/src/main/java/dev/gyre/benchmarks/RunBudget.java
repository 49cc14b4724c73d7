package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How often a point is timed. Runs go on until there are enough of them and they took long enough, but no longer than
 * {@value #MOST_WALL} times as long with what has to be done between them.
 *
 * @param warmups runs that are not counted, at least
 * @param warmupNanos time of the runs that are not counted, at least
 * @param runs runs that are counted, at least
 * @param runNanos time of the runs that are counted, at least
 */
record RunBudget(int warmups, long warmupNanos, int runs, long runNanos) {

    /** Enough for figures. */
    static final RunBudget FULL = new RunBudget(2, 200_000_000L, 5, 300_000_000L);

    /** Enough to see that everything works. */
    static final RunBudget QUICK = new RunBudget(1, 0, 2, 0);

    private static final int MOST_WALL = 5;

    /**
     * Nanoseconds of some runs, ascending.
     *
     * @param nanos one or more
     */
    record Times(long[] nanos) {

        long median() {
            return nanos[nanos.length / 2];
        }

        long fastest() {
            return nanos[0];
        }

        int runs() {
            return nanos.length;
        }
    }

    /**
     * Times.
     *
     * @param before what has to be done before each run and is not timed
     * @param run what is timed
     * @return the times after the warm-up
     */
    Times time(Runnable before, Runnable run) {
        repeat(before, run, warmups, warmupNanos);
        long[] nanos = repeat(before, run, runs, runNanos);
        Arrays.sort(nanos);
        return new Times(nanos);
    }

    private static long[] repeat(Runnable before, Runnable run, int times, long nanos) {
        LongStream.Builder found = LongStream.builder();
        long begin = System.nanoTime();
        long sum = 0;
        for (int count = 0; count < times || sum < nanos && System.nanoTime() - begin < MOST_WALL * nanos; count++) {
            before.run();
            long start = System.nanoTime();
            run.run();
            long end = System.nanoTime();
            found.add(end - start);
            sum += end - start;
        }
        return found.build().toArray();
    }

    @Override
    public String toString() {
        return "median of " + runs + " runs and " + runNanos / 1_000_000 + " ms at least, after " + warmups
                + " runs and " + warmupNanos / 1_000_000 + " ms of warm-up";
    }
}
