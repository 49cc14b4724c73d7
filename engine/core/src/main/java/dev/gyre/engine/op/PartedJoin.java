package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * A join whose result may have any size: it is counted, then handed out part by part, as often as asked for. A self-join leaves out each row by its
 * number, not by its place.
 *
 * <p>For use by one thread; interrupts and monitors end any method with a {@link CancellationException}. A join is valid until its engine is closed;
 * closing it may be repeated.
 */
abstract sealed class PartedJoin extends Closing permits BoxJoin, DistanceJoin {

    /** Matches of a part, as {@link dev.gyre.engine.range.RangeMatches} has them. */
    static final int PART = 1 << 20;

    /** Queries of a part, for progress. */
    private static final int MOST_QUERIES = 1 << 18;

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
     * @param most most matches of a query
     * @param once whether each pair of a self-join is a match of its lower row only
     */
    abstract Matches part(int first, int end, int most, boolean once, Monitor monitor);

    /**
     * Returns the number of queries.
     *
     * @return the number of left rows, or of the rows of a self-join
     */
    public int queries() {
        return queries;
    }

    /**
     * Counts the matches of each query. The counts are kept for later calls; the monitor of the options watches the first.
     *
     * @return a new array of one number per query
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public int[] counts() {
        return counted().clone();
    }

    /**
     * Returns the number of all matches, the sum of {@link #counts}. In a self-join this is twice the number of pairs, if
     * matches go both ways.
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
     * @param end after the last query
     * @return the matches, numbered from 0 for the first query, each row ascending by (key, id); those of boxes have no distances and ascend by id
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
     * Hands out all matches in parts of about a million, or those of one query, in the order of {@link #matches}.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts, on the calling thread, in the order of the queries; {@link Matches#toOffsetArray},
     *     {@link Matches#toIdArray} and {@link Matches#toDistanceArray} have a part as flat arrays
     * @throws IllegalArgumentException if the matches of one query do not fit a result or the memory
     * @throws IllegalStateException if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachMatch(Monitor monitor, MatchConsumer consumer) {
        handOut(Integer.MAX_VALUE, false, monitor, consumer);
    }

    /**
     * Passes on each pair of a self-join once, as a match of the lower row, like {@link #forEachMatch}. Matches must go both
     * ways.
     *
     * @param monitor watches the search
     * @param consumer accepts the parts
     * @throws IllegalArgumentException as {@link #forEachMatch}
     * @throws IllegalStateException if this is not a self-join, if the predicate is {@link dev.gyre.engine.data.BoxPredicate#CONTAINS} or
     *     {@link dev.gyre.engine.data.BoxPredicate#WITHIN}, or if the join is closed
     * @throws CancellationException if the monitor or an interrupt ended the operation
     */
    public void forEachPair(Monitor monitor, MatchConsumer consumer) {
        if (!self) {
            throw new IllegalStateException("pairs of two sets appear once: this is not a self-join");
        }
        checkBothWays();
        handOut(Integer.MAX_VALUE, true, monitor, consumer);
    }

    /** Complains if a row may match another one that does not match it. */
    void checkBothWays() {}

    /** Hands out the nearest matches of each query. */
    void handOut(int most, boolean once, Monitor monitor, MatchConsumer consumer) {
        checkOpen();
        int first = 0;
        while (first < queries) {
            int end = endOfPart(first, most);
            consumer.accept(first, part(first, end, most, once, waiting(monitor, first)));
            // The consumer may have taken so long that nothing else saw that the operation is to end.
            if (!monitor.progress(end, queries) || Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: queries=" + end + " of " + queries);
            }
            first = end;
        }
    }

    /** As many queries as have a part's matches, one at least. */
    int endOfPart(int first, int most) {
        int[] each = counted();
        int end = first + 1;
        long size = each[first];
        while (end < each.length && end - first < MOST_QUERIES && size + each[end] <= PART) {
            size += each[end++];
        }
        return end;
    }

    /** A monitor that is told of no progress, so that it can end a step of the work. */
    final Monitor waiting(Monitor monitor, int done) {
        return (items, total) -> monitor.progress(done, queries);
    }

    /** A report of work that took no time. */
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
