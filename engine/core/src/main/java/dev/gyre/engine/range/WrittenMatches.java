package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NeighborOrder;
import java.util.Arrays;
import java.util.List;

/**
 * The matches of a batch of queries as a device wrote them: exactly the rows of a result, in its order. Safe for use by several threads.
 *
 * @param lease the program that has them
 * @param found an output of the program: their rows
 * @param keys an output: their keys; null if they have none
 * @param starts for each query of the batch its first match
 * @param begin the match that is the first of {@code found}
 * @param counts for each query, of all batches, the number of its matches
 * @param sorted the most matches of a query that the device has sorted
 * @param points the points that rows are of, for those who test them again
 */
public record WrittenMatches(
        Lease<?> lease,
        int[] found,
        double[] keys,
        int first,
        int[] starts,
        int begin,
        int[] counts,
        int sorted,
        Points points)
        implements Candidates {

    /** Queries that a thread reads at a time: some ten thousand bytes; an estimate. */
    private static final int MIN_SLICE = 1 << 10;

    @Override
    public void offer(int query, Rows rows) {
        int[] ids = new int[counts[query]];
        read(query, query + 1, ids, null, 0);
        for (int id : ids) {
            rows.accept(id, points, id);
        }
    }

    /** Returns some of the matches, which a piece has, from one of them on. */
    WrittenMatches in(DeviceSearch.Piece piece, int from) {
        return new WrittenMatches(lease, piece.found(), piece.keys(), first, starts, from, counts, sorted, points);
    }

    @Override
    public WrittenMatches written() {
        return this;
    }

    @Override
    public MatchFinder finder(Regions regions) {
        return new Reader();
    }

    /**
     * Returns room for the matches of some queries, in pieces of consecutive queries. The matches themselves need not be there.
     *
     * @param bits binary logarithm of the queries of a piece, which begins at a multiple of them
     */
    List<MatchRows> room(int from, int count, int bits, Workers workers) {
        int piece = from >> bits;
        MatchRows[] pieces = new MatchRows[(from + count - 1 >> bits) - piece + 1];
        workers.forEach(pieces.length, i -> {
            int low = Math.max(from, piece + i << bits);
            int high = (int) Math.min(from + count, piece + i + 1L << bits);
            pieces[i] = room(low, high);
        });
        return List.of(pieces);
    }

    private MatchRows room(int from, int to) {
        int[] ends = new int[to - from];
        int size = 0;
        for (int query = from; query < to; query++) {
            size += counts[query];
            ends[query - from] = size;
        }
        return new MatchRows(from, ends, new int[size], keys == null ? null : new double[size]);
    }

    /** Copies the matches of some queries into pieces of {@link #room}. */
    void read(List<MatchRows> pieces, int bits, int from, int count, Workers workers, Progress progress) {
        int piece = pieces.getFirst().first() >> bits;
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    int query = from + begin;
                    while (query < from + end) {
                        MatchRows rows = pieces.get((query >> bits) - piece);
                        int to = Math.min(from + end, rows.end());
                        read(query, to, rows.wholeIds(), rows.wholeKeys(), rows.start(query));
                        query = to;
                    }
                },
                progress);
    }

    /** Copies the matches of some queries, and sorts the rows that the device left as they are. */
    private void read(int from, int to, int[] toIds, double[] toKeys, int at) {
        int start = starts[from - first];
        int length = starts[to - 1 - first] + counts[to - 1] - start;
        lease.read(found, start - begin, toIds, at, length);
        if (toKeys != null) {
            lease.read(keys, start - begin, toKeys, at, length);
        }
        for (int query = from; query < to; query++) {
            if (counts[query] > sorted) {
                sort(toIds, toKeys, at + starts[query - first] - start, counts[query]);
            }
        }
    }

    private static void sort(int[] ids, double[] ofIds, int at, int count) {
        if (ofIds == null) {
            Arrays.sort(ids, at, at + count);
        } else {
            NeighborOrder.sort(ofIds, ids, at, count);
        }
    }

    /** Reads the matches of one query after the other, for one thread. */
    private final class Reader implements MatchFinder {

        private int[] someIds = new int[0];
        private double[] someKeys = keys == null ? null : new double[0];

        @Override
        public int find(int query) {
            if (someIds.length < counts[query]) {
                someIds = new int[counts[query] + (counts[query] >> 1)];
                someKeys = keys == null ? null : new double[someIds.length];
            }
            read(query, query + 1, someIds, someKeys, 0);
            return counts[query];
        }

        @Override
        public int count(int query) {
            return counts[query];
        }

        @Override
        public int[] ids() {
            return someIds;
        }

        @Override
        public double[] keys() {
            return someKeys;
        }
    }
}
