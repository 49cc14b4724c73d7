package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.SphereWindows;
import dev.gyre.engine.range.Windows;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.MatchSearch;
import dev.gyre.tasks.common.BoxRelations;

/**
 * Searches a kd-tree for the points in balls or windows. A device writes the matches in their order, with keys, except where it cannot know them:
 * balls in norms of powers and windows on the sphere are larger for the kernels than the exact ones. There, and on the JVM, the host computes
 * the keys of the points that the search finds, and drops those outside. Not safe for use by several threads.
 */
public final class RangeSearch extends MatchSearch {

    private static final int MIN_SLICE = 256;

    private final KdIndex index;
    private final Regions regions;
    private final Workers workers;

    /** The points in the order of the slots; null if a device writes rows. */
    private final Points arranged;

    private final Result result;

    /** A search of {@link Balls}, {@link Windows} or {@link SphereWindows}. */
    public RangeSearch(Context context, KdIndex index, Regions regions, Monitor monitor) {
        this(context, index, regions, result(context, index, regions), monitor);
    }

    private RangeSearch(Context context, KdIndex index, Regions regions, Result result, Monitor monitor) {
        super(context, index, asked(index, regions, result, context.workers()), JoinMethod.KD_TREE, monitor);
        this.index = index;
        this.regions = regions;
        workers = context.workers();
        this.result = result;
        arranged = result == Result.LABELS ? index.arranged(regions.size(), workers) : null;
    }

    /** What a search of regions writes. */
    private static Result result(Context context, KdIndex index, Regions regions) {
        if (context.onJvm() || !index.hasShortChains(context.workers())) {
            return Result.LABELS;
        }
        return switch (regions) {
            case Balls balls -> balls.own() == null ? resultOfBalls(context, balls.norm()) : Result.LABELS;
            case Windows windows -> Result.ROWS;
            default -> Result.LABELS;
        };
    }

    /** Whether all devices of a team write the results of balls in the order of the rows. */
    public static boolean writesBalls(Team team, Norm norm) {
        return !norm.isPower() && !team.hasJvm();
    }

    /** What a search of balls writes, if the rows that they leave out follow each other. */
    public static Result resultOfBalls(Context context, Norm norm) {
        return context.onJvm() || norm.isPower() ? Result.LABELS : Result.KEYS;
    }

    private static Asked asked(KdIndex index, Regions regions, Result result, Workers workers) {
        int norm = index.norm().code();
        if (regions instanceof Balls balls) {
            KeyBound bound = KeyBound.of(balls.norm(), balls.points(), balls.queries(), workers);
            double limit = bound.limit(balls.limit());
            boolean self = result == Result.KEYS && balls.leavesOut();
            return new Asked(
                    regions.size(),
                    BoxRelations.WITHIN_DISTANCE,
                    norm,
                    limit,
                    bound.scale(),
                    Integer.MAX_VALUE,
                    result,
                    self ? 1 : 0,
                    self ? balls.firstOwn() : 0);
        }
        return new Asked(regions.size(), BoxRelations.INTERSECTS, norm, 0, 1, Integer.MAX_VALUE, result, 0, 0);
    }

    /** What the search writes. */
    public Result result() {
        return result;
    }

    @Override
    protected boolean isLabelled() {
        return result == Result.LABELS;
    }

    @Override
    protected Points points() {
        return index.points();
    }

    @Override
    protected int[] chains() {
        return isLabelled() ? null : index.groups().chains();
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
            lease.writeAll(balls.queries().array(), first * dims, to, 0, count * dims);
            return;
        }
        Windows windows = regions instanceof SphereWindows onSphere ? onSphere.bounds() : (Windows) regions;
        double[] lower = windows.lower().array();
        double[] upper = windows.upper().array();
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    double[] corners = new double[2 * MIN_SLICE * dims];
                    for (int from = begin; from < end; from += MIN_SLICE) {
                        int some = Math.min(MIN_SLICE, end - from);
                        for (int i = 0; i < some; i++) {
                            System.arraycopy(lower, (first + from + i) * dims, corners, 2 * i * dims, dims);
                            System.arraycopy(upper, (first + from + i) * dims, corners, (2 * i + 1) * dims, dims);
                        }
                        lease.write(corners, 0, to, 2 * from * dims, 2 * some * dims);
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
