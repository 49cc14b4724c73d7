package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/** The smallest box around sets of points. */
public final class Bounds {

    private static final int MIN_SLICE = 1024;

    /** Coordinates that are read at a time: they stay in the nearest cache. */
    private static final int BLOCK_COORDINATES = 1 << 10;

    private final double[] min;
    private final double[] max;

    /** An empty box. */
    public Bounds(int dims) {
        min = new double[dims];
        max = new double[dims];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
    }

    /** Extends the box to all points. */
    public void cover(Points points, Workers workers) {
        workers.forEachSlice(points.size(), MIN_SLICE, (begin, end) -> {
            Bounds slice = new Bounds(min.length);
            slice.cover(points, begin, end);
            merge(slice);
        });
    }

    private void cover(Points points, int begin, int end) {
        int dims = min.length;
        int largest = Math.max(1, BLOCK_COORDINATES / dims);
        double[] coordinates = points.array();
        for (int row = begin; row < end; row += Math.min(largest, end - row)) {
            int stop = (row + Math.min(largest, end - row)) * dims;
            for (int dim = 0; dim < dims; dim++) {
                double low = min[dim];
                double high = max[dim];
                for (int at = row * dims + dim; at < stop; at += dims) {
                    low = Math.min(low, coordinates[at]);
                    high = Math.max(high, coordinates[at]);
                }
                min[dim] = low;
                max[dim] = high;
            }
        }
    }

    private synchronized void merge(Bounds other) {
        for (int dim = 0; dim < min.length; dim++) {
            min[dim] = Math.min(min[dim], other.min[dim]);
            max[dim] = Math.max(max[dim], other.max[dim]);
        }
    }

    /** The least coordinate of a dimension; infinity for an empty box. */
    public double min(int dim) {
        return min[dim];
    }

    /** The largest coordinate of a dimension; negative infinity for an empty box. */
    public double max(int dim) {
        return max[dim];
    }

    /** The middle of the box; halved before adding, so that it does not overflow. */
    double[] center() {
        double[] center = new double[min.length];
        for (int dim = 0; dim < center.length; dim++) {
            center[dim] = min[dim] / 2 + max[dim] / 2;
        }
        return center;
    }

    /** The largest distance from a position to a side of the box, in any one dimension; 0 for an empty box. */
    double extent(double[] point) {
        double extent = 0;
        for (int dim = 0; dim < point.length; dim++) {
            extent = Math.max(extent, Math.max(max[dim] - point[dim], point[dim] - min[dim]));
        }
        return extent;
    }
}
