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
     * Reports the progress of a stage; the execution calls it from time to time, and at the end of each stage.
     *
     * @param items items of the running stage that are done
     */
    void completed(long items);

    /**
     * Decides whether to cancel; the execution calls it from time to time, at the latest between stages.
     *
     * @return true to stop the phase with a {@link java.util.concurrent.CancellationException}
     */
    boolean cancelled();
}
