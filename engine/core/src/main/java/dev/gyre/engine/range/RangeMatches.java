package dev.gyre.engine.range;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Hands out the rows that are in each region, in their order, part by part: a part has queries with up to {@value #PART} matches, or one
 * query. Not safe for use by several threads.
 */
public final class RangeMatches implements RangeWork {

    /** Matches of a part: about ten megabytes. */
    static final int PART = 1 << 20;

    /** Matches that are found before any is handed out: a few parts, so that all threads have work. */
    private static final long ROOM = 4L * PART;

    private final Regions regions;
    private final Workers workers;
    private final Metric metric;
    private final ExecutionReport report;
    private final Matches.Consumer consumer;

    /**
     * Matches for a consumer.
     *
     * @param report the report of each part
     * @param consumer receives the parts
     */
    public RangeMatches(
            Regions regions, Workers workers, Metric metric, ExecutionReport report, Matches.Consumer consumer) {
        this.regions = regions;
        this.workers = workers;
        this.metric = metric;
        this.report = report;
        this.consumer = consumer;
    }

    @Override
    public void take(Candidates candidates, int first, int count, Progress progress) {
        int end = first + count;
        int query = first;
        int step = count;
        while (query < end) {
            int wanted = Math.min(step, end - query);
            int done = query - first;
            List<MatchRows> rows = MatchRows.of(
                    regions,
                    candidates,
                    query,
                    wanted,
                    workers,
                    ROOM,
                    new PartProgress(progress, done, 1, Long.MAX_VALUE));
            int answered = rows.getLast().end() - query;
            handOut(rows, query, query + answered, progress);
            query += answered;
            // Next: as many queries as there was room for, or twice as many if all of them were answered.
            step = answered < wanted ? answered : (int) Math.min(count, 2L * step);
        }
    }

    private void handOut(List<MatchRows> rows, int first, int end, Progress progress) {
        int query = first;
        while (query < end) {
            int from = query;
            long size = 0;
            while (query < end && (query == from || size + count(rows, query, first) <= PART)) {
                size += count(rows, query++, first);
            }
            // Checks for a cancellation, because the consumer may have needed long.
            progress.completed(0);
            if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled: queries=" + from + " of " + regions.size());
            }
            consumer.accept(from, part(rows, from, query, first));
        }
    }

    private static int count(List<MatchRows> rows, int query, int first) {
        return unit(rows, query, first).count(query);
    }

    private static MatchRows unit(List<MatchRows> rows, int query, int first) {
        // All pieces except the last one have the same number of queries.
        return rows.get((query - first) / (rows.get(0).end() - first));
    }

    private Matches part(List<MatchRows> rows, int from, int to, int first) {
        int[] offsets = new int[to - from + 1];
        for (int query = from; query < to; query++) {
            offsets[query - from + 1] = offsets[query - from] + count(rows, query, first);
        }
        int[] ids = new int[offsets[to - from]];
        double[] keys = regions.hasKeys() ? new double[ids.length] : null;
        for (int query = from; query < to; query++) {
            unit(rows, query, first).copy(query, ids, keys, offsets[query - from]);
        }
        return new Matches(offsets, ids, keys, metric, report);
    }
}
