package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.SphereWindows;
import dev.gyre.engine.range.Windows;
import dev.gyre.engine.tree.MatchSearch;
import dev.gyre.tasks.common.BoxRelations;

/**
 * Searches a kd-tree for the points in balls or windows. Only balls in norms of powers and windows on the sphere are larger for the kernels than
 * the exact ones. The
 * host computes the keys of the points that the device finds, and drops those outside. Not safe for use by several threads.
 */
public final class RangeSearch extends MatchSearch {

    private static final int MIN_SLICE = 256;

    private final KdIndex index;
    private final Regions regions;
    private final Workers workers;
    private final Points arranged;

    /** A search of {@link Balls}, {@link Windows} or {@link SphereWindows}. */
    public RangeSearch(Context context, KdIndex index, Regions regions, Monitor monitor) {
        super(context, index, asked(index, regions, context.workers()), JoinMethod.KD_TREE, monitor);
        this.index = index;
        this.regions = regions;
        workers = context.workers();
        arranged = index.arranged(regions.size(), workers);
    }

    private static Asked asked(KdIndex index, Regions regions, Workers workers) {
        int norm = index.norm().code();
        if (regions instanceof Balls balls) {
            KeyBound bound = KeyBound.of(balls.norm(), balls.points(), balls.queries(), workers);
            double limit = bound.limit(balls.limit());
            return new Asked(
                    regions.size(), BoxRelations.WITHIN_DISTANCE, norm, limit, bound.scale(), Integer.MAX_VALUE);
        }
        return new Asked(regions.size(), BoxRelations.INTERSECTS, norm, 0, 1, Integer.MAX_VALUE);
    }

    @Override
    protected Candidates onJvm() {
        return regions instanceof Balls balls && BallSearch.isFor(balls.norm())
                ? new BallSearch(index, balls, workers)
                : null;
    }

    @Override
    protected void write(int first, int count, Search search, Lease<?> lease, Progress progress) {
        int dims = index.layout().dims();
        double[] to = search.queries();
        if (regions instanceof Balls balls) {
            HostArrays.copy(balls.queries().array(), first * dims, to, 0, count * dims, workers);
            return;
        }
        Windows windows = regions instanceof SphereWindows onSphere ? onSphere.bounds() : (Windows) regions;
        double[] lower = windows.lower().array();
        double[] upper = windows.upper().array();
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        System.arraycopy(lower, (first + i) * dims, to, 2 * i * dims, dims);
                        System.arraycopy(upper, (first + i) * dims, to, (2 * i + 1) * dims, dims);
                    }
                },
                Progress.NONE);
    }

    @Override
    protected Candidates found(int first, int[] starts, int[] found, int[] counts) {
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
