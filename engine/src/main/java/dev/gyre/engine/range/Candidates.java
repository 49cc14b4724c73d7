package dev.gyre.engine.range;

import java.util.function.IntConsumer;

/** What may be in the regions of some queries: all rows that are, once each, and others. Safe for use by several threads. */
@FunctionalInterface
public interface Candidates {

    /** No rows at all. */
    Candidates NONE = (query, rows) -> {};

    /**
     * Offers the candidates of a query, the same ones each time.
     *
     * @param query row of the query
     * @param rows told each candidate
     */
    void offer(int query, IntConsumer rows);
}
