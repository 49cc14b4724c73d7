package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.Windows;
import dev.gyre.tasks.common.BoxRelations;

/**
 * Regions in the form that the kernels read. Each one contains every point of the exact region; only balls in norms of powers are larger
 * than the exact ones. Immutable.
 */
public final class SearchRegions {

    private static final int MIN_SLICE = 256;

    private final Regions regions;
    private final double[] lower;
    private final double[] upper;
    private final int dims;
    private final double limit;
    private final double scale;

    private SearchRegions(Regions regions, double[] lower, double[] upper, int dims, double limit, double scale) {
        this.regions = regions;
        this.lower = lower;
        this.upper = upper;
        this.dims = dims;
        this.limit = limit;
        this.scale = scale;
    }

    public static SearchRegions of(Balls balls, Workers workers) {
        KeyBound bound = KeyBound.of(balls.norm(), balls.points(), balls.queries(), workers);
        return new SearchRegions(
                balls, balls.queries().array(), null, balls.points().dims(), bound.limit(balls.limit()), bound.scale());
    }

    public static SearchRegions of(Windows windows) {
        return new SearchRegions(
                windows,
                windows.lower().array(),
                windows.upper().array(),
                windows.points().dims(),
                0,
                1);
    }

    public Regions regions() {
        return regions;
    }

    /** The relation of a region, which is a box or a center, to its points. */
    int relation() {
        return upper == null ? BoxRelations.WITHIN_DISTANCE : BoxRelations.INTERSECTS;
    }

    /** The largest key of a point in a ball; 0 for windows. */
    double limit() {
        return limit;
    }

    /** The scale of differences. */
    double scale() {
        return scale;
    }

    /** Writes the centers or windows of some queries, by all threads. */
    void write(int first, int count, double[] out, Workers workers) {
        if (upper == null) {
            HostArrays.copy(lower, first * dims, out, 0, count * dims, workers);
            return;
        }
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        System.arraycopy(lower, (first + i) * dims, out, 2 * i * dims, dims);
                        System.arraycopy(upper, (first + i) * dims, out, (2 * i + 1) * dims, dims);
                    }
                },
                Progress.NONE);
    }
}
