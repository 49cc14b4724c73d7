package dev.gyre.engine.range;

import dev.gyre.engine.program.Progress;

/** Processes the candidates of queries, batch by batch. */
public interface RangeWork {

    /**
     * Processes the candidates of some queries.
     *
     * @param first first query; if one device answers all, it follows the last one of the previous batch
     * @throws java.util.concurrent.CancellationException if the progress asked for it
     */
    void take(Candidates candidates, int first, int count, Progress progress);
}
