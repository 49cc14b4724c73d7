package dev.gyre.engine.range;

import dev.gyre.engine.program.Progress;

/** Processes the candidates of queries, batch by batch. */
public interface RangeWork {

    /**
     * Told of the candidates of the next batch while a device still writes them: time to allocate what takes them in.
     *
     * @param candidates the candidates, whose numbers are known
     * @param first first query
     */
    default void expect(Candidates candidates, int first, int count) {}

    /** Tells whether candidates may be taken on another thread than the caller's, while the device goes on. */
    default boolean isBeside() {
        return false;
    }

    /**
     * Processes the candidates of some queries: those of a batch at once, or part by part.
     *
     * @param first first query; if one device answers all, it follows the last one of the previous batch
     * @throws java.util.concurrent.CancellationException if the progress asked for it
     */
    void take(Candidates candidates, int first, int count, Progress progress);
}
