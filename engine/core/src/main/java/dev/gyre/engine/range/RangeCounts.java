package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;

/** Counts the rows that are in each region. Not safe for use by several threads. */
public final class RangeCounts implements RangeWork {

    private final Regions regions;
    private final Workers workers;
    private final int[] counts;

    /** Counts of 0. */
    public RangeCounts(Regions regions, Workers workers) {
        this.regions = regions;
        this.workers = workers;
        counts = new int[regions.size()];
    }

    @Override
    public void take(Candidates candidates, int first, int count, Progress progress) {
        workers.forEachSlice(
                count,
                1,
                (begin, end) -> {
                    Counter counter = new Counter();
                    for (int query = first + begin; query < first + end; query++) {
                        counter.query = query;
                        counter.count = 0;
                        candidates.offer(query, counter);
                        counts[query] = counter.count;
                    }
                },
                progress);
    }

    /**
     * The counts so far.
     *
     * @return one count per query; the array itself
     */
    public int[] counts() {
        return counts;
    }

    /** What one thread needs. */
    private final class Counter implements Candidates.Rows {

        private int query;
        private int count;

        @Override
        public void accept(int row, Points points, int at) {
            if (regions.key(query, row, points, at) != Regions.OUTSIDE) {
                count++;
            }
        }
    }
}
