package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/** The smallest box around sets of points. */
final class Bounds {

    private static final int MIN_SLICE = 1024;

    /** Coordinates that are read at a time: they stay in the nearest cache. */
    private static final int BLOCK_COORDINATES = 1 << 10;

    private final double[] min;
    private final double[] max;

    /** An empty box. */
    Bounds(int dims) {
        min = new double[dims];
        max = new double[dims];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
    }

    /** Extends the box to all points. */
    void cover(Points points, Workers workers) {
        workers.forEachSlice(points.size(), MIN_SLICE, (begin, end) -> {
            Bounds slice = new Bounds(min.length);
            slice.cover(points, begin, end);
            merge(slice);
        });
    }

    private void cover(Points points, int begin, int end) {
        int dims = min.length;
        int most = Math.max(1, BLOCK_COORDINATES / dims);
        double[] block = new double[Math.min(most, end - begin) * dims];
        for (int row = begin; row < end; row += most) {
            int count = Math.min(most, end - row);
            points.copyRows(row, count, block);
            for (int at = 0; at < count * dims; at += dims) {
                for (int dim = 0; dim < dims; dim++) {
                    min[dim] = Math.min(min[dim], block[at + dim]);
                    max[dim] = Math.max(max[dim], block[at + dim]);
                }
            }
        }
    }

    private synchronized void merge(Bounds other) {
        for (int dim = 0; dim < min.length; dim++) {
            min[dim] = Math.min(min[dim], other.min[dim]);
            max[dim] = Math.max(max[dim], other.max[dim]);
        }
    }

    /** The middle of the box; halved before adding, so that it does not overflow. */
    double[] center() {
        double[] center = new double[min.length];
        for (int dim = 0; dim < center.length; dim++) {
            center[dim] = min[dim] / 2 + max[dim] / 2;
        }
        return center;
    }

    /** The largest distance from a place to a side of the box, in any one dimension; 0 for an empty box. */
    double extent(double[] place) {
        double extent = 0;
        for (int dim = 0; dim < place.length; dim++) {
            extent = Math.max(extent, Math.max(max[dim] - place[dim], place[dim] - min[dim]));
        }
        return extent;
    }
}
