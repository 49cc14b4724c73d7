package dev.gyre.engine.range;

import dev.gyre.engine.program.Progress;

/** What is to be done with the candidates of queries, batch by batch. */
public interface RangeWork {

    /**
     * Takes the candidates of some queries.
     *
     * @param first first query: the one after the last one of the batch before where one device answers all
     * @throws java.util.concurrent.CancellationException if the progress asked for it
     */
    void take(Candidates candidates, int first, int count, Progress progress);
}
