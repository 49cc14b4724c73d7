package dev.gyre.engine.range;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.BatchProgress;
import dev.gyre.engine.plan.Batches;

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
    void offer(int query, Rows rows);

    /**
     * What finds the matches among the candidates, for one thread.
     *
     * @param regions what tells matches from others
     * @return a finder of its own for each call
     */
    default MatchFinder finder(Regions regions) {
        return new OfferedMatches(this, regions);
    }

    /** Hands the candidates of all queries over, batch by batch. */
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

    /** Is told candidates. */
    @FunctionalInterface
    interface Rows {

        /**
         * A candidate.
         *
         * @param points points that have its coordinates, where memory is read in lines
         * @param at where they have them
         */
        void accept(int row, Points points, int at);
    }
}
