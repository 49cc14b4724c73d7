package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.Windows;
import dev.gyre.tasks.tree.KdMatches;

/**
 * Regions in the form that the kernels read. Each one contains every point of the exact region; only balls in norms of powers are larger
 * than the exact ones. Immutable.
 */
public abstract class SearchRegions {

    private static final int MIN_SLICE = 256;

    private final Regions regions;
    private final int kind;
    private final int length;

    private SearchRegions(Regions regions, int kind, int dims) {
        this.regions = regions;
        this.kind = kind;
        length = length(kind, dims);
    }

    public static SearchRegions of(Balls balls, Workers workers) {
        return new OfBalls(balls, workers);
    }

    public static SearchRegions of(Windows windows) {
        return new OfWindows(windows);
    }

    public Regions regions() {
        return regions;
    }

    int kind() {
        return kind;
    }

    /** Numbers that describe a region of a kind. */
    public static int length(int kind, int dims) {
        return kind == KdMatches.WINDOW ? 2 * dims : dims + 2;
    }

    /** Numbers that describe a region. */
    int length() {
        return length;
    }

    /** Writes the regions of some queries, by all threads. */
    final void fill(int first, int count, double[] out, Workers workers) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        write(first + i, out, i * length);
                    }
                },
                Progress.NONE);
    }

    /** Writes the region of a query. */
    abstract void write(int query, double[] out, int at);

    private static final class OfBalls extends SearchRegions {

        private final double[] queries;
        private final int dims;
        private final double limit;
        private final double scale;

        OfBalls(Balls balls, Workers workers) {
            super(balls, KdMatches.BALL, balls.points().dims());
            KeyBound bound = KeyBound.of(balls.norm(), balls.points(), balls.queries(), workers);
            queries = balls.queries().array();
            dims = balls.points().dims();
            limit = bound.limit(balls.limit());
            scale = bound.scale();
        }

        @Override
        void write(int query, double[] out, int at) {
            System.arraycopy(queries, query * dims, out, at, dims);
            out[at + dims] = limit;
            out[at + dims + 1] = scale;
        }
    }

    private static final class OfWindows extends SearchRegions {

        private final double[] lower;
        private final double[] upper;
        private final int dims;

        OfWindows(Windows windows) {
            super(windows, KdMatches.WINDOW, windows.points().dims());
            lower = windows.lower().array();
            upper = windows.upper().array();
            dims = windows.points().dims();
        }

        @Override
        void write(int query, double[] out, int at) {
            System.arraycopy(lower, query * dims, out, at, dims);
            System.arraycopy(upper, query * dims, out, at + dims, dims);
        }
    }
}
