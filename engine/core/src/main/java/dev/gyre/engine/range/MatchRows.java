package dev.gyre.engine.range;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The matches of some consecutive queries, in their order. Threads find them in parallel, each in its own arrays: every candidate is tested
 * only once, and the number of matches need not be known before.
 *
 * <p>O(m log m) for a query of m matches. Not safe for use by several threads.
 */
final class MatchRows {

    /** Most queries of a piece of work: enough to pay for its arrays. */
    private static final int MAX_QUERIES = 1 << 9;

    /** Pieces for each thread, so that no thread waits long for an uneven one. */
    static final int PIECES_PER_THREAD = 16;

    /** Matches that a thread finds before it subtracts them from the common room. */
    private static final int COUNTED_TOGETHER = 1 << 12;

    private static final int FIRST_ROOM = 1 << 10;

    private final int first;
    private final int[] ends;
    private int[] ids;
    private double[] keys;
    private int queries;
    private int size;

    private MatchRows(int first, int count, int room, boolean hasKeys) {
        this.first = first;
        ends = new int[count];
        ids = new int[room];
        keys = hasKeys ? new double[room] : null;
    }

    /**
     * The given matches of some queries.
     *
     * @param ends for each query the end of its matches
     * @param keys their keys, or null
     */
    MatchRows(int first, int[] ends, int[] ids, double[] keys) {
        this.first = first;
        this.ends = ends;
        this.ids = ids;
        this.keys = keys;
        queries = ends.length;
        size = ids.length;
    }

    /**
     * Finds the matches of some queries, on all threads, until they exceed the room.
     *
     * @param count number of queries, 1 or more
     * @param room number of matches after which no further queries are begun; the first query is answered in any case
     * @return the pieces of the first queries, as far as they were answered, in their order: at least one
     */
    static List<MatchRows> of(
            Regions regions,
            Candidates candidates,
            int first,
            int count,
            Workers workers,
            long room,
            Progress progress) {
        int unit = Math.clamp(Math.ceilDiv(count, workers.threads() * PIECES_PER_THREAD), 1, MAX_QUERIES);
        MatchRows[] pieces = new MatchRows[Math.ceilDiv(count, unit)];
        AtomicLong left = new AtomicLong(room);
        workers.forEachSlice(
                pieces.length,
                1,
                (begin, end) -> {
                    MatchFinder finder = candidates.finder(regions);
                    int matches = FIRST_ROOM;
                    for (int piece = begin; piece < end; piece++) {
                        int from = piece * unit;
                        pieces[piece] =
                                new MatchRows(first + from, Math.min(unit, count - from), matches, regions.hasKeys());
                        pieces[piece].fill(finder, left, piece == 0);
                        matches = Math.max(FIRST_ROOM, pieces[piece].size + (pieces[piece].size >> 4));
                    }
                },
                new PartProgress(progress, 0, unit, count));
        return answered(pieces);
    }

    /** The pieces up to the first query that was not begun. */
    private static List<MatchRows> answered(MatchRows[] pieces) {
        List<MatchRows> answered = new ArrayList<>();
        for (MatchRows piece : pieces) {
            if (piece.queries > 0) {
                answered.add(piece);
            }
            if (piece.queries < piece.ends.length) {
                break;
            }
        }
        return answered;
    }

    private void fill(MatchFinder finder, AtomicLong left, boolean hasFirstQuery) {
        long found = 0;
        for (int i = 0; i < ends.length && (left.get() > 0 || (i == 0 && hasFirstQuery)); i++) {
            int matches = finder.find(first + i);
            found += matches;
            // Not for every query: threads would wait for each other.
            if (found >= COUNTED_TOGETHER) {
                left.addAndGet(-found);
                found = 0;
            }
            int needed = Math.addExact(size, matches);
            if (needed > ids.length) {
                int room = Math.max(needed, ids.length + (ids.length >> 1));
                ids = Arrays.copyOf(ids, room);
                keys = keys == null ? null : Arrays.copyOf(keys, room);
            }
            System.arraycopy(finder.ids(), 0, ids, size, matches);
            if (keys != null) {
                System.arraycopy(finder.keys(), 0, keys, size, matches);
            }
            size = needed;
            ends[i] = size;
            queries++;
        }
        left.addAndGet(-found);
    }

    int first() {
        return first;
    }

    /** End of the answered queries, exclusive. */
    int end() {
        return first + queries;
    }

    /** Number of matches of all queries. */
    int size() {
        return size;
    }

    /** Number of matches of a query. */
    int count(int query) {
        return ends[query - first] - start(query);
    }

    /** Where the matches of a query begin. */
    int start(int query) {
        return query == first ? 0 : ends[query - first - 1];
    }

    /** Writes where the matches of each query end, from the element after that of the first query on. */
    void writeOffsets(int start, int[] offsets) {
        for (int i = 0; i < queries; i++) {
            offsets[first + i + 1] = start + ends[i];
        }
    }

    /** The ids of all matches, if there is no room for others; else null. */
    int[] wholeIds() {
        return size == ids.length ? ids : null;
    }

    /** The keys of {@link #wholeIds}; null if there are none. */
    double[] wholeKeys() {
        return keys;
    }

    void copy(int query, int[] toIds, double[] toKeys, int at) {
        int count = count(query);
        int from = start(query);
        System.arraycopy(ids, from, toIds, at, count);
        if (keys != null) {
            System.arraycopy(keys, from, toKeys, at, count);
        }
    }
}
