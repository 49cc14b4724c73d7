package dev.gyre.engine.plan;

/** Times the call of a plan, from {@link Plan#watch} to {@link #done}, so that later estimates learn from it. For use by one thread. */
public final class CallWatch {

    /** Times nothing. */
    static final CallWatch NONE = new CallWatch();

    /** Seconds of a call for which it is worth asking twice how long a thread waited, about 0.05 ms (2 cores, November 2026). */
    private static final double WORTH_WATCHING = 0.002;

    /**
     * The largest share of a call in which its thread may wait for a processor. A thread beside two others that kept 2 of 2 processors busy
     * waited for 0.32 to 0.51 of its time; without other work for 0.001 at most (November 2026).
     */
    private static final double MAX_WAITING = 0.2;

    private final Plan plan;
    private final Experience experience;
    private final CallClock clock;
    private final long programs;
    private final boolean asksTwice;
    private final long waited;
    private final long start;

    private CallWatch() {
        plan = null;
        experience = null;
        clock = null;
        programs = 0;
        asksTwice = false;
        waited = 0;
        start = 0;
    }

    /** Begins to time a call. */
    CallWatch(Plan plan, Experience experience, CallClock clock) {
        this.plan = plan;
        this.experience = experience;
        this.clock = clock;
        programs = plan.context().programs();
        asksTwice = plan.chosen().seconds() >= WORTH_WATCHING;
        waited = asksTwice ? clock.waited() : 0;
        start = clock.nanos();
    }

    /**
     * Ends the call, and learns from it unless it had to compile or its thread had to wait. Nothing is learned from a call that does not get here.
     *
     * @return the result of the call, as it was given
     */
    public <T> T done(T result) {
        if (plan != null) {
            long nanos = clock.nanos() - start;
            boolean slowed = asksTwice && clock.waited() - waited > MAX_WAITING * nanos;
            boolean compiled = !plan.chosen().isJvm() && plan.context().programs() != programs;
            experience.add(plan.context().device(), plan.chosen(), nanos * 1e-9, compiled || slowed);
        }
        return result;
    }
}
