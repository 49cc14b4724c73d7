package dev.gyre.engine.program;

/** Watches a phase while it runs. All calls come from the thread that runs the phase. */
public interface Progress {

    /** Watches nothing and never cancels. */
    Progress NONE = new Progress() {
        @Override
        public void completed(long items) {}

        @Override
        public boolean cancelled() {
            return false;
        }
    };

    /**
     * Told from time to time, and at the end of each stage, how far the stage is.
     *
     * @param items items of the running stage that are done
     */
    void completed(long items);

    /**
     * Asked from time to time, at the latest between stages.
     *
     * @return whether the phase should stop with a {@link java.util.concurrent.CancellationException}
     */
    boolean cancelled();
}
