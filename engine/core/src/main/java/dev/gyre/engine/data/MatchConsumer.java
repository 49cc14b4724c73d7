package dev.gyre.engine.data;

/** Accepts the matches of an operation part by part. All calls come from the thread that called the operation. */
@FunctionalInterface
public interface MatchConsumer {

    /**
     * Accepts the matches of the next queries.
     *
     * @param first row of the first query of this part; parts come in ascending order and cover all queries
     * @param matches the matches of the queries {@code first .. first + matches.queries() - 1}, numbered from 0; the times of their report
     *     are 0
     */
    void accept(int first, Matches matches);
}
