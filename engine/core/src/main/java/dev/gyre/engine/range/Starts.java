package dev.gyre.engine.range;

import dev.gyre.engine.jvm.Workers;

/** Where the findings of queries begin, by all threads. Time: one or two passes over the counts. */
final class Starts {

    /** Counts that a thread sums up. */
    private static final int TOGETHER = 1 << 16;

    private Starts() {}

    /** The query that finds the most of those from begin to end, at least one: the first of several. */
    static int max(int[] counts, int begin, int end, Workers workers) {
        int[] mosts = new int[Math.ceilDiv(end - begin, TOGETHER)];
        workers.forEachSlice(mosts.length, 1, (from, to) -> {
            for (int slice = from; slice < to; slice++) {
                int first = begin + slice * TOGETHER;
                int max = first;
                int last = (int) Math.min(end, (long) first + TOGETHER);
                for (int query = first; query < last; query++) {
                    max = counts[query] > counts[max] ? query : max;
                }
                mosts[slice] = max;
            }
        });
        int max = begin;
        for (int each : mosts) {
            max = counts[each] > counts[max] ? each : max;
        }
        return max;
    }

    /**
     * Writes where the findings of the next queries begin.
     *
     * @param counts for each query what it finds
     * @param queries most queries
     * @param room most findings of them together
     * @param starts filled: for each of the next queries where it begins
     * @return how many queries there is room for
     */
    static int fill(int[] counts, int first, int queries, int room, int[] starts, Workers workers) {
        long[] before = new long[Math.ceilDiv(queries, TOGETHER) + 1];
        workers.forEachSlice(before.length - 1, 1, (from, to) -> {
            for (int slice = from; slice < to; slice++) {
                long sum = 0;
                for (int query = slice * TOGETHER; query < end(slice, queries); query++) {
                    sum += counts[first + query];
                }
                before[slice + 1] = sum;
            }
        });
        int whole = 0;
        for (int slice = 0; slice + 1 < before.length; slice++) {
            before[slice + 1] += before[slice];
            whole += before[slice + 1] <= room ? 1 : 0;
        }
        workers.forEachSlice(whole, 1, (from, to) -> {
            for (int slice = from; slice < to; slice++) {
                long start = before[slice];
                for (int query = slice * TOGETHER; query < end(slice, queries); query++) {
                    starts[query] = (int) start;
                    start += counts[first + query];
                }
            }
        });
        int filled = end(whole - 1, queries);
        long start = before[whole];
        while (filled < queries && start + counts[first + filled] <= room) {
            starts[filled] = (int) start;
            start += counts[first + filled++];
        }
        return filled;
    }

    /**
     * The end of the queries from one on, at least that one, whose findings are together not above a number.
     *
     * @param starts for each query where its findings begin; where they end after the last one
     */
    static int end(int[] starts, int from, int queries, int max) {
        int low = from + 1;
        int high = queries;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (starts[middle] - starts[from] <= max) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int end(int slice, int queries) {
        return (int) Math.min(queries, (slice + 1L) * TOGETHER);
    }
}
