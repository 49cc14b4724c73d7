package dev.gyre.engine.range;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** Collects all matches into one result, on all threads. Safe for use by several threads, each with queries of its own. */
public final class MatchCollector implements RangeWork {

    private final Regions regions;
    private final int points;
    private final Workers workers;
    private final List<MatchRows> rows = new ArrayList<>();
    private final long max;

    /** The offsets of the result, which are allocated during the search. */
    private final Supplier<int[]> newOffsets;

    /** Room for batches that a device still writes, by their first queries. */
    private final NavigableMap<Integer, Room> expected = new ConcurrentSkipListMap<>();

    private long size;

    /** Room for the matches of a batch, which come part by part: one after the other. */
    private static final class Room {

        private final int end;
        private Supplier<List<MatchRows>> allocation;
        private List<MatchRows> pieces;

        Room(int end, Supplier<List<MatchRows>> allocation) {
            this.end = end;
            this.allocation = allocation;
        }

        List<MatchRows> pieces() {
            if (pieces == null) {
                pieces = allocation.get();
                allocation = null;
            }
            return pieces;
        }
    }

    /**
     * A collector without matches.
     *
     * @param points number of points, for messages
     */
    public MatchCollector(Regions regions, int points, Workers workers) {
        this.regions = regions;
        this.points = points;
        this.workers = workers;
        max = Matches.largestOnHeap(regions.hasKeys());
        newOffsets = HostArrays.room(int[].class, regions.size() + 1, workers);
    }

    /**
     * Collects the matches of some queries.
     *
     * @throws TooManyMatchesException if all together are too many for a result, or for the heap
     */
    @Override
    public void take(Candidates candidates, int first, int count, Progress progress) {
        WrittenMatches written = candidates.written();
        if (written == null) {
            add(MatchRows.of(regions, candidates, first, count, workers, room(), progress));
            return;
        }
        Map.Entry<Integer, Room> batch = expected.floorEntry(first);
        boolean isExpected = batch != null && first < batch.getValue().end;
        List<MatchRows> pieces = isExpected ? batch.getValue().pieces() : roomFor(written, first, count);
        written.read(pieces, bits(), first, count, workers, progress);
        if (!isExpected) {
            add(pieces);
        } else if (first + count == batch.getValue().end) {
            expected.remove(batch.getKey());
            add(pieces);
        }
    }

    @Override
    public void expect(Candidates candidates, int first, int count) {
        WrittenMatches written = candidates.written();
        if (written != null) {
            expected.put(
                    first, new Room(first + count, HostArrays.ahead(() -> roomFor(written, first, count), workers)));
        }
    }

    @Override
    public boolean isBeside() {
        return true;
    }

    private List<MatchRows> roomFor(WrittenMatches written, int first, int count) {
        return written.room(first, count, bits(), workers);
    }

    /** Binary logarithm of the queries of a block of the result. */
    private int bits() {
        return Matches.blockBits(regions.size());
    }

    private synchronized long room() {
        return max - size + 1;
    }

    private synchronized void add(List<MatchRows> some) {
        for (MatchRows each : some) {
            size += each.size();
            rows.add(each);
        }
        if (size > max) {
            throw new TooManyMatchesException(
                    regions.size(), points, some.getLast().end(), size, max);
        }
    }

    /**
     * The result.
     *
     * @param rowOf for each query its row in the result, each once, or null if that is the query itself
     * @param report report of the search; the result's report adds the time of this method
     * @return the matches, one row per query
     */
    public Matches result(int[] rowOf, Metric metric, ExecutionReport report) {
        long start = System.nanoTime();
        int[] offsets = rowOf == null ? offsets() : offsets(rowOf);
        int bits = bits();
        int blocks = Math.ceilDiv(regions.size(), 1 << bits);
        int[][] ids = new int[blocks][];
        double[][] keys = regions.hasKeys() ? new double[blocks][] : null;
        List<MatchRows> others = rowOf == null ? adopt(bits, ids, keys) : rows;
        // In parallel, because a large array needs longer to allocate than to fill.
        workers.forEachSlice(
                blocks,
                1,
                (begin, end) -> {
                    for (int block = begin; block < end; block++) {
                        if (ids[block] != null) {
                            continue;
                        }
                        int last = (int) Math.min(regions.size(), block + 1L << bits);
                        int length = offsets[last] - offsets[block << bits];
                        ids[block] = new int[length];
                        if (keys != null) {
                            keys[block] = new double[length];
                        }
                    }
                },
                Progress.NONE);
        forEachQuery(others, (some, query) -> {
            int row = row(rowOf, query);
            int block = row >> bits;
            int at = offsets[row] - offsets[block << bits];
            some.copy(query, ids[block], keys == null ? null : keys[block], at);
        });
        return new Matches(offsets, ids, keys, metric, report.withRefinement(System.nanoTime() - start));
    }

    private int[] offsets() {
        rows.sort(Comparator.comparingInt(MatchRows::first));
        int[] before = new int[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            before[i + 1] = before[i] + rows.get(i).size();
        }
        int[] offsets = newOffsets.get();
        workers.forEachSlice(rows.size(), 1, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                rows.get(i).writeOffsets(before[i], offsets);
            }
        });
        return offsets;
    }

    private int[] offsets(int... rowOf) {
        int[] offsets = newOffsets.get();
        forEachQuery(rows, (some, query) -> offsets[1 + rowOf[query]] = some.count(query));
        for (int row = 0; row < regions.size(); row++) {
            offsets[row + 1] += offsets[row];
        }
        return offsets;
    }

    /** Takes pieces that are whole blocks without a copy, and returns the others. */
    private List<MatchRows> adopt(int bits, int[][] ids, double[][] keys) {
        List<MatchRows> others = new ArrayList<>();
        for (MatchRows some : rows) {
            int block = some.first() >> bits;
            boolean whole = some.wholeIds() != null
                    && some.first() == block << bits
                    && some.end() == Math.min(regions.size(), block + 1L << bits);
            if (!whole) {
                others.add(some);
                continue;
            }
            ids[block] = some.wholeIds();
            if (keys != null) {
                keys[block] = some.wholeKeys();
            }
        }
        return others;
    }

    private static int row(int[] rowOf, int query) {
        return rowOf == null ? query : rowOf[query];
    }

    private interface Work {
        void run(MatchRows some, int query);
    }

    private void forEachQuery(List<MatchRows> pieces, Work work) {
        workers.forEachSlice(
                pieces.size(),
                1,
                (begin, end) -> {
                    for (MatchRows some : pieces.subList(begin, end)) {
                        for (int query = some.first(); query < some.end(); query++) {
                            work.run(some, query);
                        }
                    }
                },
                Progress.NONE);
    }
}
