package dev.gyre.engine.range;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;

/** Counts the rows that are in each region. Safe for use by several threads, each with queries of its own. */
public final class RangeCounts implements RangeWork {

    private final Regions regions;
    private final Workers workers;
    private final int[] counts;

    /** Begins with counts of 0. */
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
                    MatchFinder finder = candidates.finder(regions);
                    for (int query = first + begin; query < first + end; query++) {
                        counts[query] = finder.count(query);
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
}
