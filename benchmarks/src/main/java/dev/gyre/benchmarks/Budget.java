package dev.gyre.benchmarks;

/**
 * How often something is timed. Warm-up runs come first and do not count. Counted runs follow until they are enough and took long enough,
 * or until too much time has passed.
 *
 * @param warmups least number of warm-up runs
 * @param warmupNanos least time of the warm-up runs
 * @param min least number of counted runs, however long they take
 * @param runs least number of counted runs, unless {@code wallNanos} have passed
 * @param runNanos least time of the counted runs, unless {@code wallNanos} have passed
 * @param wallNanos time after which no further run begins, including the work between the runs
 * @param max largest number of counted runs
 * @param onceNanos if the first run takes longer, it is the only one, and counts
 */
record Budget(
        int warmups, long warmupNanos, int min, int runs, long runNanos, long wallNanos, int max, long onceNanos) {

    /** Enough for figures of short work. */
    static final Budget FULL = new Budget(2, 200_000_000L, 5, 5, 300_000_000L, 1_500_000_000L, Integer.MAX_VALUE);

    /** Enough to see that everything works. */
    static final Budget QUICK = exactly(1, 2);

    /** A budget of several runs, however long the first one takes. */
    Budget(int warmups, long warmupNanos, int min, int runs, long runNanos, long wallNanos, int max) {
        this(warmups, warmupNanos, min, runs, runNanos, wallNanos, max, Long.MAX_VALUE);
    }

    /** Returns this budget for which one run is enough if it takes longer than a time. */
    Budget once(long nanos) {
        return new Budget(warmups, warmupNanos, min, runs, runNanos, wallNanos, max, nanos);
    }

    /** How many times longer a warm-up may take than its runs alone should. */
    private static final int MAX_WARMUP = 5;

    /** Returns a budget of a fixed number of runs, however long they take. */
    static Budget exactly(int warmups, int runs) {
        return new Budget(warmups, 0, runs, runs, 0, 0, runs);
    }

    /** Returns whether {@code done} warm-up runs are enough. */
    boolean isWarm(int done, long timed, long spent) {
        return done >= warmups && (timed >= warmupNanos || spent >= MAX_WARMUP * warmupNanos);
    }

    /** Returns whether {@code done} counted runs are enough. */
    boolean isEnough(int done, long timed, long spent) {
        return done >= min && (spent >= wallNanos || done >= max || done >= runs && timed >= runNanos);
    }

    /** Times work that needs no preparation before each run. */
    Runs time(Runnable work) {
        Runs runs = new Runs(this);
        while (runs.isDue()) {
            runs.add(() -> new Run(Run.time(work)));
        }
        return runs;
    }

    @Override
    public String toString() {
        return "median of " + runs + " runs"
                + (runNanos > 0 ? " and " + millis(runNanos) + " at least" : "")
                + ", after " + warmups + (warmups == 1 ? " run" : " runs")
                + (warmupNanos > 0 ? " and " + millis(warmupNanos) + " of warm-up" : "")
                + (runs > min ? "; fewer after " + millis(wallNanos) : "")
                + (onceNanos < Long.MAX_VALUE ? "; only the first run if it takes more than " + millis(onceNanos) : "");
    }

    private static String millis(long nanos) {
        return nanos / 1_000_000 + " ms";
    }
}
