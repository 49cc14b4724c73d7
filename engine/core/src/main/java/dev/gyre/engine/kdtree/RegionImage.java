package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.range.Windows;
import dev.gyre.tasks.tree.KdRegions;

/**
 * Regions in the form that the kernels read, each large enough that the image of every point of the exact region is in it.
 * Immutable.
 */
public abstract class RegionImage {

    private static final int MIN_SLICE = 256;

    private final Regions regions;
    private final Float32Frame image;
    private final int kind;
    private final int floats;

    private RegionImage(Regions regions, Float32Frame image, int kind, int dims) {
        this.regions = regions;
        this.image = image;
        this.kind = kind;
        floats = KdSearchKernels.regionFloats(kind, dims);
    }

    public static RegionImage of(Balls balls, Float32Frame image, Workers workers) {
        return new BallImage(balls, image, workers);
    }

    public static RegionImage of(Windows windows, Float32Frame image, Workers workers) {
        return new WindowImage(windows, image, workers);
    }

    public Regions regions() {
        return regions;
    }

    Float32Frame image() {
        return image;
    }

    int kind() {
        return kind;
    }

    /** Floats of a region. */
    int floats() {
        return floats;
    }

    /** Whether the image says nothing of a query, so that all points are its candidates. */
    abstract boolean takesAll(int query);

    /** Writes the regions of some queries, those that the image says nothing of as empty ones. */
    abstract void fill(int first, int count, float[] out);

    private static final class BallImage extends RegionImage {

        private final Points queries;
        private final double limit;
        private final Workers workers;

        BallImage(Balls balls, Float32Frame image, Workers workers) {
            super(balls, image, KdRegions.BALL, balls.points().dims());
            queries = balls.queries();
            limit = balls.limit();
            this.workers = workers;
        }

        @Override
        boolean takesAll(int query) {
            return image().stretch(queries, query) == Double.POSITIVE_INFINITY
                    && !image().isBeyond(queries, query, limit);
        }

        @Override
        void fill(int first, int count, float[] out) {
            int dims = queries.dims();
            image().rows(queries, first, count, out, 0, floats());
            workers.forEachSlice(
                    count,
                    MIN_SLICE,
                    (begin, end) -> {
                        for (int i = begin; i < end; i++) {
                            double stretch = image().stretch(queries, first + i);
                            boolean far = stretch == Double.POSITIVE_INFINITY;
                            for (int dim = 0; far && dim < dims; dim++) {
                                out[i * floats() + dim] = 0;
                            }
                            out[i * floats() + dims] = far ? -1 : image().limit(limit, stretch);
                        }
                    },
                    Progress.NONE);
        }
    }

    /** Rounding keeps the order of coordinates, so that images of windows need no margin. */
    private static final class WindowImage extends RegionImage {

        /** Images of points are within 1, so that all beyond is as far. */
        private static final float BEYOND = 4f;

        private final Windows windows;
        private final Workers workers;

        WindowImage(Windows windows, Float32Frame image, Workers workers) {
            super(windows, image, KdRegions.WINDOW, windows.points().dims());
            this.windows = windows;
            this.workers = workers;
        }

        @Override
        boolean takesAll(int query) {
            return false;
        }

        @Override
        void fill(int first, int count, float[] out) {
            image().rows(windows.lower(), first, count, out, 0, floats());
            image().rows(windows.upper(), first, count, out, windows.upper().dims(), floats());
            workers.forEachSlice(
                    count * floats(),
                    MIN_SLICE,
                    (begin, end) -> {
                        for (int i = begin; i < end; i++) {
                            out[i] = Math.max(-BEYOND, Math.min(BEYOND, out[i]));
                        }
                    },
                    Progress.NONE);
        }
    }
}
