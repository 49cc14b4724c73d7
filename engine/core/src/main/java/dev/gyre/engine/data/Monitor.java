package dev.gyre.engine.data;

/** Watches a long operation and may stop it. All calls come from the thread that called the operation. */
public interface Monitor {

    /** Watches nothing and never stops anything. */
    Monitor NONE = (done, total) -> true;

    /**
     * Reports progress; the operation calls it from time to time.
     *
     * @param done rows answered so far
     * @param total rows to answer
     * @return true to continue; false ends the operation with a {@link java.util.concurrent.CancellationException}
     */
    boolean progress(long done, long total);
}
