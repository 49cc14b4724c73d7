package dev.gyre.engine.range;

import dev.gyre.engine.data.JoinReport;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.NeighborOrder;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;

/**
 * Hands out the rows that are in each region, in their order: counts them, then writes as many queries at once as have
 * {@value #PART} matches, or one query. O(m log m) for a query of m matches. Not safe for use by several threads.
 */
public final class RangeMatches implements RangeWork {

    /** Matches of a part: some ten megabytes. */
    static final int PART = 1 << 20;

    private static final int MIN_SLICE = 16;

    private final Regions regions;
    private final Workers workers;
    private final Metric metric;
    private final JoinReport report;
    private final MatchConsumer consumer;
    private final RangeCounts counter;

    /**
     * Matches for a consumer.
     *
     * @param regions the regions
     * @param workers the host's threads
     * @param metric the metric of the matches
     * @param report the report of each part
     * @param consumer gets the parts
     */
    public RangeMatches(Regions regions, Workers workers, Metric metric, JoinReport report, MatchConsumer consumer) {
        this.regions = regions;
        this.workers = workers;
        this.metric = metric;
        this.report = report;
        this.consumer = consumer;
        counter = new RangeCounts(regions, workers);
    }

    @Override
    public void take(Candidates candidates, int first, int count, Progress progress) {
        counter.take(candidates, first, count, new PartProgress(progress, 0, false));
        int[] counts = counter.counts();
        int end = first + count;
        int from = first;
        while (from < end) {
            int to = from + 1;
            long size = counts[from];
            while (to < end && size + counts[to] <= PART) {
                size += counts[to++];
            }
            Matches part = write(candidates, from, to, new PartProgress(progress, from - first, true));
            if (progress.cancelled()) {
                throw new CancellationException("cancelled: queries=" + from + " of " + regions.size());
            }
            consumer.accept(from, part);
            from = to;
        }
    }

    private Matches write(Candidates candidates, int from, int to, Progress progress) {
        int[] offsets = new int[to - from + 1];
        int longest = 0;
        for (int query = from; query < to; query++) {
            int count = counter.counts()[query];
            offsets[query - from + 1] = offsets[query - from] + count;
            longest = Math.max(longest, count);
        }
        int room = longest;
        int[] ids = new int[offsets[to - from]];
        double[] keys = regions.hasKeys() ? new double[ids.length] : null;
        workers.forEachSlice(
                to - from,
                MIN_SLICE,
                (begin, end) -> {
                    Row row = new Row(room);
                    for (int i = begin; i < end; i++) {
                        row.fill(candidates, from + i);
                        row.copy(ids, keys, offsets[i]);
                    }
                },
                progress);
        return new Matches(offsets, ids, keys, metric, report);
    }

    /** The matches of one query, and what one thread needs to find them. */
    private final class Row implements IntConsumer {

        private final int[] ids;
        private final double[] keys;
        private int query;
        private int size;

        Row(int room) {
            ids = new int[room];
            keys = new double[room];
        }

        @Override
        public void accept(int row) {
            double key = regions.key(query, row);
            if (key != Regions.OUTSIDE) {
                ids[size] = row;
                keys[size++] = key;
            }
        }

        void fill(Candidates candidates, int newQuery) {
            query = newQuery;
            size = 0;
            candidates.offer(query, this);
            if (regions.hasKeys()) {
                NeighborOrder.sort(keys, ids, size);
            } else {
                Arrays.sort(ids, 0, size);
            }
        }

        void copy(int[] allIds, double[] allKeys, int at) {
            System.arraycopy(ids, 0, allIds, at, size);
            if (allKeys != null) {
                System.arraycopy(keys, 0, allKeys, at, size);
            }
        }
    }
}
