package dev.gyre.engine.op;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/**
 * Cuts points into slabs of a limited number of points, by their coordinates in the dimension of the largest extent. Points with equal
 * coordinates there may be in several slabs.
 */
final class PointSlabs {

    private PointSlabs() {}

    /**
     * Some points, by their rows, and their range in a dimension.
     *
     * @param rows the rows, ascending
     * @param dim the dimension
     * @param low the smallest coordinate there
     * @param high the largest coordinate there
     */
    record Slab(int[] rows, int dim, double low, double high) {

        /** Returns the distance of a coordinate from the range, 0 within it. */
        double gap(double coordinate) {
            return Math.max(0, Math.max(low - coordinate, coordinate - high));
        }
    }

    /** Cuts one or more points into slabs of at most {@code max} points each: O(n log n). */
    static List<Slab> of(Points points, int max, Workers workers) {
        int dim = widest(points, workers);
        double[] sorted = new double[points.size()];
        Arrays.setAll(sorted, row -> points.coordinate(row, dim) + 0.0);
        Arrays.sort(sorted);
        double[] cuts = new double[(points.size() - 1) / max];
        Arrays.setAll(cuts, cut -> sorted[(cut + 1) * max]);
        IntArrayList[] rows = new IntArrayList[cuts.length + 1];
        Arrays.setAll(rows, slab -> new IntArrayList());
        for (int row = 0; row < points.size(); row++) {
            rows[slab(cuts, points.coordinate(row, dim))].add(row);
        }
        List<Slab> slabs = new ArrayList<>();
        for (IntArrayList each : rows) {
            int[] all = each.toArray();
            for (int from = 0; from < all.length; from += max) {
                slabs.add(slab(points, dim, Arrays.copyOfRange(all, from, Math.min(all.length, from + max))));
            }
        }
        return slabs;
    }

    /** Returns the number of cuts that are not above a coordinate. */
    private static int slab(double[] cuts, double coordinate) {
        int low = 0;
        int high = cuts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cuts[middle] <= coordinate) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Slab slab(Points points, int dim, int[] rows) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int row : rows) {
            low = Math.min(low, points.coordinate(row, dim));
            high = Math.max(high, points.coordinate(row, dim));
        }
        return new Slab(rows, dim, low, high);
    }

    private static int widest(Points points, Workers workers) {
        Bounds bounds = new Bounds(points.dims());
        bounds.cover(points, workers);
        int widest = 0;
        for (int dim = 1; dim < points.dims(); dim++) {
            widest = bounds.max(dim) - bounds.min(dim) > bounds.max(widest) - bounds.min(widest) ? dim : widest;
        }
        return widest;
    }
}
