package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.pool.Context;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * A join for results of any size: it counts the matches and passes them on in parts, as often as you ask. In a self-join, each row excludes
 * itself by its number, not by its coordinates or bounds.
 *
 * <p>For use by one thread; interrupts and monitors end any method with a {@link CancellationException}. A join is valid until its engine
 * is closed; closing it may be repeated.
 */
abstract sealed class PartedJoin extends Closing permits BoxJoin, DistanceJoin {

    /** Largest number of matches of a part of several queries, as in {@link dev.gyre.engine.range.RangeMatches}. */
    static final int PART = 1 << 20;

    /** Largest number of queries of a part: progress is reported after each part. */
    private static final int MAX_QUERIES = 1 << 18;

    final Context context;
    final boolean self;
    private final int queries;
    private final JoinMethod method;
    private int[] counts;
    private ExecutionReport report;

    PartedJoin(Context context, int queries, boolean self, JoinMethod method) {
        super("the join");
        this.context = context;
        this.queries = queries;
        this.self = self;
        this.method = method;
    }

    /** Counts the matches of each query. */
    abstract int[] count();

    /**
     * Finds the matches of some queries.
     *
     * @param max largest number of matches of a query
     * @param once whether each pair of a self-join is a match of its row with the smaller id only
     */
    abstract Matches part(int first, int end, int max, boolean once, Monitor monitor);

    /**
     * Returns the number of queries.
     *
     * @return the number of left rows, or of the rows of a self-join
     */
    public int queries() {
        return queries;
    }

    /**
     * Counts the matches of each query. The join keeps the counts for later calls; the monitor of the options watches the first call.
     *
     * @return a new array of one number per query
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public int[] counts() {
        return counted().clone();
    }

    /**
     * Returns the number of all matches, the sum of {@link #counts}. In a self-join, this is twice the number of pairs if matches hold in
     * both directions.
     *
     * @return the number
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public long size() {
        return Arrays.stream(counted()).asLongStream().sum();
    }

    private int[] counted() {
        checkOpen();
        if (counts == null) {
            counts = count();
        }
        return counts;
    }

    /**
     * Returns all matches of some consecutive queries.
     *
     * @param first the first query
     * @param end the index after the last query
     * @return the matches; row 0 is that of the first query; each row ascends by (key, id), or by id for boxes, whose matches have no
     *     distances
     * @throws IndexOutOfBoundsException if there are no such queries
     * @throws IllegalArgumentException if the matches do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if an interrupt ended the operation
     */
    public Matches matches(int first, int end) {
        checkOpen();
        Objects.checkFromToIndex(first, end, queries);
        return part(first, end, Integer.MAX_VALUE, false, Monitor.NONE);
    }

    /**
     * Passes on all matches, in the order of {@link #matches}, in parts of up to about a million matches, or of one query with more.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts, on the calling thread, in the order of the queries; {@link Matches#toOffsetArray},
     *     {@link Matches#toIdArray} and {@link Matches#toDistanceArray} return a part as flat arrays
     * @throws IllegalArgumentException if the matches of one query do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachMatch(Monitor monitor, Matches.Consumer consumer) {
        handOut(Integer.MAX_VALUE, false, monitor, consumer);
    }

    /**
     * Passes on each pair of a self-join once, as a match of its row with the smaller id, in parts like those of {@link #forEachMatch}.
     * Matches must hold in both directions.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException as {@link #forEachMatch}
     * @throws IllegalStateException if this is not a self-join, if the predicate is {@link dev.gyre.engine.data.BoxPredicate#CONTAINS} or
     *     {@link dev.gyre.engine.data.BoxPredicate#WITHIN}, or if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachPair(Monitor monitor, Matches.Consumer consumer) {
        if (!self) {
            throw new IllegalStateException("pairs of two sets appear once: this is not a self-join");
        }
        checkBothWays();
        handOut(Integer.MAX_VALUE, true, monitor, consumer);
    }

    /** Throws an {@link IllegalStateException} if a match may hold in one direction only. */
    void checkBothWays() {}

    /** Passes on up to {@code max} of the nearest matches of each query. */
    void handOut(int max, boolean once, Monitor monitor, Matches.Consumer consumer) {
        checkOpen();
        int first = 0;
        while (first < queries) {
            int end = endOfPart(first, max);
            consumer.accept(first, part(first, end, max, once, waiting(monitor, first)));
            // The consumer may run long, and nothing else checks meanwhile whether the operation should end.
            if (!monitor.progress(end, queries) || Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: queries=" + end + " of " + queries);
            }
            first = end;
        }
    }

    /** Returns the end of the part that begins with a query: one query, and more while their matches fit the part. */
    int endOfPart(int first, int max) {
        int[] each = counted();
        int end = first + 1;
        long size = each[first];
        while (end < each.length && end - first < MAX_QUERIES && size + each[end] <= PART) {
            size += each[end++];
        }
        return end;
    }

    /** Returns a monitor for one step of the work: it reports no new progress, but can end the step. */
    final Monitor waiting(Monitor monitor, int done) {
        return (items, total) -> monitor.progress(done, queries);
    }

    /** Returns a report of work that took no time. */
    final ExecutionReport noTime() {
        return ExecutionReport.noTime(context.device(), method);
    }

    /** Adds to the report. */
    final void note(ExecutionReport more) {
        report = report == null ? more : report.plus(more);
    }

    /**
     * Returns the device, the method and the times of the work so far.
     *
     * @return the report
     * @throws IllegalStateException if nothing was done yet
     */
    public ExecutionReport report() {
        if (report == null) {
            throw new IllegalStateException("nothing was counted or searched yet");
        }
        return report;
    }
}
