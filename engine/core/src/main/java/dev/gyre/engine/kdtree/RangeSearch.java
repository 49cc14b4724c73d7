package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.tree.MatchQueries;
import dev.gyre.engine.tree.MatchSearch;

/**
 * Searches a kd-tree for the points in regions. The host computes the keys of the points that the device finds and, in norms of powers,
 * drops those outside the region. Not safe for use by several threads.
 */
public final class RangeSearch implements MatchQueries {

    private final Context context;
    private final KdIndex index;
    private final SearchRegions regions;
    private final Monitor monitor;
    private final Points arranged;

    /** A search of regions. */
    public RangeSearch(Context context, KdIndex index, SearchRegions regions, Monitor monitor) {
        this.context = context;
        this.index = index;
        this.regions = regions;
        this.monitor = monitor;
        arranged = index.arranged(size(), context.workers());
    }

    /** Hands the candidates of queries over, by a program of its own. */
    public ExecutionReport run(Batches batches, RangeWork work) {
        return run(batches, null, null, work);
    }

    /**
     * Hands the candidates of queries over, by the program that built the tree, as long as its arrays have room for the results.
     *
     * @param batches the queries
     * @param joined the program
     * @param search the search in it
     * @return the report of the time
     */
    public ExecutionReport run(Batches batches, Lease<?> joined, MatchSearch.Search search, RangeWork work) {
        return new MatchSearch(context, index, this).run(batches, joined, search, work, JoinMethod.KD_TREE, monitor);
    }

    @Override
    public int size() {
        return regions.regions().size();
    }

    @Override
    public int relation() {
        return regions.relation();
    }

    @Override
    public int norm() {
        return index.norm().code();
    }

    @Override
    public double limit() {
        return regions.limit();
    }

    @Override
    public double scale() {
        return regions.scale();
    }

    @Override
    public void write(int first, int count, double[] to, Lease<?> lease, Workers workers) {
        regions.write(first, count, to, workers);
    }

    @Override
    public Candidates found(int first, int[] starts, int[] found, int[] counts) {
        return (query, rows) -> {
            int start = starts[query - first];
            for (int at = start; at < start + counts[query]; at++) {
                offerPlace(found[at], rows);
            }
        };
    }

    private void offerPlace(int slot, Candidates.Rows rows) {
        int head = index.ids()[slot];
        if (arranged != null) {
            rows.accept(head, arranged, slot);
        } else {
            rows.accept(head, index.points(), head);
        }
        for (int row = index.groups().next(head);
                row != KdGroups.NONE;
                row = index.groups().next(row)) {
            rows.accept(row, index.points(), row);
        }
    }
}
