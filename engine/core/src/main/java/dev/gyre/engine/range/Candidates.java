package dev.gyre.engine.range;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.team.Batches;

/**
 * The rows that may be in the regions of some queries: all rows that are there, once each, and possibly others. Safe for use by several
 * threads.
 */
@FunctionalInterface
public interface Candidates {

    /** No rows at all. */
    Candidates NONE = (query, rows) -> {};

    /**
     * Offers the candidates of a query, the same ones each time.
     *
     * @param rows receives each candidate
     */
    void offer(int query, Rows rows);

    /**
     * Returns a finder of the matches among the candidates, for one thread.
     *
     * @return a new finder for each call
     */
    default MatchFinder finder(Regions regions) {
        return new OfferedMatches(this, regions);
    }

    /** The candidates, if they are exactly the matches and in their order; else null. */
    default WrittenMatches written() {
        return null;
    }

    default void handOver(int queries, Batches batches, RangeWork work, Monitor monitor) {
        batches.begin(queries);
        Batches.Batch next;
        while ((next = batches.next(Integer.MAX_VALUE)) != null) {
            BatchProgress progress = new BatchProgress(monitor, next.first(), next.count(), queries);
            work.take(this, next.first(), next.count(), progress);
            progress.stopIfCancelled();
            batches.done(next);
        }
    }

    /** Receives candidates. */
    @FunctionalInterface
    interface Rows {

        /**
         * A candidate.
         *
         * @param points points that contain the row, in an order that suits the memory
         * @param at index of the row in these points
         */
        void accept(int row, Points points, int at);
    }
}
